import { sql } from 'drizzle-orm'
import { cities } from '#server/contract/cities.ts'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import type { listCategories, listCityCategories } from '#server/contract/schools/schools.ts'
import type { Database } from '../connect.ts'
import { visible } from '../visible-rows.ts'
import { schoolSearch } from '../schema/index.ts'
import { countFacets } from './school-facets.ts'
import { facetBytes, notClosed } from './school-filters.ts'
import { bytesPerRow } from '../search/facet-bits.ts'

/**
 * Stages, kinds, curricula and districts of a city with their numbers of schools that are not closed, zero too;
 * districts of no city: none.
 */
export async function countCategories(
  db: Database,
  input: ParsedInputOf<typeof listCategories>,
): Promise<DataOf<typeof listCategories>> {
  const inCity = input.city_code === undefined ? sql`true` : sql`city_code = ${input.city_code}`
  const { rows } = await db.execute<{ packed: Buffer | null }>(sql`
    select string_agg(${facetBytes}, '') as packed from ${schoolSearch} where ${inCity} and ${notClosed} and ${visible(schoolSearch)}`)
  return categoriesIn(rows[0]?.packed, input.city_code)
}

/** The same of every city with its number of schools, in the order of cities. One statement. */
export async function countCityCategories(db: Database): Promise<DataOf<typeof listCityCategories>> {
  const { rows } = await db.execute<{ city_code: string; packed: Buffer | null }>(sql`
    select city_code, string_agg(${facetBytes}, '') as packed from ${schoolSearch}
    where ${notClosed} and ${visible(schoolSearch)} group by city_code`)
  const items = cities.map(({ code }) => {
    const packed = rows.find((row) => row.city_code === code)?.packed
    return { city_code: code, total: (packed?.length ?? 0) / bytesPerRow, ...categoriesIn(packed, code) }
  })
  return { items }
}

function categoriesIn(packed: Buffer | null | undefined, cityCode: string | undefined) {
  const { values } = countFacets(packed ?? Buffer.alloc(0), [], cityCode)
  return {
    stages: values.stage,
    kinds: values.kind,
    curricula: values.curriculum,
    districts: values.district,
  }
}
