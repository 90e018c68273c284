import { childInput } from '#server/contract/child.ts'
import type { Identity } from '#server/contract/entry-terms.ts'
import { gradeOfSlug, type Grade } from '#server/contract/grades.ts'

/** The child that a plan is made for, as an address describes it. */
export type PlanQuery = {
  grade: Grade & { slug: Slug }
  year?: number | undefined
  identity?: Identity | undefined
}
type Slug = NonNullable<ReturnType<typeof childInput.grade.parse>>

/** Reads for which child an address asks for a plan; undefined without a grade. Malformed values are left out. */
export function readPlan(query: URLSearchParams): PlanQuery | undefined {
  const text = (name: string) => query.get(name) || undefined
  const { data: slug } = childInput.grade.safeParse(text('grade'))
  const grade = slug && gradeOfSlug(slug)
  if (slug === undefined || grade === undefined) return undefined
  const { data: year } = childInput.year.safeParse(text('year'))
  const { data: identity } = childInput.identity.safeParse(text('identity'))
  return { grade: { ...grade, slug }, year, identity }
}

/** The fields of a plan's address. */
export function planFields({ grade, year, identity }: PlanQuery): [name: string, value: string][] {
  return [
    ['grade', grade.slug],
    ...(year === undefined ? [] : [['year', String(year)] as [string, string]]),
    ...(identity === undefined ? [] : [['identity', identity] as [string, string]]),
  ]
}
