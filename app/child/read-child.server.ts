import { childInput, nextEntryYear, type ChildInput } from '#server/contract/child/child.ts'
import { identities, stays } from '#server/contract/child/entry-terms.ts'
import { gradeOfSlug } from '#server/contract/grades.ts'
import { entryVerdicts } from '#server/contract/child/judge-entry.ts'
import { placeOf } from '#server/contract/places.ts'
import { labelOf } from '#server/contract/vocabulary.ts'
import { chinaDay } from '#app/china-time.ts'
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
 * Parses the child's view of an address, field by field: unknown and malformed values are left out, and so is the year
 * that is meant anyway. Coordinates are rounded to 0.005 degrees.
 */
export function readChild(query: URLSearchParams): CheckedChild {
  const text = (name: ChildName) => query.get(name) || undefined
  const { data: grade } = childInput.grade.safeParse(text('grade'))
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

/** Name of the place from which distances are measured: 蛇口, 我的位置; undefined without one. */
export function placeLabel({ near }: ChildQuery, cityCode: string): string | undefined {
  if (near === undefined) return undefined
  return isCoordinates(near) ? '我的位置' : placeOf(cityCode, near)?.name
}

/** When a child enters which grade: 2027年9月上五年级. */
export function entryText(grade: string, year: number): string {
  return `${year}年9月上${grade}`
}

/** The child in words: 2027年9月上五年级，港澳台，住校，蛇口. */
export function childLabel(child: ChildQuery, cityCode: string): string {
  const { bus, grade, identity, stay, year } = child
  const label = grade === undefined ? undefined : gradeOfSlug(grade)?.label
  const words = [
    label === undefined ? year && `${year}\u00a0年入学` : entryText(label, Number(year ?? entryYears()[0])),
    identity && labelOf(identities, identity),
    stay && labelOf(stays, stay),
    bus && '坐校车',
    placeLabel(child, cityCode),
  ]
  return words.filter((word) => word !== undefined && word !== '').join('，')
}

/** The verdicts to which an address narrows a list; none unless it names a child that can be judged. */
export function readEligible(query: URLSearchParams): string[] {
  const { grade, identity } = readChild(query)
  if (grade === undefined && identity === undefined) return []
  const given = new Set(query.getAll('eligible').flatMap((text) => text.split(',')))
  return entryVerdicts.map(({ slug }) => slug).filter((slug) => given.has(slug))
}
