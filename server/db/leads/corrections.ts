import { and, asc, count, desc, eq, gt, lte, ne, or, sql, type SQL } from 'drizzle-orm'
import type { Database, Transaction } from '../connect.ts'
import { rowsOf } from '../list-page.ts'
import { correction, school, visitor } from '../schema/index.ts'
import { withHidden } from '../visible-rows.ts'

/** A report as it waits for an answer; its texts and the phone already encrypted. */
export type NewCorrection = Omit<typeof correction.$inferInsert, 'id' | 'state' | 'answer' | 'answeredAt'>

/** A stored report as far as a repeat of it goes. */
export type SentCorrection = Pick<
  typeof correction.$inferSelect,
  'id' | 'schoolId' | 'field' | 'wrongCipher' | 'rightCipher' | 'phoneHash' | 'state' | 'createdAt'
>

const sent = {
  id: correction.id,
  schoolId: correction.schoolId,
  field: correction.field,
  wrongCipher: correction.wrongCipher,
  rightCipher: correction.rightCipher,
  phoneHash: correction.phoneHash,
  state: correction.state,
  createdAt: correction.createdAt,
}

/** Stores a report; undefined when its key is taken. */
export async function insertCorrection(
  tx: Transaction,
  given: NewCorrection,
): Promise<SentCorrection | undefined> {
  const [row] = await tx
    .insert(correction)
    .values(given)
    .onConflictDoNothing({ target: correction.keyHash })
    .returning(sent)
  return row
}

/** The report that was stored under an idempotency key. */
export async function findCorrectionByKey(
  db: Database,
  keyHash: string,
): Promise<SentCorrection | undefined> {
  const [row] = await db.select(sent).from(correction).where(eq(correction.keyHash, keyHash))
  return row
}

/** Frees the key of an answered report that was sent at a moment or before, so that it can be sent again. */
export async function releaseCorrectionKey(tx: Transaction, keyHash: string, until: Date): Promise<void> {
  await tx
    .update(correction)
    .set({ keyHash: null })
    .where(
      and(
        eq(correction.keyHash, keyHash),
        ne(correction.state, 'received'),
        lte(correction.createdAt, until),
      ),
    )
}

/** How many reports a phone has sent since a moment. Call it under the lock of the phone. */
export async function countCorrectionsOfPhone(
  tx: Transaction,
  phoneHash: string,
  since: Date,
): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(correction)
    .where(and(eq(correction.phoneHash, phoneHash), gt(correction.createdAt, since)))
  return row?.count ?? 0
}

/** Condition on `correction`: sent by the visitor's account, or with its phone. */
function ownCorrection(visitorId: number): SQL | undefined {
  const phone = sql`(select ${visitor.phoneHash} from ${visitor} where ${visitor.id} = ${visitorId})`
  return or(eq(correction.visitorId, visitorId), eq(correction.phoneHash, phone))
}

const shown = {
  ...sent,
  answer: correction.answer,
  answeredAt: correction.answeredAt,
  school: { id: school.id, name: school.name, withdrawnAt: school.withdrawnAt },
}

/** One page of a visitor's own reports, the latest first; their texts are still encrypted. */
export async function findOwnCorrections(
  db: Database,
  visitorId: number,
  page: { page: number; page_size: number },
) {
  const own = ownCorrection(visitorId)
  const { limit, offset } = rowsOf(page)
  const [rows, total] = await Promise.all([
    db
      .select(shown)
      .from(correction)
      .innerJoin(withHidden(school), eq(school.id, correction.schoolId))
      .where(own)
      .orderBy(desc(correction.createdAt), desc(correction.id))
      .limit(limit)
      .offset(offset),
    db.$count(correction, own),
  ])
  return { rows, total }
}

/** The phone that came with a report, encrypted: null without one; undefined for an unknown report. */
export async function findCorrectionPhone(
  db: Database | Transaction,
  id: number,
): Promise<string | null | undefined> {
  const [row] = await db
    .select({ phoneCipher: correction.phoneCipher })
    .from(correction)
    .where(eq(correction.id, id))
  return row?.phoneCipher
}

/** One page of reports in a state: waiting ones oldest first, others latest first; their texts are still encrypted. */
export async function findCorrections(
  db: Database,
  { state, schoolId }: { state: string; schoolId: number | undefined },
  page: { page: number; page_size: number },
): Promise<{ rows: ReportedCorrection[]; total: number }> {
  const which = and(
    eq(correction.state, state),
    schoolId === undefined ? undefined : eq(correction.schoolId, schoolId),
  )
  const order = state === 'received' ? asc : desc
  const { limit, offset } = rowsOf(page)
  const rows = await selectReported(db, which)
    .orderBy(order(correction.createdAt), order(correction.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(correction, which) }
}

/** One report; its texts are still encrypted. */
export async function findCorrection(db: Database, id: number): Promise<ReportedCorrection | undefined> {
  const [row] = await selectReported(db, eq(correction.id, id))
  return row
}

/** A report for whoever answers it. */
export type ReportedCorrection = Awaited<ReturnType<typeof selectReported>>[number]

function selectReported(db: Database, which: SQL | undefined) {
  return db
    .select({
      ...shown,
      hasPhone: sql<boolean>`${correction.phoneCipher} is not null`,
      hasAccount: sql<boolean>`${correction.visitorId} is not null`,
    })
    .from(correction)
    .innerJoin(withHidden(school), eq(school.id, correction.schoolId))
    .where(which)
    .$dynamic()
}

/** The answer to a report, its row locked until the transaction ends; undefined for an unknown report. */
export async function lockCorrection(tx: Transaction, id: number) {
  const [row] = await tx
    .select({ state: correction.state, answer: correction.answer, answeredAt: correction.answeredAt })
    .from(correction)
    .where(eq(correction.id, id))
    .for('update')
  return row
}

/** Stores the answer to a report, in the place of an earlier one. */
export async function updateCorrection(
  tx: Transaction,
  id: number,
  answer: { state: 'corrected' | 'unchanged'; answer: string; answeredAt: Date },
): Promise<void> {
  await tx.update(correction).set(answer).where(eq(correction.id, id))
}
