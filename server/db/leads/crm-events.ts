import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { leadFieldNames } from '#server/contract/catalogue/lead-fields.ts'
import { pick } from '#server/contract/catalogue/typed-records.ts'
import type { Database, Transaction } from '../connect.ts'
import { namedRecipient, promisedRecipient } from '../recipients.ts'
import { clue, consent, openDay, outbox, school, standingStates } from '../schema/index.ts'
import { withHidden } from '../visible-rows.ts'

/** Change of a lead that the CRM has: `event` of the webhook's payload, which is `received` for a new lead. */
export const crmEvents = [
  'cancelled',
  'withdrawn',
  'consent_withdrawn',
  'deleted',
  'moved',
  'called_off',
  'reinstated',
  'seat_given',
] as const

/** Kinds of CRM jobs: a new lead, and a change of one. */
export const crmJobKinds = { lead: 'lead', event: 'lead-event' } as const

/** What a job of `crmJobKinds.event` carries besides the lead's id. */
type EventDetails = { event: (typeof crmEvents)[number]; at: Date } & Readonly<Record<string, unknown>>

/** Sequence key: jobs of one lead are done in order. */
function sequenceKeyOf(id: number): string {
  return `clue:${id}`
}

/** Adds the job that sends a new lead to the CRM, once it is committed. */
export async function addCrmLead(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx.insert(outbox).values({
    kind: crmJobKinds.lead,
    payload: { id },
    sequenceKey: sequenceKeyOf(id),
    dueAt: now,
    createdAt: now,
  })
}

/** Whether a job that sends a lead to the CRM, or a change of it, waits. */
export async function isCrmJobWaiting(db: Database | Transaction, id: number): Promise<boolean> {
  const waiting = and(eq(outbox.sequenceKey, sequenceKeyOf(id)), isNull(outbox.doneAt))
  return (await db.$count(outbox, waiting)) > 0
}

/** Adds a job for each of these leads that the CRM may know, done after the earlier ones of the lead. */
export async function addCrmEvent(
  tx: Transaction,
  ids: readonly number[],
  { at, ...details }: EventDetails,
): Promise<void> {
  if (ids.length === 0) return
  const payload = JSON.stringify({ ...details, at: at.toISOString() })
  // Locked, so that a lead that is being sent right now is known to be: `markCrmSent` comes before or after this.
  await tx.execute(sql`
    insert into ${outbox} (kind, payload, sequence_key, due_at, created_at)
    select ${crmJobKinds.event}, ${payload}::jsonb || jsonb_build_object('id', ${clue.id}),
      'clue:' || ${clue.id}, ${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz
    from ${clue}
    where ${and(inArray(clue.id, [...ids]), isNotNull(clue.crmSentAt))}
    order by ${clue.id}
    for update`)
}

/** The same for leads about which nobody may be contacted any more. One that the CRM was never sent is sent no more. */
export async function endCrmLeads(
  tx: Transaction,
  ids: readonly number[],
  details: EventDetails,
): Promise<void> {
  if (ids.length === 0) return
  const leads = await tx
    .select({ id: clue.id, crmSentAt: clue.crmSentAt })
    .from(clue)
    .where(inArray(clue.id, [...ids]))
    .orderBy(asc(clue.id))
    .for('update')
  const unsent = leads.filter(({ crmSentAt }) => crmSentAt === null).map(({ id }) => sequenceKeyOf(id))
  if (unsent.length > 0) {
    await tx
      .update(outbox)
      .set({ doneAt: details.at })
      .where(and(inArray(outbox.sequenceKey, unsent), isNull(outbox.doneAt)))
  }
  await addCrmEvent(tx, ids, details)
}

/** Records that a lead is about to be sent to the CRM; false when it was cancelled or made anonymous meanwhile. */
export async function markCrmSent(db: Database, id: number, now: Date): Promise<boolean> {
  const { rowCount } = await db
    .update(clue)
    .set({ crmSentAt: sql`coalesce(${clue.crmSentAt}, ${now.toISOString()})` })
    .where(and(eq(clue.id, id), isNull(clue.anonymisedAt), inArray(clue.state, standingStates)))
  return rowCount === 1
}

/** A lead to be sent to the CRM, still encrypted; undefined when it was cancelled or made anonymous meanwhile. */
export async function findLeadToSend(db: Database, id: number) {
  const [row] = await db
    .select({
      lead: {
        reference: clue.reference,
        orderType: clue.orderType,
        state: clue.state,
        nameCipher: clue.nameCipher,
        phoneCipher: clue.phoneCipher,
        messageCipher: clue.messageCipher,
        cityCode: clue.cityCode,
        stage: clue.stage,
        grade: clue.grade,
        ...pick(clue, leadFieldNames),
        source: clue.source,
        duplicateOf: clue.duplicateOf,
        createdAt: clue.createdAt,
        verifiedAt: clue.verifiedAt,
      },
      recipient: namedRecipient,
      recipientKind: promisedRecipient,
      school: { id: school.id, name: school.name },
      openDay: {
        id: openDay.id,
        title: openDay.title,
        startsAt: openDay.startsAt,
        place: openDay.place,
      },
    })
    .from(clue)
    .leftJoin(withHidden(school), eq(school.id, clue.schoolId))
    .leftJoin(withHidden(openDay), eq(openDay.id, clue.openDayId))
    .where(and(eq(clue.id, id), isNull(clue.anonymisedAt), inArray(clue.state, standingStates)))
  if (row === undefined) return undefined
  return { ...row, consents: await findGivenConsents(db, id) }
}

/** What is delivered to the CRM about a change of a lead: nothing about the person. */
export async function findLeadForEvent(db: Database, id: number) {
  const [row] = await db
    .select({
      lead: {
        reference: clue.reference,
        orderType: clue.orderType,
        state: clue.state,
        anonymisedAt: clue.anonymisedAt,
      },
      openDay: {
        id: openDay.id,
        title: openDay.title,
        startsAt: openDay.startsAt,
        place: openDay.place,
      },
    })
    .from(clue)
    .leftJoin(withHidden(openDay), eq(openDay.id, clue.openDayId))
    .where(eq(clue.id, id))
  return row && { ...row, consents: await findGivenConsents(db, id) }
}

/** Consents of a lead that were not withdrawn. */
function findGivenConsents(db: Database, clueId: number) {
  return db
    .select({ purpose: consent.purpose, textVersion: consent.textVersion, givenAt: consent.givenAt })
    .from(consent)
    .where(and(eq(consent.clueId, clueId), isNull(consent.withdrawnAt)))
    .orderBy(asc(consent.id))
}
