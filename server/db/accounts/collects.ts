import { and, asc, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { listCenterCollect } from '#server/contract/accounts/center.ts'
import type { ParsedInputOf } from '#server/contract/endpoint.ts'
import { lockAccount } from './accounts.ts'
import type { Database } from '../connect.ts'
import { listPage, rowsOf } from '../list-page.ts'
import { importCommitted } from '../visible-rows.ts'
import { childListsColumn, withChildAnswer, type ForChild } from '../schools/child-answers.ts'
import { lockReferred, setNotesRemoved } from './collect-notes.ts'
import { schoolCardColumns, toSchoolCard } from '../schools/school-card.ts'
import { collect, school } from '../schema/index.ts'

/**
 * A visitor's favourites, of one city or of all, the latest first by default, for a child if there is one; those
 * that were withdrawn say so, and nothing for a child.
 */
export async function findCollection(
  db: Database,
  visitorId: number,
  input: ParsedInputOf<typeof listCenterCollect>,
  forChild: ForChild,
) {
  const asked = and(
    eq(collect.visitorId, visitorId),
    importCommitted(school),
    input.city_code === undefined ? undefined : eq(school.cityCode, input.city_code),
  )
  const { limit, offset } = rowsOf(input)
  const [rows, counted] = await Promise.all([
    db
      .select({
        card: schoolCardColumns,
        lists: childListsColumn(forChild),
        collectedAt: collect.createdAt,
        withdrawnAt: school.withdrawnAt,
      })
      .from(collect)
      .innerJoin(school, eq(school.id, collect.schoolId))
      .where(asked)
      .orderBy(...orderOf(input.sort), desc(collect.createdAt), asc(school.id))
      .limit(limit)
      .offset(offset),
    db
      .select({ total: sql<string>`count(*)` })
      .from(collect)
      .innerJoin(school, eq(school.id, collect.schoolId))
      .where(asked),
  ])
  const items = rows.map(({ card, lists, collectedAt, withdrawnAt }) => ({
    school: withChildAnswer(toSchoolCard(card), withdrawnAt === null ? lists : null, forChild),
    collected_at: collectedAt.toISOString(),
    ...(withdrawnAt === null ? {} : { withdrawn: true as const }),
  }))
  return listPage(input, items, Number(counted[0]?.total ?? 0))
}

function orderOf(sort: ParsedInputOf<typeof listCenterCollect>['sort']) {
  if (sort === 'newest') return []
  const direction = sort === 'tuition_asc' ? sql`asc` : sql`desc`
  return [sql`${school.tuitionMin} ${direction} nulls last`]
}

/** Which of these schools are among a visitor's favourites, by id. */
export async function findCollected(
  db: Database,
  visitorId: number,
  ids: readonly number[],
): Promise<Record<string, boolean>> {
  const rows = await db
    .select({ id: collect.schoolId })
    .from(collect)
    .where(and(eq(collect.visitorId, visitorId), inArray(collect.schoolId, [...ids])))
  const collected = new Set(rows.map(({ id }) => id))
  return Object.fromEntries(ids.map((id) => [String(id), collected.has(id)]))
}

/**
 * Whether a school is among a visitor's favourites, and whether it was withdrawn; undefined for an unknown school, or a
 * withdrawn one that is none.
 */
export async function findCollectState(
  db: Database,
  visitorId: number,
  schoolId: number,
): Promise<{ collected: boolean; withdrawn: boolean } | undefined> {
  const [row] = await db
    .select({ collected: collect.createdAt, withdrawnAt: school.withdrawnAt })
    .from(school)
    .leftJoin(collect, and(eq(collect.schoolId, school.id), eq(collect.visitorId, visitorId)))
    .where(
      and(
        eq(school.id, schoolId),
        importCommitted(school),
        or(isNull(school.withdrawnAt), isNotNull(collect.visitorId)),
      ),
    )
  return row && { collected: row.collected !== null, withdrawn: row.withdrawnAt !== null }
}

/** The name of one of a visitor's favourites, withdrawn or not; undefined for another school. */
export async function findCollectedName(
  db: Database,
  visitorId: number,
  schoolId: number,
): Promise<string | undefined> {
  const [row] = await db
    .select({ name: school.name })
    .from(collect)
    .innerJoin(school, eq(school.id, collect.schoolId))
    .where(and(eq(collect.visitorId, visitorId), eq(collect.schoolId, schoolId), importCommitted(school)))
  return row?.name
}

/** Makes a school one of a visitor's favourites, with the notes of before if there are any. False: the account is closed. */
export async function insertCollect(db: Database, visitorId: number, schoolId: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await lockAccount(tx, visitorId))) return false
    await lockReferred(tx, schoolId)
    await tx.insert(collect).values({ visitorId, schoolId }).onConflictDoNothing()
    await setNotesRemoved(tx, visitorId, schoolId, null)
    return true
  })
}

/** Takes a school out of a visitor's favourites; resolves to whether it has notes, which the retention deletes later. */
export async function deleteCollect(
  db: Database,
  visitorId: number,
  schoolId: number,
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockReferred(tx, schoolId)
    await tx.delete(collect).where(and(eq(collect.visitorId, visitorId), eq(collect.schoolId, schoolId)))
    return setNotesRemoved(tx, visitorId, schoolId, now)
  })
}
