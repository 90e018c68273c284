import { sql } from 'drizzle-orm'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import type { listCategories } from '#server/contract/schools.ts'
import type { Database } from './connect.ts'
import { published } from './published.ts'
import { schoolSearch } from './schema/index.ts'
import { countFacets } from './school-facets.ts'

/** Stages, kinds, curricula and districts of a city with their numbers of schools, zero too; districts of no city: none. */
export async function countCategories(
  db: Database,
  input: ParsedInputOf<typeof listCategories>,
): Promise<DataOf<typeof listCategories>> {
  const inCity = input.city_code === undefined ? sql`true` : sql`city_code = ${input.city_code}`
  const { rows } = await db.execute<{ cells: Buffer | null }>(sql`
    select string_agg(int8send(facets), '') as cells from ${schoolSearch} where ${inCity} and ${published(schoolSearch)}`)
  const { values } = countFacets(rows[0]?.cells ?? Buffer.alloc(0), [], input.city_code)
  return {
    stages: values.stage,
    kinds: values.kind,
    curricula: values.curriculum,
    districts: values.district,
  }
}
