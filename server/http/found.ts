import { notFound } from './api-error.ts'

/** What a query found, or the refusal 1404. */
export function found<T>(row: T | undefined): T {
  if (row === undefined) throw notFound()
  return row
}
