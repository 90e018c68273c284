import { and, asc, desc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { districtOf } from '#server/contract/districts.ts'
import type { getOpenDay, listOpenDays, openDayCalendar, openDayStates } from '#server/contract/open-days.ts'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import { cityCodeOf } from '../city-code.ts'
import type { Database } from '../connect.ts'
import { countedPage, rowsOf } from '../list-page.ts'
import { recipientOf } from '../recipients.ts'
import { importCommitted, ofVisibleSchool, visible, type Withdrawn } from '../visible-rows.ts'
import { openDay, school } from '../schema/index.ts'
import { withoutNulls } from '../without-nulls.ts'
import { isAsked, isPast, stateAt, type OpenDayInput } from './open-day-filters.ts'

type State = (typeof openDayStates)[number]
type OpenDayItem = DataOf<typeof getOpenDay>

/** Whether an open day does not take place, as its guests are told: it was cancelled, or it or its school was withdrawn. */
export const isCalledOff = sql<boolean>`(${openDay.cancelledAt} is not null or ${openDay.withdrawnAt} is not null
  or not (${ofVisibleSchool(openDay.schoolId)}))`

/** Open days of a city or of schools: coming ones first, then past ones, the latest of them first. */
export async function findOpenDays(
  db: Database,
  input: ParsedInputOf<typeof listOpenDays> & OpenDayInput,
  now: Date,
): Promise<DataOf<typeof listOpenDays>> {
  const state = stateAt(now)
  const asked = and(
    ofVisibleSchool(openDay.schoolId),
    isAsked(input, now),
    input.school_id === undefined ? undefined : eq(openDay.schoolId, input.school_id),
    input.school_ids === undefined
      ? undefined
      : inArray(openDay.schoolId, input.school_ids.split(',').map(Number)),
  )
  const { limit, offset } = rowsOf(input)
  const past = isPast(now)
  const order = input.sort === 'latest' ? desc : asc
  const count = () => db.$count(openDay, and(visible(openDay), asked))
  const rows = await selectOpenDays(db, { state, total: count(), withdrawnToo: false, where: asked })
    .orderBy(
      past,
      sql`case when ${past} then ${openDay.startsAt} end desc`,
      order(openDay.startsAt),
      asc(openDay.id),
    )
    .limit(limit)
    .offset(offset)
  return countedPage(input, rows, toOpenDay, count)
}

const maxComing = 5

/**
 * The next open days of cities that have not begun and take place, five at most of each: those that can be booked, where
 * there are some. One statement.
 */
export async function findComingOpenDays(
  db: Database,
  cityCodes: ReadonlySet<string>,
  now: Date,
): Promise<Map<string, OpenDayItem[]>> {
  if (cityCodes.size === 0) return new Map()
  const coming = and(
    visible(openDay),
    ofVisibleSchool(openDay.schoolId),
    inArray(openDay.cityCode, [...cityCodes]),
    sql`${openDay.startsAt} > ${now.toISOString()}::timestamptz and ${openDay.cancelledAt} is null`,
  )
  const order = sql`${stateAt(now)} = 'open' desc, ${openDay.startsAt}, ${openDay.id}`
  const first = sql`select id from (
    select ${openDay.id} as id, row_number() over (partition by ${openDay.cityCode} order by ${order}) as nth
    from ${openDay} where ${coming}) ordered where nth <= ${maxComing}`
  const rows = await selectOpenDays(db, {
    state: stateAt(now),
    total: sql<number>`1`,
    withdrawnToo: false,
    where: sql`${openDay.id} in (${first})`,
  }).orderBy(asc(openDay.startsAt), asc(openDay.id))
  return new Map(
    [...cityCodes].map((code) => {
      const own = rows.filter(({ cityCode }) => cityCode === code)
      const open = own.filter(({ state }) => state === 'open')
      return [code, (open.length === 0 ? own : open).map(toOpenDay)]
    }),
  )
}

/** Open days by their ids; unknown and withdrawn ones are left out. One statement. */
export async function findOpenDaysById(
  db: Database,
  ids: ReadonlySet<number>,
  now: Date,
): Promise<Map<number, OpenDayItem>> {
  if (ids.size === 0) return new Map()
  const where = and(ofVisibleSchool(openDay.schoolId), inArray(openDay.id, [...ids]))
  const rows = await selectOpenDays(db, {
    state: stateAt(now),
    total: sql<number>`1`,
    withdrawnToo: false,
    where,
  })
  return new Map(rows.map((row) => [row.id, toOpenDay(row)]))
}

/** One open day; `withdrawn` where it or its school was withdrawn, undefined for an id that never existed. */
export async function findOpenDay(
  db: Database,
  id: number,
  now: Date,
): Promise<DataOf<typeof getOpenDay> | Withdrawn | undefined> {
  const [row] = await selectOpenDays(db, {
    state: stateAt(now),
    total: sql<number>`1`,
    withdrawnToo: true,
    where: eq(openDay.id, id),
  })
  return row?.isWithdrawn ? 'withdrawn' : row && toOpenDay(row)
}

type Selection = { state: SQL<State>; total: SQL<number>; withdrawnToo: boolean; where: SQL | undefined }

function selectOpenDays(db: Database, { state, total, withdrawnToo, where }: Selection) {
  return db
    .select({
      id: openDay.id,
      school: { id: school.id, name: school.name, district: school.district },
      recipient: recipientOf(openDay.schoolId),
      cityCode: openDay.cityCode,
      title: openDay.title,
      startsAt: openDay.startsAt,
      endsAt: openDay.endsAt,
      closesAt: openDay.bookingClosesAt,
      place: openDay.place,
      description: openDay.description,
      capacity: openDay.capacity,
      taken: openDay.taken,
      cancelReason: openDay.cancelReason,
      updatedAt: openDay.updatedAt,
      isWithdrawn: sql<boolean>`${openDay.withdrawnAt} is not null or not (${ofVisibleSchool(openDay.schoolId)})`,
      state,
      total,
    })
    .from(openDay)
    .leftJoin(school, and(eq(school.id, openDay.schoolId), visible(school)))
    .where(and(withdrawnToo ? importCommitted(openDay) : visible(openDay), where))
}

type OpenDayRow = Awaited<ReturnType<typeof selectOpenDays>>[number]

function toOpenDay({
  cityCode,
  school: host,
  startsAt,
  endsAt,
  closesAt,
  taken,
  cancelReason,
  updatedAt,
  isWithdrawn: _shown,
  recipient,
  total: _all,
  ...row
}: OpenDayRow) {
  return {
    ...withoutNulls(row),
    school: host === null ? undefined : { ...hostOf(host, cityCode), recipient: recipient ?? undefined },
    city_code: cityCodeOf(cityCode),
    starts_at: startsAt.toISOString(),
    ends_at: endsAt.toISOString(),
    booking_closes_at: closesAt?.toISOString(),
    left: row.capacity === null ? undefined : row.capacity - taken,
    cancel_reason: row.state === 'cancelled' ? (cancelReason ?? undefined) : undefined,
    updated_at: updatedAt.toISOString(),
  }
}

function hostOf({ id, name, district }: NonNullable<OpenDayRow['school']>, cityCode: string) {
  return { id, name, district: district === null ? undefined : districtOf(cityCode, district)?.name }
}

/** How far back and ahead the calendar of open days looks, in months. */
const calendarReach = { back: 6, ahead: 18 }

/** Open days of a city by the day on which they start, around a moment. */
export async function countOpenDays(
  db: Database,
  input: ParsedInputOf<typeof openDayCalendar> & Pick<OpenDayInput, 'child'>,
  now: Date,
): Promise<DataOf<typeof openDayCalendar>> {
  const moment = sql`${now.toISOString()}::timestamptz`
  const day = sql<string>`to_char(${openDay.startsAt} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`
  return db
    .select({
      day,
      total: sql<number>`count(*)::int`,
      open: sql<number>`(count(*) filter (where ${stateAt(now)} = 'open'))::int`,
    })
    .from(openDay)
    .where(
      and(
        visible(openDay),
        isNull(openDay.cancelledAt),
        ofVisibleSchool(openDay.schoolId),
        isAsked(input, now),
        sql`${openDay.startsAt} >= ${moment} - make_interval(months => ${calendarReach.back})`,
        sql`${openDay.startsAt} < ${moment} + make_interval(months => ${calendarReach.ahead})`,
      ),
    )
    .groupBy(sql`1`)
    .orderBy(sql`1`)
}
