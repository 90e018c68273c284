import { cityOfCode } from '#server/contract/cities.ts'
import { districtOf } from '#server/contract/districts.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { gradeOfSlug } from '#server/contract/grades.ts'
import { entryVerdicts } from '#server/contract/child/judge-entry.ts'
import type { listSchools, Neighbour } from '#server/contract/schools/schools.ts'
import { entryText } from '#app/child/child-words.ts'
import { entryYears } from '#app/child/read-child.server.ts'
import { facetTitle } from './active-filters.tsx'
import { countText } from './list-heading.ts'
import { listHref, listWithout, type ListScope } from './list-scope.ts'
import type { Filters } from './filters.ts'

type LinkView = { text: string; href: string }

/** How many schools of a list a child may enter, and where there are more, in words. */
export type ChildSummaryView = {
  /** Schools by verdict; without an address where there are none, or the list is of these already. */
  counts: { text: string; href?: string }[]
  /** What the child has not said and the verdict depends on: 户籍或护照. */
  unsaid?: string
  neighbours: LinkView[]
}

/** The summary of a list for a child that is judged; undefined for other lists. */
export function childSummary(
  { scope, filters }: { scope: ListScope; filters: Filters },
  { eligible, neighbours = [] }: Pick<DataOf<typeof listSchools>, 'eligible' | 'neighbours'>,
): ChildSummaryView | undefined {
  if (eligible === undefined) return undefined
  const { grade, identity } = filters.child
  const counts = entryVerdicts.map(({ label, slug }) => {
    const count = eligible.find(({ value }) => value === slug)?.count ?? 0
    const isShown = filters.eligible.length === 1 && filters.eligible[0] === slug
    const text = `${countText(count)}${label}`
    if (count === 0 || isShown) return { text }
    return { text, href: listHref(scope, { ...filters, eligible: [slug], page: 1 }) }
  })
  const unsaid = identity === undefined ? '户籍或护照' : grade === undefined ? '年级' : undefined
  return {
    counts,
    ...(unsaid === undefined ? {} : { unsaid }),
    neighbours: neighbours.flatMap((each) => neighbourLink(each, scope, filters) ?? []),
  }
}

/** A neighbouring list with its schools that the child may enter, or else those to be asked. */
function neighbourLink(neighbour: Neighbour, scope: ListScope, filters: Filters): LinkView | undefined {
  const { ask, city_code: cityCode, district, grade, later = 0, remove = [], yes } = neighbour
  const [verdict, count] = yes > 0 ? (['yes', yes] as const) : (['ask', ask] as const)
  const wider = listWithout({ scope, filters }, [
    ...remove,
    ...(district === undefined && cityCode === undefined ? [] : ['district']),
  ])
  const year = Number(filters.child.year ?? entryYears()[0]) + later
  if (!entryYears().includes(year)) return undefined
  const child = {
    ...filters.child,
    ...(grade === undefined ? {} : { grade, year: year === entryYears()[0] ? undefined : String(year) }),
    ...(neighbour.any_stay === true ? { stay: undefined } : {}),
  }
  const city = cityCode === undefined ? undefined : cityOfCode(cityCode)
  const href = listHref(
    { ...wider.scope, ...(city === undefined ? {} : { city }) },
    {
      ...wider.filters,
      child,
      eligible: [verdict],
      ...(district === undefined ? {} : { district: [district] }),
    },
  )
  const name =
    (grade === undefined ? undefined : entryText(gradeOfSlug(grade)?.label ?? '', year)) ??
    city?.name ??
    (district === undefined ? undefined : districtOf(scope.city.code, district)?.name) ??
    (neighbour.any_stay === true ? '走读、住校都可以' : undefined) ??
    `不限${remove.map((facet) => facetTitle(facet, filters)).join('、')}`
  const label = entryVerdicts.find(({ slug }) => slug === verdict)?.label ?? ''
  return { text: `${name}：${countText(count)}${label}`, href }
}
