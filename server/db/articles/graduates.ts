import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import type { getGraduate, listGraduates } from '#server/contract/schools/school-content.ts'
import type { Database } from '../connect.ts'
import { countedPage, rowsOf } from '../list-page.ts'
import { importCommitted, ofVisibleSchool, visible, type Withdrawn } from '../visible-rows.ts'
import { graduate, school } from '../schema/index.ts'
import { withoutNulls } from '../without-nulls.ts'

const graduateColumns = {
  id: graduate.id,
  school_id: graduate.schoolId,
  name: graduate.name,
  year: graduate.year,
  destination: graduate.destination,
  major: graduate.major,
  summary: graduate.summary,
  portrait: graduate.portrait,
  likes: graduate.likes,
}
const schoolColumns = { id: school.id, name: school.name, city_code: school.cityCode }

/** Graduates of one school. */
export async function findGraduates(
  db: Database,
  input: ParsedInputOf<typeof listGraduates>,
): Promise<DataOf<typeof listGraduates>> {
  const ofSchool = and(
    eq(graduate.schoolId, input.school_id),
    visible(graduate),
    ofVisibleSchool(graduate.schoolId),
  )
  const first = input.sort === 'likes' ? [desc(graduate.likes)] : []
  const rows = await db
    .select({ item: graduateColumns, total: db.$count(graduate, ofSchool) })
    .from(graduate)
    .where(ofSchool)
    .orderBy(...first, sql`${graduate.year} desc nulls last`, asc(graduate.position), asc(graduate.id))
    .limit(rowsOf(input).limit)
    .offset(rowsOf(input).offset)
  return countedPage(
    input,
    rows,
    ({ item }) => withoutNulls(item),
    () => db.$count(graduate, ofSchool),
  )
}

/** One graduate with the school; `withdrawn` for one that was withdrawn. */
export async function findGraduate(
  db: Database,
  id: number,
): Promise<DataOf<typeof getGraduate> | Withdrawn | undefined> {
  const [row] = await db
    .select({
      ...graduateColumns,
      story: graduate.story,
      withdrawnAt: graduate.withdrawnAt,
      school: schoolColumns,
      schoolWithdrawnAt: school.withdrawnAt,
    })
    .from(graduate)
    .innerJoin(school, eq(school.id, graduate.schoolId))
    .where(and(eq(graduate.id, id), importCommitted(graduate), importCommitted(school)))
  if (row === undefined) return undefined
  const { withdrawnAt, schoolWithdrawnAt, ...found } = row
  return withdrawnAt === null && schoolWithdrawnAt === null ? withoutNulls(found) : 'withdrawn'
}
