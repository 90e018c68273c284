import { notFound } from './api-error.ts'

/** The row a query found, or throws 1404; for a withdrawn one with `withdrawn: true` in `data`. */
export function found<T>(row: T | 'withdrawn' | undefined): T {
  if (row === undefined) throw notFound()
  if (row === 'withdrawn') throw notFound({ withdrawn: true })
  return row
}
