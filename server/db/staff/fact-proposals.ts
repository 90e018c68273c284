import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { Database } from '../connect.ts'
import { school } from '../schema/index.ts'
import { visible } from '../visible-rows.ts'

/** Schools without district or stages, with what may say them, by number. */
export async function findIncompleteSchools(db: Database, cityCode: string | undefined) {
  return db
    .select({
      id: school.id,
      key: school.key,
      name: school.name,
      city_code: school.cityCode,
      address: school.address,
      district: school.district,
      stages: school.stages,
      not_published: school.notPublished,
      sample: school.sample,
    })
    .from(school)
    .where(
      and(
        visible(school),
        ne(school.state, 'closed'),
        or(isNull(school.district), sql`cardinality(${school.stages}) = 0`),
        cityCode === undefined ? undefined : eq(school.cityCode, cityCode),
      ),
    )
    .orderBy(asc(school.id))
}
