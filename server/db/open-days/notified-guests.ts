import { and, asc, desc, eq, inArray, isNull, or, sql, type Column } from 'drizzle-orm'
import { listedLeadFields } from '#server/contract/catalogue/lead-fields.ts'
import { pick } from '#server/contract/catalogue/typed-records.ts'
import type { Database } from '../connect.ts'
import { clue, consent, openDayNotice, outbox, standingStates } from '../schema/index.ts'
import { smsNoticeKind, type NoticeKind } from './open-day-notices.ts'

/** States of requests whose senders are told what becomes of their open day. */
/** Condition on a request with its latest notice: its sender is told, also of a removal, which ends the request. */
export const isNotified = (kind: Column) =>
  and(or(inArray(clue.state, standingStates), eq(kind, 'removed')), mayBeContacted(clue.id))
/** Condition: the consent to be contacted about a request stands. */
export const mayBeContacted = (clueId: Column) =>
  sql`exists (select from ${consent} c where c.clue_id = ${clueId} and c.purpose = 'contact' and c.withdrawn_at is null)`
export const isWaiting = sql<boolean>`${clue.state} = 'waiting'`

/**
 * The guests of an open day whose bookings or places on the waiting list stand, and those taken off it, each with
 * the latest notice, still encrypted. `isMessageQueued`: a message about it waits to be sent, which spares a call.
 */
export async function findOpenDayGuests(db: Database, openDayId: number) {
  const latest = db
    .selectDistinctOn([openDayNotice.clueId], {
      id: openDayNotice.id,
      clueId: openDayNotice.clueId,
      kind: openDayNotice.kind,
      smsSentAt: openDayNotice.smsSentAt,
      calledAt: openDayNotice.calledAt,
      calledBy: openDayNotice.calledBy,
    })
    .from(openDayNotice)
    .where(eq(openDayNotice.openDayId, openDayId))
    .orderBy(asc(openDayNotice.clueId), desc(openDayNotice.id))
    .as('latest')
  return db
    .select({
      reference: clue.reference,
      nameCipher: clue.nameCipher,
      phoneCipher: clue.phoneCipher,
      ...pick(clue, listedLeadFields),
      isWaiting,
      kind: sql<NoticeKind | null>`${latest.kind}`,
      smsSentAt: latest.smsSentAt,
      calledAt: latest.calledAt,
      calledBy: latest.calledBy,
      isMessageQueued: sql<boolean>`${latest.kind} <> 'relocated' and exists (
        select from ${outbox} where ${outbox.kind} = ${smsNoticeKind} and ${outbox.doneAt} is null
          and ${outbox.payload} ->> 'notice' = ${latest.id}::text)`,
    })
    .from(clue)
    .leftJoin(latest, eq(latest.clueId, clue.id))
    .where(and(eq(clue.openDayId, openDayId), isNotified(latest.kind), isNull(clue.anonymisedAt)))
    .orderBy(asc(clue.id))
}

/** Records the first call to a guest about the latest notice of an open day; false where there is none to record. */
export async function markCalled(
  db: Database,
  reference: string,
  { operator, now, openDayId }: { operator: string; now: Date; openDayId: number },
): Promise<boolean> {
  const latest = db
    .select({ id: sql`max(${openDayNotice.id})` })
    .from(openDayNotice)
    .innerJoin(clue, eq(clue.id, openDayNotice.clueId))
    .where(eq(clue.reference, reference))
  const { rowCount } = await db
    .update(openDayNotice)
    .set({ calledAt: now, calledBy: operator })
    .where(
      and(
        eq(openDayNotice.id, latest),
        eq(openDayNotice.openDayId, openDayId),
        isNull(openDayNotice.calledAt),
      ),
    )
  return rowCount === 1
}
