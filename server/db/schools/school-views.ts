import { and, asc, desc, eq } from 'drizzle-orm'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import type { getView, listViews } from '#server/contract/schools/school-content.ts'
import type { Database } from '../connect.ts'
import { countedPage, rowsOf } from '../list-page.ts'
import { importCommitted, ofVisibleSchool, visible, type Withdrawn } from '../visible-rows.ts'
import { school, schoolView } from '../schema/index.ts'
import { withoutNulls } from '../without-nulls.ts'

const viewColumns = {
  id: schoolView.id,
  school_id: schoolView.schoolId,
  title: schoolView.title,
  summary: schoolView.summary,
  picture: schoolView.picture,
  publishedAt: schoolView.publishedAt,
  likes: schoolView.likes,
}
const schoolColumns = { id: school.id, name: school.name, city_code: school.cityCode }

/** News of one school. */
export async function findViews(
  db: Database,
  input: ParsedInputOf<typeof listViews>,
): Promise<DataOf<typeof listViews>> {
  const ofSchool = and(
    eq(schoolView.schoolId, input.school_id),
    visible(schoolView),
    ofVisibleSchool(schoolView.schoolId),
  )
  const first = input.sort === 'likes' ? [desc(schoolView.likes)] : []
  const rows = await db
    .select({ item: viewColumns, total: db.$count(schoolView, ofSchool) })
    .from(schoolView)
    .where(ofSchool)
    .orderBy(...first, desc(schoolView.publishedAt), asc(schoolView.id))
    .limit(rowsOf(input).limit)
    .offset(rowsOf(input).offset)
  return countedPage(
    input,
    rows,
    ({ item }) => toView(item),
    () => db.$count(schoolView, ofSchool),
  )
}

/** One news item of a school with the school it belongs to; `withdrawn` for one that was withdrawn. */
export async function findView(
  db: Database,
  id: number,
): Promise<DataOf<typeof getView> | Withdrawn | undefined> {
  const [row] = await db
    .select({
      ...viewColumns,
      body: schoolView.body,
      updatedAt: schoolView.updatedAt,
      withdrawnAt: schoolView.withdrawnAt,
      school: schoolColumns,
      schoolWithdrawnAt: school.withdrawnAt,
    })
    .from(schoolView)
    .innerJoin(school, eq(school.id, schoolView.schoolId))
    .where(and(eq(schoolView.id, id), importCommitted(schoolView), importCommitted(school)))
  if (row === undefined) return undefined
  const { updatedAt, withdrawnAt, schoolWithdrawnAt, ...view } = row
  if (withdrawnAt !== null || schoolWithdrawnAt !== null) return 'withdrawn'
  return { ...toView(view), updated_at: updatedAt.toISOString() }
}

function toView<Row extends { publishedAt: Date }>({ publishedAt, ...row }: Row) {
  return { ...withoutNulls(row), published_at: publishedAt.toISOString() }
}
