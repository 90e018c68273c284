import { and, lte, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, AnyPgTable } from 'drizzle-orm/pg-core'
import { cities } from '#server/contract/cities.ts'
import { cityParts, type CityPart, type listCityParts } from '#server/contract/schools/city-parts.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { stages } from '#server/contract/vocabulary.ts'
import type { Database } from '../connect.ts'
import { isPast } from '../open-days/open-day-filters.ts'
import { isCalledOff } from '../open-days/open-days.ts'
import { course, news, openDay, planning, promotion, ranking, schoolSearch } from '../schema/index.ts'
import { notClosed } from './school-filters.ts'
import { columnOf, maskOf, wideMask, type BitFacet } from '../search/facet-bits.ts'
import { leastUnranked } from '../search/search-row.ts'
import { ofVisibleSchool, visible } from '../visible-rows.ts'

const has = (facet: BitFacet, terms: readonly string[]) =>
  sql`${sql.raw(columnOf(facet))} & ${sql.raw(String(wideMask(facet, maskOf(facet, terms))))} <> 0`

const anyStage = has(
  'stage',
  stages.map(({ slug }) => slug),
)
const isInternational = has('kind', ['international', 'foreign', 'bilingual'])

/** What is so of the schools of a city that has a part. */
const ofSchools: Partial<Record<CityPart, SQL>> = {
  schools: sql`true`,
  stages: sql`bool_or(${anyStage})`,
  map: sql`bool_or(lat is not null)`,
  fees: sql`bool_or(coalesce(tuition_min, tuition_max) is not null)`,
  child: sql`bool_or(cardinality(grade_entry) + cardinality(grade_costs) > 0)`,
  ranked: sql`bool_or(rank < ${sql.raw(String(leastUnranked))})`,
  international: sql`count(*) filter (where ${isInternational}) * 2 >= count(*)`,
}

/** The parts of the site that have something in each city, in the order of cities. One statement. */
export async function findCityParts(db: Database, now: Date): Promise<DataOf<typeof listCityParts>> {
  const contents: [part: CityPart, table: AnyPgTable & { cityCode: AnyPgColumn }, shown: SQL | undefined][] =
    [
      ['rankings', ranking, visible(ranking)],
      ['open_days', openDay, and(visible(openDay), sql`not (${isPast(now)}) and not ${isCalledOff}`)],
      ['news', news, and(visible(news), lte(news.publishedAt, now))],
      ['courses', course, visible(course)],
      ['plannings', planning, visible(planning)],
      ['promotions', promotion, and(visible(promotion), ofVisibleSchool(promotion.schoolId))],
    ]
  const selects = [
    sql`select city_code, part from (
      select city_code, ${sql.join(
        Object.entries(ofSchools).map(([part, isThere]) => sql`${isThere} as ${sql.identifier(part)}`),
        sql`, `,
      )} from ${schoolSearch} where ${notClosed} and ${visible(schoolSearch)} group by city_code
    ) as schools cross join lateral (values ${sql.join(
      Object.keys(ofSchools).map((part) => sql`(${part}, ${sql.identifier(part)})`),
      sql`, `,
    )}) as found (part, is_there) where is_there`,
    ...contents.map(
      ([part, table, shown]) => sql`select distinct ${table.cityCode}, ${part} from ${table} where ${shown}`,
    ),
  ]
  const { rows } = await db.execute<{ city_code: string | null; part: string }>(
    sql.join(selects, sql` union all `),
  )
  // What is of no city is of all of them.
  const isIn = (part: CityPart, code: string) =>
    rows.some((row) => row.part === part && (row.city_code === null || row.city_code === code))
  return {
    items: cities.map(({ code }) => ({
      city_code: code,
      parts: cityParts.filter((part) => isIn(part, code)),
    })),
  }
}
