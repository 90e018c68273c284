type Given = { prefix?: string | undefined; hint?: string | undefined; error?: string | undefined }

/** Ids of a field, its hint and its error, and the ARIA attributes that connect them. */
export function fieldAttributes(name: string, { prefix = '', hint, error }: Given) {
  const id = `${prefix}${name}`
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const described = [...(hint === undefined ? [] : [hintId]), ...(error === undefined ? [] : [errorId])]
  return {
    id,
    hintId,
    errorId,
    facts: {
      ...(described.length === 0 ? {} : { 'aria-describedby': described.join(' ') }),
      ...(error === undefined ? {} : { 'aria-invalid': true as const }),
    },
  }
}
