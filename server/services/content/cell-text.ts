/** A value as the text of a cell; texts of a list are separated by `|` where none of them has a separator itself. */
export function cellText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value) && value.every((part) => typeof part === 'string' && !/^\[|[|;；、]/.test(part)))
    return value.join('|')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
