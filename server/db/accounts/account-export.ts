import { and, asc, eq, getTableColumns, inArray, isNotNull, or, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../connect.ts'
import { findColumns, findSchoolNames } from '../leads/decision-books.ts'
import { ownClue } from '../leads/requests.ts'
import { waitingPosition } from '../leads/waiting-list.ts'
import {
  checkIn,
  clue,
  code,
  collect,
  collectNote,
  consent,
  correction,
  decisionBook,
  event,
  leadEntry,
  openDay,
  question,
  registration,
  school,
  session,
  visitor,
} from '../schema/index.ts'
import { withHidden } from '../visible-rows.ts'

/**
 * Every row that is about the owner of an account, whole and still encrypted, with the names of what it points to. What
 * was sent with the account's phone counts, whoever was logged in, and no request with a phone that the account did not
 * prove; likes are tied to a browser, not to a person.
 */
export async function findAllAbout(db: Database, visitorId: number) {
  const [account] = await db.select().from(visitor).where(eq(visitor.id, visitorId))
  if (account === undefined) return undefined
  const phone = account.phoneHash ?? ''
  const own = (table: { visitorId: AnyPgColumn; phoneHash: AnyPgColumn }): SQL | undefined =>
    or(eq(table.visitorId, visitorId), eq(table.phoneHash, phone))
  return {
    account,
    sessions: await db
      .select()
      .from(session)
      .where(eq(session.visitorId, visitorId))
      .orderBy(asc(session.id)),
    codes: await db.select().from(code).where(eq(code.phoneHash, phone)).orderBy(asc(code.id)),
    favourites: await db
      .select({ row: getTableColumns(collect), school: school.name })
      .from(collect)
      .innerJoin(withHidden(school), eq(school.id, collect.schoolId))
      .where(eq(collect.visitorId, visitorId))
      .orderBy(asc(collect.createdAt)),
    notes: await db
      .select({ row: getTableColumns(collectNote), school: school.name })
      .from(collectNote)
      .innerJoin(withHidden(school), eq(school.id, collectNote.schoolId))
      .where(eq(collectNote.visitorId, visitorId))
      .orderBy(asc(collectNote.id)),
    requests: await db
      .select({ row: getTableColumns(clue), school: school.name, openDay: openDay.title, waitingPosition })
      .from(clue)
      .leftJoin(withHidden(school), eq(school.id, clue.schoolId))
      .leftJoin(withHidden(openDay), eq(openDay.id, clue.openDayId))
      .where(ownClue(visitorId))
      .orderBy(asc(clue.id)),
    contacts: await db
      .select({ row: getTableColumns(leadEntry), reference: clue.reference })
      .from(leadEntry)
      .innerJoin(clue, eq(clue.id, leadEntry.clueId))
      .where(ownClue(visitorId))
      .orderBy(asc(leadEntry.id)),
    decisionBooks: await findBooksOf(db, visitorId),
    consents: await db
      .select({ row: getTableColumns(consent), reference: clue.reference })
      .from(consent)
      .leftJoin(clue, eq(clue.id, consent.clueId))
      .leftJoin(checkIn, eq(checkIn.id, consent.checkInId))
      .where(or(eq(consent.visitorId, visitorId), ownClue(visitorId), eq(checkIn.phoneHash, phone)))
      .orderBy(asc(consent.id)),
    questions: await db
      .select({ row: getTableColumns(question), school: school.name })
      .from(withHidden(question))
      .innerJoin(withHidden(school), eq(school.id, question.schoolId))
      .where(own(question))
      .orderBy(asc(question.id)),
    corrections: await db
      .select({ row: getTableColumns(correction), school: school.name })
      .from(correction)
      .innerJoin(withHidden(school), eq(school.id, correction.schoolId))
      .where(own(correction))
      .orderBy(asc(correction.id)),
    registrations: await db
      .select({ row: getTableColumns(registration), event: event.title })
      .from(registration)
      .innerJoin(withHidden(event), eq(event.id, registration.eventId))
      .where(eq(registration.phoneHash, phone))
      .orderBy(asc(registration.id)),
    checkIns: await db
      .select({ row: getTableColumns(checkIn), event: event.title })
      .from(checkIn)
      .innerJoin(withHidden(event), eq(event.id, checkIn.eventId))
      .where(eq(checkIn.phoneHash, phone))
      .orderBy(asc(checkIn.at)),
  }
}

/** The decision books that an account opened, or that were opened from its requests, but those whose address was replaced. */
async function findBooksOf(db: Database, visitorId: number) {
  const requests = db.select({ id: clue.id }).from(clue).where(ownClue(visitorId))
  const rows = await db
    .select()
    .from(decisionBook)
    .where(
      and(
        isNotNull(decisionBook.accessCipher),
        or(eq(decisionBook.visitorId, visitorId), inArray(decisionBook.clueId, requests)),
      ),
    )
    .orderBy(asc(decisionBook.id))
  return Promise.all(
    rows.map(async (row) => ({
      row,
      schools: await findSchoolNames(db, row.schoolIds),
      people: await findColumns(db, row.id),
    })),
  )
}
