import { and, asc, eq, gt, gte, inArray, isNull, lt } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { leadFieldNames } from '#server/contract/catalogue/lead-fields.ts'
import { pick } from '#server/contract/catalogue/typed-records.ts'
import type { Database } from '../connect.ts'
import { checkIn, clue, consent, event, openDay, question, registration, school } from '../schema/index.ts'
import { withHidden } from '../visible-rows.ts'

/** Which rows: stored from `since` on, before `until`; of one event or school where rows belong to such; leads with these references. */
export type RecordFilter = {
  since: Date
  until: Date | undefined
  event?: number | undefined
  school?: number | undefined
  references?: readonly string[] | undefined
}
/** A batch of them: at most `limit` after the row with this id. */
export type RecordBatch<Id> = RecordFilter & { after: Id; limit: number }

function within(at: AnyPgColumn, { since, until }: RecordFilter) {
  return and(gte(at, since), until === undefined ? undefined : lt(at, until))
}

function ofSchool(id: AnyPgColumn, { school: wanted }: RecordFilter) {
  return wanted === undefined ? undefined : eq(id, wanted)
}

/** A batch of leads that still have their person, still encrypted. */
export function findLeads(db: Database, batch: RecordBatch<number>) {
  return db
    .select({
      id: clue.id,
      reference: clue.reference,
      orderType: clue.orderType,
      state: clue.state,
      createdAt: clue.createdAt,
      verifiedAt: clue.verifiedAt,
      nextContactAt: clue.nextContactAt,
      nameCipher: clue.nameCipher,
      phoneCipher: clue.phoneCipher,
      messageCipher: clue.messageCipher,
      cityCode: clue.cityCode,
      stage: clue.stage,
      grade: clue.grade,
      ...pick(clue, leadFieldNames),
      source: clue.source,
      duplicateOf: clue.duplicateOf,
      schoolId: clue.schoolId,
      school: school.name,
      openDay: openDay.title,
      openDayAt: openDay.startsAt,
    })
    .from(clue)
    .leftJoin(withHidden(school), eq(school.id, clue.schoolId))
    .leftJoin(withHidden(openDay), eq(openDay.id, clue.openDayId))
    .where(
      and(
        within(clue.createdAt, batch),
        ofSchool(clue.schoolId, batch),
        batch.references === undefined ? undefined : inArray(clue.reference, [...batch.references]),
        isNull(clue.anonymisedAt),
        gt(clue.id, batch.after),
      ),
    )
    .orderBy(asc(clue.id))
    .limit(batch.limit)
}

/** Consents given with these leads, withdrawn ones too, in the order in which they were given. */
export function findConsentsOfLeads(db: Database, leads: readonly number[]) {
  return db
    .select({
      clueId: consent.clueId,
      purpose: consent.purpose,
      recipient: consent.recipient,
      givenAt: consent.givenAt,
      withdrawnAt: consent.withdrawnAt,
    })
    .from(consent)
    .where(inArray(consent.clueId, [...leads]))
    .orderBy(asc(consent.id))
}

/** A batch of check-ins by the time at which people came, still encrypted. */
export function findCheckIns(db: Database, batch: RecordBatch<string>) {
  return db
    .select({
      id: checkIn.id,
      kind: checkIn.kind,
      at: checkIn.at,
      receivedAt: checkIn.receivedAt,
      device: checkIn.device,
      nameCipher: checkIn.nameCipher,
      phoneCipher: checkIn.phoneCipher,
      event: event.title,
      eventAt: event.startsAt,
      ticket: registration.ticket,
    })
    .from(checkIn)
    .innerJoin(withHidden(event), eq(event.id, checkIn.eventId))
    .leftJoin(registration, eq(registration.id, checkIn.registrationId))
    .where(
      and(
        within(checkIn.at, batch),
        batch.event === undefined ? undefined : eq(checkIn.eventId, batch.event),
        gt(checkIn.id, batch.after),
      ),
    )
    .orderBy(asc(checkIn.id))
    .limit(batch.limit)
}

/** A batch of questions, still encrypted. */
export function findQuestions(db: Database, batch: RecordBatch<number>) {
  return db
    .select({
      id: question.id,
      state: question.state,
      askedAt: question.askedAt,
      body: question.body,
      nameCipher: question.nameCipher,
      phoneCipher: question.phoneCipher,
      schoolId: question.schoolId,
      school: school.name,
    })
    .from(withHidden(question))
    .innerJoin(withHidden(school), eq(school.id, question.schoolId))
    .where(
      and(within(question.askedAt, batch), ofSchool(question.schoolId, batch), gt(question.id, batch.after)),
    )
    .orderBy(asc(question.id))
    .limit(batch.limit)
}
