import { and, asc, eq } from 'drizzle-orm'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import type { listEnvs } from '#server/contract/schools/school-content.ts'
import type { Database } from '../connect.ts'
import { countedPage, rowsOf } from '../list-page.ts'
import { ofVisibleSchool, visible } from '../visible-rows.ts'
import { env } from '../schema/index.ts'
import { withoutNulls } from '../without-nulls.ts'

/** Pictures of one school's campus, in the school's order. */
export async function findEnvs(
  db: Database,
  input: ParsedInputOf<typeof listEnvs>,
): Promise<DataOf<typeof listEnvs>> {
  const ofSchool = and(eq(env.schoolId, input.school_id), visible(env), ofVisibleSchool(env.schoolId))
  const { limit, offset } = rowsOf(input)
  const item = {
    id: env.id,
    school_id: env.schoolId,
    title: env.title,
    picture: env.picture,
    taken_on: env.takenOn,
  }
  const rows = await db
    .select({ item, total: db.$count(env, ofSchool) })
    .from(env)
    .where(ofSchool)
    .orderBy(asc(env.position), asc(env.id))
    .limit(limit)
    .offset(offset)
  return countedPage(
    input,
    rows,
    (row) => withoutNulls(row.item),
    () => db.$count(env, ofSchool),
  )
}
