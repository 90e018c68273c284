/** Filters of the records, by the names of their fields. */
export const filterNames = ['who', 'what', 'record', 'from', 'to'] as const
