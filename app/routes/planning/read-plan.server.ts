import type { City } from '#server/contract/cities.ts'
import { gradeOfSlug, type Grade } from '#server/contract/grades.ts'
import { curricula, type Curriculum } from '#server/contract/vocabulary.ts'
import { budgetIn } from '#app/child/child-cookie.server.ts'
import { childFields, type ChildQuery } from '#server/contract/child/child-query.ts'
import { readChild, type CheckedChild } from '#app/child/read-child.server.ts'
import { schoolListPath } from '#app/paths.ts'
import { isId } from '#app/require-id.ts'

/** At most so many schools are added up side by side. */
const mostChosen = 4

/** What an address asks a plan for: a child, what its school must have, and the schools whose tuition is added up. */
export type PlanQuery = {
  child: CheckedChild & { grade: NonNullable<CheckedChild['grade']> }
  grade: Grade
  /** CNY per year, excluded. */
  feeMax?: number | undefined
  curriculum?: Curriculum | undefined
  /** Ids without repetitions, four at most. */
  schools: number[]
  /** How many further ids the address has. */
  dropped: number
}

/** Reads for which child an address asks for a plan; undefined without a grade. Malformed values are left out. */
export function readPlan(query: URLSearchParams): PlanQuery | undefined {
  const { grade: slug, ...child } = readChild(query)
  const grade = slug && gradeOfSlug(slug)
  if (slug === undefined || grade === undefined) return undefined
  const budget = budgetIn(query)
  const given = query.getAll('schools').flatMap((text) => text.split(','))
  const ids = [...new Set(given.filter(isId).map(Number))]
  return {
    child: { ...child, grade: slug },
    grade,
    feeMax: budget === undefined ? undefined : Number(budget),
    curriculum: curricula.map((term) => term.slug).find((term) => term === query.get('curriculum')),
    schools: ids.slice(0, mostChosen),
    dropped: Math.max(0, ids.length - mostChosen),
  }
}

/** The query of the address that says for whom dates are listed. */
export function stepsQuery({ child: { grade, year, identity } }: PlanQuery): string {
  return new URLSearchParams(childFields({ grade, year, identity })).toString()
}

/** What narrows the schools of a plan. */
type PlanFilters = { child: ChildQuery } & Pick<PlanQuery, 'feeMax' | 'curriculum'>

/** The list of a city with all schools that such a child may enter or may ask. */
export function fittingListPath(city: City, filters: PlanFilters): string {
  const query = new URLSearchParams([...planFields(filters), ['eligible', 'yes,ask,unknown']])
  return `${schoolListPath(city)}?${query.toString()}`
}

/** The fields of a plan's address but the schools. */
export function planFields({ child, feeMax, curriculum }: PlanFilters): [name: string, value: string][] {
  return [
    ...childFields(child),
    ...(feeMax === undefined ? [] : [['fee_max', String(feeMax)] as [string, string]]),
    ...(curriculum === undefined ? [] : [['curriculum', curriculum] as [string, string]]),
  ]
}
