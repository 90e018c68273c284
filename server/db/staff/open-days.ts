import { and, asc, eq, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm'
import { advisoryLocks } from '../advisory-locks.ts'
import { findListState } from '../check-ins/guest-list.ts'
import type { Database, Transaction } from '../connect.ts'
import { rowsOf } from '../list-page.ts'
import { isAsked, isPast, stateAt, type OpenDayInput } from '../open-days/open-day-filters.ts'
import { clue, event, openDay, school, seatedStates } from '../schema/index.ts'
import { importCommitted, ofVisibleSchool, visible, withHidden } from '../visible-rows.ts'

/** The number of requests on the waiting list of an open day, as a subquery. */
export const waitingOf: SQL<number> = sql`(
  select count(*)::int from ${clue} c
  where c.open_day_id = ${openDay.id} and c.state = 'waiting' and c.anonymised_at is null)`

function selectOpenDays(db: Database, now: Date) {
  return db
    .select({
      openDay,
      school: { id: school.id, name: school.name },
      state: stateAt(now),
      isWithdrawn: sql<boolean>`${openDay.withdrawnAt} is not null or not (${ofVisibleSchool(openDay.schoolId)})`,
      waiting: waitingOf,
    })
    .from(withHidden(openDay))
    .leftJoin(withHidden(school), eq(school.id, openDay.schoolId))
}

/** An open day with its school and state. */
export type StaffOpenDay = Awaited<ReturnType<typeof selectOpenDays>>[number]

/** A page of the open days: coming ones first, soonest first, then past ones, the latest first. */
export async function findStaffOpenDays(
  db: Database,
  {
    schoolId,
    now,
    ...input
  }: OpenDayInput & { schoolId: number | undefined; now: Date; page: number; page_size: number },
): Promise<{ rows: StaffOpenDay[]; total: number }> {
  const where = and(
    importCommitted(openDay),
    isAsked(input, now),
    schoolId === undefined ? undefined : eq(openDay.schoolId, schoolId),
  )
  const past = isPast(now)
  const { limit, offset } = rowsOf(input)
  const rows = await selectOpenDays(db, now)
    .where(where)
    .orderBy(
      past,
      sql`case when ${past} then ${openDay.startsAt} end desc`,
      asc(openDay.startsAt),
      asc(openDay.id),
    )
    .limit(limit)
    .offset(offset)
  return { rows, total: await db.$count(openDay, where) }
}

/** One open day; undefined for an unknown id. */
export async function findStaffOpenDay(
  db: Database,
  id: number,
  now: Date,
): Promise<StaffOpenDay | undefined> {
  const [row] = await selectOpenDays(db, now).where(and(eq(openDay.id, id), importCommitted(openDay)))
  return row
}

/** An open day as stored. */
export type StoredOpenDay = typeof openDay.$inferSelect

/**
 * Locks an open day and its bookings until the transaction ends; undefined for an unknown id. The open day first, as
 * `lockSeats` says.
 */
export async function lockOpenDay(tx: Transaction, id: number): Promise<StoredOpenDay | undefined> {
  const [row] = await tx
    .select()
    .from(openDay)
    .where(and(eq(openDay.id, id), importCommitted(openDay)))
    .for('no key update')
  await tx
    .select({ id: clue.id })
    .from(clue)
    .where(eq(clue.openDayId, id))
    .orderBy(asc(clue.id))
    .for('update')
  return row
}

/** What staff write of an open day. */
export type OpenDayFacts = Pick<
  StoredOpenDay,
  'title' | 'startsAt' | 'endsAt' | 'bookingClosesAt' | 'place' | 'description' | 'capacity'
>

/** What files know an open day by. */
export type OpenDayIdentity = Pick<StoredOpenDay, 'cityCode' | 'schoolId' | 'title' | 'startsAt'>

/**
 * Whether another open day that is not withdrawn has this identity. Takes the lock of open days' identities until the
 * transaction ends, so that no two are made of one.
 */
export async function hasOpenDayNamesake(
  tx: Transaction,
  { cityCode, schoolId, title, startsAt }: OpenDayIdentity,
  exceptId?: number,
): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.openDayNames})`)
  const rows = await tx
    .select({ id: openDay.id })
    .from(openDay)
    .where(
      and(
        visible(openDay),
        eq(openDay.cityCode, cityCode),
        schoolId === null ? isNull(openDay.schoolId) : eq(openDay.schoolId, schoolId),
        eq(openDay.title, title),
        eq(openDay.startsAt, startsAt),
        exceptId === undefined ? undefined : ne(openDay.id, exceptId),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Adds an open day; visible at once. */
export async function insertOpenDay(
  tx: Transaction,
  given: OpenDayFacts & Pick<StoredOpenDay, 'cityCode' | 'schoolId'> & { updatedAt: Date },
): Promise<number> {
  const [row] = await tx.insert(openDay).values(given).returning({ id: openDay.id })
  if (row === undefined) throw new Error('the open day was not stored')
  return row.id
}

/** Changes an open day; its `updatedAt` strictly increases, as imports do it. */
export async function updateOpenDay(
  tx: Transaction,
  id: number,
  set: Partial<OpenDayFacts & Pick<StoredOpenDay, 'cancelledAt' | 'cancelReason'>>,
  now: Date,
): Promise<void> {
  const updatedAt = sql`greatest(${now.toISOString()}::timestamptz, ${openDay.updatedAt} + interval '1 millisecond')`
  await tx
    .update(withHidden(openDay))
    .set({ ...set, updatedAt })
    .where(eq(openDay.id, id))
}

/** A visible school of a city by its id or full name; undefined for none, and for a name that several have. */
export async function findHostSchool(
  tx: Transaction,
  { cityCode, text }: { cityCode: string; text: string },
): Promise<number | undefined> {
  const isId = /^[1-9]\d{0,8}$/.test(text)
  const rows = await tx
    .select({ id: school.id })
    .from(school)
    .where(
      and(
        visible(school),
        eq(school.cityCode, cityCode),
        isId ? eq(school.id, Number(text)) : eq(school.name, text),
      ),
    )
    .limit(2)
  return rows.length === 1 ? rows[0]?.id : undefined
}

/** How many bookings of an open day are active. */
export function countBookings(db: Database, openDayId: number): Promise<number> {
  return db.$count(
    clue,
    and(eq(clue.openDayId, openDayId), inArray(clue.state, seatedStates), isNull(clue.anonymisedAt)),
  )
}

/** The waiting list of an open day in its order, still encrypted. */
export function findWaiting(db: Database, openDayId: number) {
  return db
    .select({
      reference: clue.reference,
      nameCipher: clue.nameCipher,
      phoneCipher: clue.phoneCipher,
      createdAt: clue.createdAt,
    })
    .from(clue)
    .where(and(eq(clue.openDayId, openDayId), eq(clue.state, 'waiting'), isNull(clue.anonymisedAt)))
    .orderBy(asc(clue.id))
}

/** The check-in events of an open day with the numbers of their lists. */
export async function findAttendance(db: Database, openDayId: number) {
  const events = await db
    .select({ id: event.id, title: event.title })
    .from(event)
    .where(and(eq(event.openDayId, openDayId), importCommitted(event)))
    .orderBy(asc(event.startsAt), asc(event.id))
  const rows = []
  for (const one of events) {
    const { registered, checkedIn, walkIns } = await findListState(db, one.id)
    rows.push({ event: one, registered, checkedIn, walkIns })
  }
  return rows
}
