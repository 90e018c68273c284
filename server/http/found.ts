import { notFound } from './api-error.ts'

/** What a query found, or the refusal 1404; of what was taken back its data say `withdrawn: true`. */
export function found<T>(row: T | 'withdrawn' | undefined): T {
  if (row === undefined) throw notFound()
  if (row === 'withdrawn') throw notFound({ withdrawn: true })
  return row
}
