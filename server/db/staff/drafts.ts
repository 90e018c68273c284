import { and, asc, desc, eq, inArray, isNull, lte, sql, type SQL } from 'drizzle-orm'
import type { ContentKind, draftStates } from '#server/contract/staff/content.ts'
import type { Database, Transaction } from '../connect.ts'
import { rowsOf } from '../list-page.ts'
import { contentDraft, school, staffMember } from '../schema/index.ts'
import { withHidden } from '../visible-rows.ts'

/** A draft as it is stored. */
export type StoredDraft = typeof contentDraft.$inferSelect
export type DraftState = (typeof draftStates)[number]

/** States of drafts that are not finished. */
export const openStates: readonly DraftState[] = ['draft', 'proposed', 'scheduled', 'refused']

/** The school that a draft's author is a member of; null for editors. */
function authorsSchool(db: Database): SQL<number | null> {
  const author = db
    .select({ schoolId: staffMember.schoolId })
    .from(staffMember)
    .where(and(eq(staffMember.id, contentDraft.authorId), eq(staffMember.role, 'school')))
  return sql<number | null>`(${author})`.mapWith(Number)
}

/** Condition on `content_draft`: about a school, and written by one of its members. Undefined: every draft. */
export function ofSchool(db: Database, schoolId: number | undefined): SQL | undefined {
  return schoolId === undefined
    ? undefined
    : and(eq(contentDraft.schoolId, schoolId), eq(authorsSchool(db), schoolId))
}

function selectDrafts(db: Database) {
  return db
    .select({ draft: contentDraft, schoolName: school.name, authorSchoolId: authorsSchool(db) })
    .from(contentDraft)
    .leftJoin(withHidden(school), eq(school.id, contentDraft.schoolId))
}

/** A draft with the name of its school, and the school whose member wrote it. */
export type DraftWithSchool = Awaited<ReturnType<typeof selectDrafts>>[number]

type Filter = {
  state?: DraftState | undefined
  kind?: ContentKind | undefined
  schoolId: number | undefined
  page: number
  page_size: number
}

/** A page of drafts, the latest change first; without a state those that are not finished. */
export async function findDrafts(
  db: Database,
  { state, kind, schoolId, ...page }: Filter,
): Promise<{ rows: DraftWithSchool[]; total: number }> {
  const where = and(
    inArray(contentDraft.state, state === undefined ? [...openStates] : [state]),
    kind === undefined ? undefined : eq(contentDraft.kind, kind),
    ofSchool(db, schoolId),
  )
  const { limit, offset } = rowsOf(page)
  const rows = await selectDrafts(db)
    .where(where)
    .orderBy(desc(contentDraft.updatedAt), desc(contentDraft.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(contentDraft, where) }
}

/** One draft; undefined for an unknown id. */
export async function findDraft(db: Database, id: number): Promise<DraftWithSchool | undefined> {
  const [row] = await selectDrafts(db).where(eq(contentDraft.id, id))
  return row
}

/** Drafts of rows that are not finished; with `schoolId` those that members of the school wrote. */
export async function findOpenDrafts(
  db: Database,
  kind: ContentKind,
  { rowIds, schoolId }: { rowIds: readonly number[]; schoolId: number | undefined },
): Promise<StoredDraft[]> {
  if (rowIds.length === 0) return []
  return db
    .select()
    .from(contentDraft)
    .where(
      and(
        eq(contentDraft.kind, kind),
        inArray(contentDraft.rowId, [...rowIds]),
        inArray(contentDraft.state, [...openStates]),
        ofSchool(db, schoolId),
      ),
    )
    .orderBy(asc(contentDraft.id))
}

/**
 * Scheduled drafts, the earliest first, each with the open member who answers for it, and whether its time has come;
 * null: that member was closed or is not known.
 */
export async function findScheduledDrafts(db: Database, now: Date) {
  return db
    .select({
      draft: contentDraft,
      scheduler: { id: staffMember.id, name: staffMember.name, role: staffMember.role },
      isDue: sql<boolean>`${lte(contentDraft.publishAt, now)}`.mapWith(Boolean),
    })
    .from(contentDraft)
    .leftJoin(staffMember, and(eq(staffMember.id, contentDraft.scheduledById), isNull(staffMember.closedAt)))
    .where(eq(contentDraft.state, 'scheduled'))
    .orderBy(asc(contentDraft.publishAt), asc(contentDraft.id))
}

/** Stores a new draft. */
export async function insertDraft(
  tx: Transaction,
  values: typeof contentDraft.$inferInsert,
): Promise<StoredDraft> {
  const [row] = await tx.insert(contentDraft).values(values).returning()
  if (row === undefined) throw new Error('the draft was not stored')
  return row
}

/** Changes a draft that is still of a version; undefined when it is not, or is finished. */
export async function updateDraft(
  tx: Transaction,
  { id, version, states = openStates }: { id: number; version: number; states?: readonly DraftState[] },
  values: Partial<typeof contentDraft.$inferInsert>,
): Promise<StoredDraft | undefined> {
  const [row] = await tx
    .update(contentDraft)
    .set({ ...values, version: sql`${contentDraft.version} + 1`, updatedAt: sql`now()` })
    .where(
      and(
        eq(contentDraft.id, id),
        eq(contentDraft.version, version),
        inArray(contentDraft.state, [...states]),
      ),
    )
    .returning()
  return row
}
