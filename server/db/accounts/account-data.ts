import { and, asc, eq, exists, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { AnyPgColumn, AnyPgTable } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from '../connect.ts'
import {
  checkIn,
  clue,
  collect,
  collectNote,
  correction,
  deletion,
  question,
  registration,
  session,
  visitor,
} from '../schema/index.ts'

/** Records the blind index of a phone in the ledger of deletions. */
export async function noteDeletion(tx: Transaction, phoneHash: string, now: Date): Promise<void> {
  await tx
    .insert(deletion)
    .values({ phoneHash, deletedAt: now })
    .onConflictDoUpdate({ target: deletion.phoneHash, set: { deletedAt: now } })
}

/** Recorded deletions whose personal data is present again, by blind index: at most `limit` after `after`. */
export function findUndone(db: Database, after: string, limit: number) {
  const there = (table: AnyPgTable & { phoneHash: AnyPgColumn }, storedAt: AnyPgColumn) =>
    exists(
      db
        .select({ one: sql`1` })
        .from(table)
        .where(and(eq(table.phoneHash, deletion.phoneHash), lte(storedAt, deletion.deletedAt))),
    )
  return db
    .select({ phoneHash: deletion.phoneHash, deletedAt: deletion.deletedAt })
    .from(deletion)
    .where(
      and(
        gt(deletion.phoneHash, after),
        or(
          there(visitor, visitor.createdAt),
          there(clue, clue.createdAt),
          there(question, question.askedAt),
          there(correction, correction.createdAt),
          there(registration, registration.createdAt),
          there(checkIn, checkIn.receivedAt),
        ),
      ),
    )
    .orderBy(asc(deletion.phoneHash))
    .limit(limit)
}

/** The mark of an open account's phone, its row locked; undefined when the account is closed already. */
export async function lockAccount(
  tx: Transaction,
  id: number,
): Promise<{ phoneHash: string | null } | undefined> {
  const [row] = await tx
    .select({ phoneHash: visitor.phoneHash })
    .from(visitor)
    .where(and(eq(visitor.id, id), isNull(visitor.closedAt)))
    .for('update')
  return row
}

/** The open account of the blind index of a phone that was made no later than a moment, its row locked. */
export async function lockAccountOf(
  tx: Transaction,
  phoneHash: string,
  until: Date,
): Promise<number | undefined> {
  const [row] = await tx
    .select({ id: visitor.id })
    .from(visitor)
    .where(and(eq(visitor.phoneHash, phoneHash), lte(visitor.createdAt, until)))
    .for('update')
  return row?.id
}

/** Closes an account: empties its row, ends its sessions and deletes its favourites with their notes. */
export async function closeAccount(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx
    .update(visitor)
    .set({
      phoneHash: null,
      phoneCipher: null,
      nickname: '',
      cityCode: null,
      stage: null,
      grade: null,
      courseText: '',
      agreedVersion: null,
      agreedAt: null,
      closedAt: now,
    })
    .where(eq(visitor.id, id))
  await tx
    .update(session)
    .set({
      endedAt: sql`coalesce(${session.endedAt}, ${now.toISOString()})`,
      endedBy: 'revoked',
      device: null,
    })
    .where(eq(session.visitorId, id))
  await tx.delete(collect).where(eq(collect.visitorId, id))
  await tx.delete(collectNote).where(eq(collectNote.visitorId, id))
}

/** Ends every session of a phone's account that has not ended, and gives their number. */
export async function endSessionsOfPhone(tx: Transaction, phoneHash: string, now: Date): Promise<number> {
  const owner = tx.select({ id: visitor.id }).from(visitor).where(eq(visitor.phoneHash, phoneHash))
  const ended = await tx
    .update(session)
    .set({ endedAt: now, endedBy: 'revoked' })
    .where(and(inArray(session.visitorId, owner), isNull(session.endedAt)))
  return ended.rowCount ?? 0
}
