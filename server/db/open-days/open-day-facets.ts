import { and, eq, isNull, sql } from 'drizzle-orm'
import { cities } from '#server/contract/cities.ts'
import { districtsOf } from '#server/contract/districts.ts'
import type { openDayFacets } from '#server/contract/open-days.ts'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import { kinds, stages, type Term } from '#server/contract/vocabulary.ts'
import type { Database } from '../connect.ts'
import { openDay, school } from '../schema/index.ts'
import { visible } from '../visible-rows.ts'
import type { HostFilters } from './of-school-like.ts'
import { inPeriod } from './open-days.ts'

type Input = ParsedInputOf<typeof openDayFacets>
/** Open days of schools with one district, kind and set of stages. */
type Group = { district: string | null; kind: string | null; stages: string[]; count: number }
type Facet = keyof HostFilters

const facets: readonly Facet[] = ['district', 'stage', 'kind']

/** The number of open days by term of each facet. One statement, which reads a row per combination of terms. */
export async function countOpenDayFacets(
  db: Database,
  input: Input,
  now: Date,
): Promise<DataOf<typeof openDayFacets>> {
  const groups: Group[] = await db
    .select({
      district: school.district,
      kind: school.kind,
      stages: school.stages,
      count: sql<number>`count(*)::int`,
    })
    .from(openDay)
    .innerJoin(school, and(eq(school.id, openDay.schoolId), visible(school)))
    .where(and(visible(openDay), isNull(openDay.cancelledAt), inPeriod(input, now)))
    .groupBy(school.district, school.kind, school.stages)
  const countsOf = (facet: Facet, terms: readonly Term[]) => {
    const others = facets.filter((each) => each !== facet)
    const left = groups.filter((group) => others.every((each) => passes(group, each, input[each])))
    return terms.flatMap(({ slug, label }) => {
      const count = left
        .filter((group) => termsOf(group, facet).includes(slug))
        .reduce((sum, group) => sum + group.count, 0)
      return count === 0 ? [] : [{ value: slug, label, count }]
    })
  }
  return {
    district: countsOf('district', districtTerms(input.city_code)),
    stage: countsOf('stage', stages),
    kind: countsOf('kind', kinds),
  }
}

function passes(group: Group, facet: Facet, wanted: readonly string[] = []): boolean {
  return wanted.length === 0 || termsOf(group, facet).some((term) => wanted.includes(term))
}

function termsOf({ district, kind, stages: ofSchool }: Group, facet: Facet): readonly string[] {
  if (facet === 'stage') return ofSchool
  const term = facet === 'district' ? district : kind
  return term === null ? [] : [term]
}

function districtTerms(cityCode: string | undefined): Term[] {
  const within = cities.filter(({ code }) => cityCode === undefined || code === cityCode)
  return within.flatMap(({ code }) => districtsOf(code).map(({ slug, name }) => ({ slug, label: name })))
}
