import type { AdmissionStep } from './school-entry.ts'

/**
 * A dated step with the days until it; negative days: it is over. `closes`: of an opening that lies ahead, the last day of
 * the registration.
 */
export type Deadline = AdmissionStep & { days: number; closes?: string }

const dayMs = 24 * 60 * 60 * 1000

/** Whole days from one calendar day (YYYY-MM-DD) to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)
}

/** Whether a step concerns a grade; one for some grades alone does not concern a child whose grade is unknown. */
function concerns({ from_grade: from, to_grade: to }: AdmissionStep, level: number | undefined): boolean {
  if (from === undefined || to === undefined) return true
  return level !== undefined && from <= level && level <= to
}

/** Whether a step begins the registration that another one ends. */
function opens({ kind, date, round }: AdmissionStep, closes: AdmissionStep): boolean {
  return kind === 'open' && date <= closes.date && (round === undefined || round === closes.round)
}

/**
 * The step that a family must not miss: the next end of registration for this grade and year of entry, or its beginning
 * while that lies ahead, else the next step of any kind, else the last end of registration that is over; undefined when no
 * date is known. A step of several days is over after its last day. `today` is a day in China.
 */
export function nextDeadline(
  steps: readonly AdmissionStep[],
  { level, year, today }: { level: number | undefined; year: number; today: string },
): Deadline | undefined {
  const dated = steps
    .filter((step) => step.school_year === year && concerns(step, level))
    .map((step) => ({ ...step, days: daysBetween(today, step.end_date ?? step.date) }))
  const ahead = dated.filter(({ days }) => days >= 0).toSorted((a, b) => a.days - b.days)
  const closes = ahead.find(({ kind }) => kind === 'close')
  const over = dated.filter(({ kind }) => kind === 'close').toSorted((a, b) => b.days - a.days)
  if (closes === undefined) return ahead[0] ?? over[0]
  const opening = ahead.find((step) => today < step.date && opens(step, closes))
  return opening === undefined
    ? closes
    : { ...opening, days: daysBetween(today, opening.date), closes: closes.end_date ?? closes.date }
}
