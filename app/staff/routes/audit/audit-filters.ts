/** Filters of the records, by the names of their fields. */
export const filterNames = ['who', 'what', 'kind', 'record', 'from', 'to'] as const

/**
 * The filters as the API has them. A record is named by its kind and its number; of a kind alone all records are asked for. A
 * record may also stand as the log has it, `lead:484Q03SY1T`.
 */
export function askedFilters({ kind, ...filters }: Readonly<Record<string, string>>): Record<string, string> {
  const { record } = filters
  if (kind === undefined || record?.includes(':') === true) return filters
  return { ...filters, record: record === undefined ? kind : `${kind}:${record}` }
}
