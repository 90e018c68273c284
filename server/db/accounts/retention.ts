import { and, eq, exists, gt, inArray, isNotNull, isNull, lt, ne, not, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgTable, PgColumn } from 'drizzle-orm/pg-core'
import { retentionDays as days } from '#server/contract/accounts/retention.ts'
import { leadWithoutPerson } from './anonymise.ts'
import type { Database } from '../connect.ts'
import { endCrmLeads } from '../leads/crm-events.ts'
import {
  accessLog,
  actCount,
  checkIn,
  checkInUndone,
  clue,
  code,
  collectNote,
  consent,
  contentDraft,
  correction,
  decisionBook,
  deletion,
  event,
  idempotencyKey,
  importPrevious,
  kioskDevice,
  leadEntry,
  openDay,
  openDayNotice,
  outbox,
  question,
  registration,
  session,
  staffLogin,
  staffMember,
  staffRecoveryCode,
  staffSession,
  standingStates,
  visitor,
} from '../schema/index.ts'
import { withHidden } from '../visible-rows.ts'

/** Retention rule: processes at most `limit` rows due at `now` and returns their number. */
export type RetentionStep = (db: Database, now: Date, limit: number) => Promise<number>

const dayMs = 86_400_000

function ago(now: Date, count: number): Date {
  return new Date(now.getTime() - count * dayMs)
}

/** Subquery of a batch's ids, without rows that another process has locked. */
function batch(db: Database, table: AnyPgTable, id: PgColumn, due: SQL | undefined, limit: number) {
  return db.select({ id }).from(table).where(due).limit(limit).for('update', { skipLocked: true })
}

/** Deletes a batch of one table. */
async function remove(
  db: Database,
  table: AnyPgTable & { id: PgColumn },
  due: SQL | undefined,
  limit: number,
): Promise<number> {
  const gone = await db.delete(table).where(inArray(table.id, batch(db, table, table.id, due, limit)))
  return gone.rowCount ?? 0
}

/** Retention rules by name; an earlier one may make rows due for a later one. */
export const retentionSteps: ReadonlyMap<string, RetentionStep> = new Map<string, RetentionStep>([
  ['leads', anonymiseLeads],
  ['keys', forgetKeys],
  ['questions', forgetAskers],
  ['refused questions', removeRefusedQuestions],
  ['corrections', removeCorrections],
  ['codes', emptyCodes],
  ['sends', (db, now, limit) => remove(db, code, lt(code.createdAt, ago(now, days.code)), limit)],
  [
    'notes on former favourites',
    (db, now, limit) => remove(db, collectNote, lt(collectNote.removedAt, ago(now, days.removedNote)), limit),
  ],
  [
    'decision books',
    (db, now, limit) =>
      remove(db, decisionBook, lt(decisionBook.createdAt, ago(now, days.decisionBook)), limit),
  ],
  ['sessions', removeSessions],
  ['consents', removeConsents],
  ['check-ins', (db, now, limit) => remove(db, checkIn, ofPastEvent(db, checkIn.eventId, now), limit)],
  ['undone check-ins', removeUndoneCheckIns],
  [
    'registrations',
    (db, now, limit) => remove(db, registration, ofPastEvent(db, registration.eventId, now), limit),
  ],
  ['devices', (db, now, limit) => remove(db, kioskDevice, ofPastEvent(db, kioskDevice.eventId, now), limit)],
  ['jobs', (db, now, limit) => remove(db, outbox, lt(outbox.doneAt, ago(now, days.doneJob)), limit)],
  [
    'drafts',
    (db, now, limit) =>
      remove(
        db,
        contentDraft,
        and(
          inArray(contentDraft.state, ['published', 'discarded']),
          lt(contentDraft.updatedAt, ago(now, days.finishedDraft)),
        ),
        limit,
      ),
  ],
  ['accounts', removeClosedAccounts],
  ['deletions', forgetDeletions],
  ['limits', forgetActs],
  ['staff sessions', removeStaffSessions],
  [
    'staff logins',
    (db, now, limit) => remove(db, staffLogin, lt(staffLogin.expiresAt, ago(now, days.limit)), limit),
  ],
  ['access log', removeAccesses],
  ['staff phones', forgetFormerMembers],
  ['staff', removeFormerMembers],
])

