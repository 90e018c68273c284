/** What was chosen in a list: some of its records, or all that match its filters. */
export type Selection = { records: string[] } | { all: Readonly<Record<string, string>> }

/**
 * Reads what was chosen in a list's form: `all` means the filters in `filter`, the list's query; `page` all rows that were
 * `shown`; else the rows that are ticked.
 */
export function readSelection(form: FormData, filters: readonly string[]): Selection {
  const textsOf = (name: string) =>
    form.getAll(name).flatMap((value) => (typeof value === 'string' && value !== '' ? [value] : []))
  const [filter = ''] = textsOf('filter')
  if (form.has('all')) return { all: filtersOf(filter, filters) }
  if (form.has('page')) return { records: textsOf('shown').flatMap((text) => text.split(',')) }
  return { records: textsOf('row') }
}

function filtersOf(query: string, names: readonly string[]): Readonly<Record<string, string>> {
  const search = new URLSearchParams(query)
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = search.get(name)?.trim() ?? ''
      return value === '' ? [] : [[name, value]]
    }),
  )
}
