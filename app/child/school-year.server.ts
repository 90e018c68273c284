import { nextEntryYear } from '#server/contract/child/child.ts'
import { chinaDay } from '#app/china-time.ts'

/** A school year by the calendar year in which it begins: `2025–2026 学年`. */
export function schoolYearText(year: number): string {
  return `${year}–${year + 1}\u00a0学年`
}

/** Whether a school year is over today; one that is not stated is not known to be. */
export function isPastYear(year: number | undefined): year is number {
  return year !== undefined && year < nextEntryYear(chinaDay(new Date())) - 1
}
