import {
  and,
  asc,
  count,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { Database } from '../connect.ts'
import { isCalledOff } from '../open-days/open-days.ts'
import { lastBackupMade } from '../site-facts.ts'
import {
  accessLog,
  clue,
  contentDraft,
  correction,
  event,
  kioskDevice,
  openDay,
  outbox,
  question,
  school,
} from '../schema/index.ts'
import { ofSchool } from './drafts.ts'
import { awaitsCall } from '../leads/contacted-leads.ts'
import { reachable, type LeadReach } from './lead-reach.ts'
import { hasReminder } from './leads.ts'
import { waitingOf } from './open-days.ts'
import { importCommitted, visible, withHidden } from '../visible-rows.ts'

/** How many wait, and since when the oldest does. */
export type Waiting = { count: number; oldestAt: Date | null }

/** Most rows of a list. */
const mostRows = 50

/** Leads within a member's reach that await a call and that nobody has contacted yet. */
export async function findWaitingLeads(db: Database, reach: LeadReach): Promise<Waiting> {
  const [row] = await db
    .select({ count: count(), oldestAt: min(clue.createdAt) })
    .from(clue)
    .where(and(awaitsCall, reachable(db, reach)))
  return row ?? none
}

/** Leads within a member's reach whose sender is to be called again by now, and since when. */
export async function findDueLeads(db: Database, reach: LeadReach, now: Date): Promise<Waiting> {
  const [row] = await db
    .select({ count: count(), oldestAt: min(clue.nextContactAt) })
    .from(clue)
    .where(and(hasReminder, lte(clue.nextContactAt, now), reachable(db, reach)))
  return row ?? none
}

/** Questions that wait for review. */
export async function findWaitingQuestions(db: Database): Promise<Waiting> {
  const [row] = await db
    .select({ count: count(), oldestAt: min(question.askedAt) })
    .from(question)
    .where(and(eq(question.state, 'pending'), visible(question)))
  return row ?? none
}

/** Reports of errors that wait for an answer. */
export async function findWaitingCorrections(db: Database): Promise<Waiting> {
  const [row] = await db
    .select({ count: count(), oldestAt: min(correction.createdAt) })
    .from(correction)
    .where(eq(correction.state, 'received'))
  return row ?? none
}

/** Drafts that wait for somebody: proposed ones, those that failed at their time, or refused ones that a school wrote. */
export async function findWaitingDrafts(
  db: Database,
  which: 'proposed' | 'failed' | { refusedOf: number },
): Promise<Waiting> {
  const where =
    which === 'proposed'
      ? eq(contentDraft.state, 'proposed')
      : which === 'failed'
        ? and(eq(contentDraft.state, 'draft'), isNotNull(contentDraft.problems))
        : and(eq(contentDraft.state, 'refused'), ofSchool(db, which.refusedOf))
  const [row] = await db
    .select({ count: count(), oldestAt: min(contentDraft.updatedAt) })
    .from(contentDraft)
    .where(where)
  return row ?? none
}

const none: Waiting = { count: 0, oldestAt: null }

/** Open days that begin in a span of time, soonest first, with their seats; of one school where one is named. */
export function findOpenDaysBetween(
  db: Database,
  { from, before, schoolId }: { from: Date; before: Date; schoolId?: number | undefined },
) {
  return db
    .select({
      id: openDay.id,
      title: openDay.title,
      schoolId: openDay.schoolId,
      schoolName: school.name,
      startsAt: openDay.startsAt,
      endsAt: openDay.endsAt,
      place: openDay.place,
      taken: openDay.taken,
      capacity: openDay.capacity,
      waiting: waitingOf,
      isCancelled: isCalledOff,
    })
    .from(openDay)
    .leftJoin(withHidden(school), eq(school.id, openDay.schoolId))
    .where(
      and(
        importCommitted(openDay),
        gte(openDay.startsAt, from),
        lt(openDay.startsAt, before),
        schoolId === undefined ? undefined : eq(openDay.schoolId, schoolId),
      ),
    )
    .orderBy(asc(openDay.startsAt), asc(openDay.id))
    .limit(mostRows)
}

/** Paired devices of events that have not ended, by event and name. */
export function findDevicesInUse(db: Database, now: Date) {
  return db
    .select({
      id: kioskDevice.id,
      name: kioskDevice.name,
      eventId: event.id,
      eventTitle: event.title,
      lastSeenAt: kioskDevice.lastSeenAt,
      waiting: kioskDevice.waiting,
    })
    .from(kioskDevice)
    .innerJoin(event, eq(event.id, kioskDevice.eventId))
    .where(
      and(
        visible(event),
        gte(event.endsAt, now),
        isNotNull(kioskDevice.pairedAt),
        isNull(kioskDevice.revokedAt),
      ),
    )
    .orderBy(asc(event.startsAt), asc(event.id), asc(kioskDevice.name))
    .limit(mostRows)
}

/**
 * Jobs of these kinds (undefined: of all) that are not done, those that failed among them, and when the last backup
 * was complete.
 */
export async function findOperations(db: Database, kinds: readonly string[] | undefined) {
  const failing = isNotNull(outbox.error)
  const oldest = sql`min(${outbox.createdAt}) filter (where ${failing})`.mapWith(outbox.createdAt)
  const oldestFailingAt: SQL<Date | null> = oldest
  const [jobs] = await db
    .select({
      waiting: count(),
      failing: sql<number>`count(*) filter (where ${failing})`.mapWith(Number),
      oldestFailingAt,
    })
    .from(outbox)
    .where(and(isNull(outbox.doneAt), kinds === undefined ? undefined : inArray(outbox.kind, [...kinds])))
  const lastBackupAt: SQL<Date | null> = lastBackupMade.mapWith(accessLog.at)
  const [backup] = await db.select({ at: lastBackupAt }).from(accessLog)
  return {
    jobsWaiting: jobs?.waiting ?? 0,
    jobsFailing: jobs?.failing ?? 0,
    oldestFailingAt: jobs?.oldestFailingAt ?? null,
    lastBackupAt: backup?.at ?? null,
  }
}
