import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { cities } from '../../contract/cities.ts'
import { districtsOf } from '../../contract/districts.ts'
import { city, district } from '../schema/place.ts'

/** Writes the contract's cities and districts; rows that are there already are brought up to date. */
export async function writePlaces(db: Pick<NodePgDatabase, 'insert'>): Promise<void> {
  await db
    .insert(city)
    .values(cities.map((entry, position) => ({ ...entry, position })))
    .onConflictDoUpdate({ target: city.code, set: excluded(['pinyin', 'name', 'initials', 'position']) })
  const districts = cities.flatMap(({ code }) =>
    districtsOf(code).map((entry, position) => ({ ...entry, cityCode: code, position })),
  )
  await db
    .insert(district)
    .values(districts)
    .onConflictDoUpdate({
      target: [district.cityCode, district.slug],
      set: excluded(['name', 'position', 'lat', 'lng']),
    })
}

function excluded(columns: readonly string[]) {
  return Object.fromEntries(columns.map((name) => [name, sql.raw(`excluded."${name}"`)]))
}
