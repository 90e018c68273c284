import { and, asc, eq } from 'drizzle-orm'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import type { listTeachers } from '#server/contract/schools/school-content.ts'
import type { Database } from '../connect.ts'
import { countedPage, rowsOf } from '../list-page.ts'
import { ofVisibleSchool, visible } from '../visible-rows.ts'
import { teacher } from '../schema/index.ts'
import { withoutNulls } from '../without-nulls.ts'

/** Teachers of one school, in the school's order. */
export async function findTeachers(
  db: Database,
  input: ParsedInputOf<typeof listTeachers>,
): Promise<DataOf<typeof listTeachers>> {
  const ofSchool = and(
    eq(teacher.schoolId, input.school_id),
    visible(teacher),
    ofVisibleSchool(teacher.schoolId),
  )
  const { limit, offset } = rowsOf(input)
  const item = {
    id: teacher.id,
    school_id: teacher.schoolId,
    name: teacher.name,
    role: teacher.role,
    subject: teacher.subject,
    years: teacher.years,
    bio: teacher.bio,
    portrait: teacher.portrait,
  }
  const rows = await db
    .select({ item, total: db.$count(teacher, ofSchool) })
    .from(teacher)
    .where(ofSchool)
    .orderBy(asc(teacher.position), asc(teacher.id))
    .limit(limit)
    .offset(offset)
  return countedPage(
    input,
    rows,
    (row) => withoutNulls(row.item),
    () => db.$count(teacher, ofSchool),
  )
}