/** Leads without a contact for long; those that stand for an open day that is not over yet wait for its end. */
async function anonymiseLeads(db: Database, now: Date, limit: number): Promise<number> {
  const toCome = db
    .select({ id: openDay.id })
    .from(withHidden(openDay))
    .where(and(eq(openDay.id, clue.openDayId), gt(openDay.endsAt, now)))
  const due = and(
    isNull(clue.anonymisedAt),
    lt(clue.updatedAt, ago(now, days.lead)),
    not(and(inArray(clue.state, standingStates), exists(toCome)) ?? sql`false`),
  )
  return db.transaction(async (tx) => {
    const leads = await tx
      .select({ id: clue.id })
      .from(clue)
      .where(due)
      .limit(limit)
      .for('update', { skipLocked: true })
    const ids = leads.map(({ id }) => id)
    await endCrmLeads(tx, ids, { event: 'deleted', reason: 'retention', at: now })
    await tx.delete(openDayNotice).where(inArray(openDayNotice.clueId, ids))
    await tx.delete(leadEntry).where(inArray(leadEntry.clueId, ids))
    await tx.update(clue).set(leadWithoutPerson(now)).where(inArray(clue.id, ids))
    return ids.length
  })
}

/** Idempotency keys, which only have to outlive a form's retries. */
async function forgetKeys(db: Database, now: Date, limit: number): Promise<number> {
  const due = lt(idempotencyKey.createdAt, ago(now, days.idempotencyKey))
  const keys = batch(db, idempotencyKey, idempotencyKey.keyHash, due, limit)
  const done = await db.delete(idempotencyKey).where(inArray(idempotencyKey.keyHash, keys))
  return done.rowCount ?? 0
}

/** Counts of rate limits, wrong codes included. */
async function forgetActs(db: Database, now: Date, limit: number): Promise<number> {
  const keys = batch(db, actCount, actCount.keyHash, lt(actCount.endsAt, ago(now, days.limit)), limit)
  const done = await db.delete(actCount).where(inArray(actCount.keyHash, keys))
  return done.rowCount ?? 0
}

/** Takes name and phone from questions, as from leads; the account that asked still finds its own. */
async function forgetAskers(db: Database, now: Date, limit: number): Promise<number> {
  const due = and(
    or(isNotNull(question.phoneCipher), isNotNull(question.nameCipher), isNotNull(question.phoneHash)),
    lt(question.askedAt, ago(now, days.lead)),
  )
  const done = await db
    .update(withHidden(question))
    .set({ nameCipher: null, phoneCipher: null, phoneHash: null, keyHash: null, originalBody: null })
    .where(inArray(question.id, batch(db, question, question.id, due, limit)))
  return done.rowCount ?? 0
}

/** Submissions of check-ins that were undone, with what their devices called themselves. */
async function removeUndoneCheckIns(db: Database, now: Date, limit: number): Promise<number> {
  const due = ofPastEvent(db, checkInUndone.eventId, now)
  const done = await db
    .delete(checkInUndone)
    .where(inArray(checkInUndone.nonce, batch(db, checkInUndone, checkInUndone.nonce, due, limit)))
  return done.rowCount ?? 0
}

/** Deletes questions that nobody else ever read, often since they say something of a person, and their earlier texts. */
async function removeRefusedQuestions(db: Database, now: Date, limit: number): Promise<number> {
  const due = and(eq(question.state, 'refused'), lt(question.askedAt, ago(now, days.lead)))
  return db.transaction(async (tx) => {
    const refused = await tx
      .delete(withHidden(question))
      .where(inArray(question.id, batch(db, question, question.id, due, limit)))
      .returning({ id: question.id })
    const ids = refused.map(({ id }) => id)
    await tx
      .delete(importPrevious)
      .where(and(eq(importPrevious.content, 'question'), inArray(importPrevious.rowId, ids)))
    return ids.length
  })
}

/** Deletes reports of errors after their answer, or after they were sent. */
function removeCorrections(db: Database, now: Date, limit: number): Promise<number> {
  const over = ago(now, days.lead)
  const due = or(
    lt(correction.answeredAt, over),
    and(isNull(correction.answeredAt), lt(correction.createdAt, over)),
  )
  return remove(db, correction, due, limit)
}

