import type { Term } from '../vocabulary.ts'

/** When a family could visit a school, as half days of a week. */
export const visitTimes = [
  { slug: 'weekday_morning', label: '工作日上午' },
  { slug: 'weekday_afternoon', label: '工作日下午' },
  { slug: 'saturday_morning', label: '周六上午' },
  { slug: 'saturday_afternoon', label: '周六下午' },
  { slug: 'sunday_morning', label: '周日上午' },
  { slug: 'sunday_afternoon', label: '周日下午' },
] as const satisfies readonly Term[]

export type VisitTime = (typeof visitTimes)[number]['slug']

/** `周六上午、周日下午`; empty for no times. */
export function visitTimesText(times: readonly string[]): string {
  return visitTimes
    .filter(({ slug }) => times.includes(slug))
    .map(({ label }) => label)
    .join('、')
}
