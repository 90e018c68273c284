import { childInput, nextEntryYear, type ChildInput } from '#server/contract/child/child.ts'
import { gradeAfter } from '#server/contract/grades.ts'
import { entryVerdicts } from '#server/contract/child/judge-entry.ts'
import { placeOf } from '#server/contract/places.ts'
import { chinaDay } from '#app/china-time.ts'
import { childWords } from './child-words.ts'
import type { ChildName, ChildQuery } from '#server/contract/child/child-query.ts'

/** How many years of entry can be chosen. */
const yearsAhead = 3

/** Years of entry that can be chosen; the first one, the next September, is meant where an address names none. */
export function entryYears(now: Date = new Date()): number[] {
  const next = nextEntryYear(chinaDay(now))
  return Array.from({ length: yearsAhead }, (_, at) => next + at)
}

/** Whether a place is coordinates, which are not stored. */
export function isCoordinates(near: string): boolean {
  return near.includes(',')
}

/** A child's view that was parsed as the API does; values that nothing was said of are absent. */
export type CheckedChild = Omit<Partial<ChildInput>, 'year' | 'bus'> & { year?: string; bus?: '1' }

/**
 * Parses the child's view of an address or form, field by field: unknown and malformed values are left out, and so is the
 * year that is meant anyway. `now` is the grade that the child is in, from which the one to enter follows where no other
 * is named; who was to enter in a year that is over has gone on since. Coordinates are rounded to 0.005 degrees.
 */
export function readChild(query: URLSearchParams): CheckedChild {
  const text = (name: ChildName | 'now') => query.get(name) || undefined
  const { data: grade } = childInput.grade.safeParse(gradeToEnter(text))
  const { data: identity } = childInput.identity.safeParse(text('identity'))
  const { data: stay } = childInput.stay.safeParse(text('stay'))
  const { data: bus } = childInput.bus.safeParse(text('bus'))
  const { data: near } = childInput.near.safeParse(text('near'))
  const year = entryYears()
    .slice(1)
    .find((each) => String(each) === text('year'))
  return {
    ...(grade === undefined ? {} : { grade }),
    ...(year === undefined ? {} : { year: String(year) }),
    ...(identity === undefined ? {} : { identity }),
    ...(stay === undefined ? {} : { stay }),
    ...(bus === true ? { bus: '1' as const } : {}),
    ...(near === undefined ? {} : { near }),
  }
}

/** The grade to enter in the year that an address means; undefined for a child that has left school by then. */
function gradeToEnter(text: (name: 'grade' | 'year' | 'now') => string | undefined): string | undefined {
  const [next = 0, , last = 0] = entryYears()
  const { data: year = next } = childInput.year.safeParse(text('year'))
  const [grade, now] = [text('grade'), text('now')]
  if (grade !== undefined) return year < next ? gradeAfter(grade, next - year) : grade
  return now === undefined ? undefined : gradeAfter(now, 1 + Math.min(Math.max(year, next), last) - next)
}

/** Name of the place from which distances are measured: 蛇口, 我的位置; undefined without one. */
export function placeLabel({ near }: ChildQuery, cityCode: string): string | undefined {
  if (near === undefined) return undefined
  return isCoordinates(near) ? '我的位置' : placeOf(cityCode, near)?.name
}

/** The child in words: 2027年9月上五年级，港澳台，住校，蛇口. */
export function childLabel(child: ChildQuery, cityCode: string): string {
  const words = [childWords(child, entryYears()[0] ?? 0), placeLabel(child, cityCode)]
  return words.filter(Boolean).join('，')
}

/** The verdicts to which an address narrows a list; none unless it names a child that can be judged. */
export function readEligible(query: URLSearchParams): string[] {
  const { grade, identity } = readChild(query)
  if (grade === undefined && identity === undefined) return []
  const given = new Set(query.getAll('eligible').flatMap((text) => text.split(',')))
  return entryVerdicts.map(({ slug }) => slug).filter((slug) => given.has(slug))
}