/** Empties codes that are no longer valid; their rows still count against the limits. */
async function emptyCodes(db: Database, now: Date, limit: number): Promise<number> {
  const due = and(ne(code.codeHash, ''), lt(code.expiresAt, now))
  const done = await db
    .update(code)
    .set({ codeHash: '' })
    .where(inArray(code.id, batch(db, code, code.id, due, limit)))
  return done.rowCount ?? 0
}

function removeSessions(db: Database, now: Date, limit: number): Promise<number> {
  const over = ago(now, days.session)
  const due = or(
    lt(session.endedAt, over),
    lt(session.expiresAt, over),
    lt(session.lastSeenAt, ago(over, days.idleSession)),
  )
  return remove(db, session, due, limit)
}

/**
 * Deletes consents after their retention, counted from the withdrawal or from when their lead was anonymised; without
 * lead and account, from when they were given.
 */
function removeConsents(db: Database, now: Date, limit: number): Promise<number> {
  const over = ago(now, days.consent)
  const purposeEnded = db
    .select({ id: clue.id })
    .from(clue)
    .where(and(eq(clue.id, consent.clueId), lt(clue.anonymisedAt, over)))
  const due = or(
    lt(consent.withdrawnAt, over),
    exists(purposeEnded),
    and(isNull(consent.clueId), isNull(consent.visitorId), lt(consent.givenAt, over)),
  )
  return remove(db, consent, due, limit)
}

function removeStaffSessions(db: Database, now: Date, limit: number): Promise<number> {
  const over = ago(now, days.session)
  return remove(db, staffSession, or(lt(staffSession.endedAt, over), lt(staffSession.expiresAt, over)), limit)
}

/** The database deletes none that is younger by its own clock (the trigger `access_log_retention`). */
function removeAccesses(db: Database, now: Date, limit: number): Promise<number> {
  const isOld = sql`${accessLog.at} < now() - make_interval(days => ${days.accessLog})`
  return remove(db, accessLog, and(lt(accessLog.at, ago(now, days.accessLog)), isOld), limit)
}

/** Takes phone, second factor and recovery codes from members who ended; their names stay in the access log. */
async function forgetFormerMembers(db: Database, now: Date, limit: number): Promise<number> {
  const due = and(isNotNull(staffMember.phoneCipher), lt(staffMember.closedAt, ago(now, days.session)))
  return db.transaction(async (tx) => {
    const former = await tx
      .update(staffMember)
      .set({ phoneHash: null, phoneCipher: null, totpCipher: null, totpStep: null })
      .where(inArray(staffMember.id, batch(db, staffMember, staffMember.id, due, limit)))
      .returning({ id: staffMember.id })
    const ids = former.map(({ id }) => id)
    await tx.delete(staffRecoveryCode).where(inArray(staffRecoveryCode.staffId, ids))
    return ids.length
  })
}

/** Deletes members who ended once no record of the access log names them any more. */
function removeFormerMembers(db: Database, now: Date, limit: number): Promise<number> {
  const noted = db.select({ id: accessLog.id }).from(accessLog).where(eq(accessLog.staffId, staffMember.id))
  const due = and(lt(staffMember.closedAt, ago(now, days.accessLog)), not(exists(noted)))
  return remove(db, staffMember, due, limit)
}

function ofPastEvent(db: Database, eventId: PgColumn, now: Date): SQL {
  const past = db
    .select({ id: event.id })
    .from(withHidden(event))
    .where(and(eq(event.id, eventId), lt(event.endsAt, ago(now, days.event))))
  return exists(past)
}

/** A closed account is an empty row that tells its old sessions why they ended; it goes with the last of them. */
function removeClosedAccounts(db: Database, now: Date, limit: number): Promise<number> {
  const sessions = db.select({ id: session.id }).from(session).where(eq(session.visitorId, visitor.id))
  return remove(db, visitor, and(lt(visitor.closedAt, ago(now, days.session)), not(exists(sessions))), limit)
}

/** The ledger of deletions, once no backup from before them is left. */
async function forgetDeletions(db: Database, now: Date, limit: number): Promise<number> {
  const due = lt(deletion.deletedAt, ago(now, days.deletion))
  const { phoneHash } = deletion
  const gone = await db.delete(deletion).where(inArray(phoneHash, batch(db, deletion, phoneHash, due, limit)))
  return gone.rowCount ?? 0
}
