import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { cities } from '#server/contract/cities.ts'
import { districtsOf } from '#server/contract/districts.ts'
import { entryVerdicts } from '#server/contract/child/judge-entry.ts'
import { openDayFilterNames, type openDayFacets } from '#server/contract/open-days.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { kinds, openDaySpans, openDayWeekdays, stages, type Term } from '#server/contract/vocabulary.ts'
import type { Database } from '../connect.ts'
import { openDay, school } from '../schema/index.ts'
import { isJudged } from '../search/child-columns.ts'
import { ofVisibleSchool, visible } from '../visible-rows.ts'
import {
  ofCityAndPeriod,
  openDayFiltersOf,
  startsInSpan,
  weekdayOf,
  type OpenDayFilter,
  type OpenDayInput,
} from './open-day-filters.ts'

type Facets = DataOf<typeof openDayFacets>
type Facet = Exclude<keyof Facets, 'relaxations'>
type FilterName = OpenDayFilter['name']

/**
 * The number of open days by term of each facet, and how many each filter hides. One statement, which reads a row per
 * combination of terms and of the filters that it fails.
 */
export async function countOpenDayFacets(db: Database, input: OpenDayInput, now: Date): Promise<Facets> {
  const { child } = input
  const filters = openDayFiltersOf(input, now)
  const judged = isJudged(child)
    ? entryVerdicts.map(({ slug }) => openDayFiltersOf({ child, eligible: [slug] }, now)[0]?.where)
    : []
  const groups = await db
    .select({
      district: school.district,
      kind: school.kind,
      stage: school.stages,
      weekday: weekdayOf,
      within: slugsWhere(openDaySpans.map(({ slug }) => [slug, startsInSpan(slug, now)])),
      eligible: slugsWhere(entryVerdicts.map(({ slug }, at) => [slug, judged[at]])),
      failed: slugsWhere(filters.map(({ name, where }) => [name, sql`not (${where})`])),
      count: sql<number>`count(*)::int`,
    })
    .from(openDay)
    .leftJoin(school, and(eq(school.id, openDay.schoolId), visible(school)))
    .where(
      and(
        visible(openDay),
        ofVisibleSchool(openDay.schoolId),
        isNull(openDay.cancelledAt),
        ofCityAndPeriod(input, now),
      ),
    )
    .groupBy(...[1, 2, 3, 4, 5, 6, 7].map((nth) => sql.raw(String(nth))))
  const countWithout = (name: FilterName, has: (group: (typeof groups)[number]) => boolean = () => true) =>
    groups
      .filter((group) => group.failed.every((failed) => failed === name) && has(group))
      .reduce((sum, { count }) => sum + count, 0)
  const countsOf = (facet: Facet, terms: readonly Term[]) =>
    terms.flatMap(({ slug, label }) => {
      const count = countWithout(facet, (group) => [group[facet]].flat().includes(slug))
      return count === 0 ? [] : [{ value: slug, label, count }]
    })
  return {
    within: countsOf('within', openDaySpans),
    weekday: countsOf('weekday', openDayWeekdays),
    district: countsOf('district', districtTerms(input.city_code)),
    stage: countsOf('stage', stages),
    kind: countsOf('kind', kinds),
    ...(isJudged(child) ? { eligible: countsOf('eligible', entryVerdicts) } : {}),
    relaxations: openDayFilterNames
      .filter((name) => filters.some((filter) => filter.name === name))
      .map((name) => ({ remove: name, count: countWithout(name) }))
      .filter(({ count }) => count > 0),
  }
}

/** SQL of the slugs whose condition holds for a row. */
function slugsWhere<Slug extends string>(conditions: readonly (readonly [Slug, SQL | undefined])[]) {
  const slugs = conditions.flatMap(([slug, where]) =>
    where === undefined ? [] : [sql`case when ${where} then ${sql.raw(`'${slug}'`)} end`],
  )
  return sql<Slug[]>`array_remove(array[${sql.join(slugs, sql`, `)}]::text[], null)`
}

function districtTerms(cityCode: string | undefined): Term[] {
  const within = cities.filter(({ code }) => cityCode === undefined || code === cityCode)
  return within.flatMap(({ code }) => districtsOf(code).map(({ slug, name }) => ({ slug, label: name })))
}
