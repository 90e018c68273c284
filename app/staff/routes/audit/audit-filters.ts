/** Filters of the records, by the names of their fields. */
export const filterNames = ['who', 'what', 'kind', 'record', 'from', 'to'] as const

/** The filters as the API has them: of a kind of records, all of them where no record is named. */
export function askedFilters({ kind, ...filters }: Readonly<Record<string, string>>): Record<string, string> {
  return kind === undefined ? filters : { record: kind, ...filters }
}
