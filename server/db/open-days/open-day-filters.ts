import { and, arrayOverlaps, eq, exists, inArray, not, or, sql, type SQL } from 'drizzle-orm'
import { alias, QueryBuilder } from 'drizzle-orm/pg-core'
import type { ChildView } from '#server/contract/child/child.ts'
import type { EntryVerdict } from '#server/contract/child/judge-entry.ts'
import type { ParsedInputOf } from '#server/contract/endpoint.ts'
import type { listOpenDays, openDayFilterNames, openDayStates } from '#server/contract/open-days.ts'
import type { openDaySpans } from '#server/contract/vocabulary.ts'
import { recipientOf } from '../recipients.ts'
import { openDay, school, schoolSearch } from '../schema/index.ts'
import { isJudged, verdictIn } from '../search/child-columns.ts'
import { visible } from '../visible-rows.ts'

type State = (typeof openDayStates)[number]
type Span = (typeof openDaySpans)[number]['slug']
type FilterName = (typeof openDayFilterNames)[number]

/** The part of a call that narrows open days, with the child whose entry counts. */
export type OpenDayInput = Pick<ParsedInputOf<typeof listOpenDays>, FilterName | 'city_code' | 'period'> & {
  child?: ChildView | undefined
}

/** A condition that a call sets on open days. Nothing else knows what it asks for. */
export type OpenDayFilter = { name: FilterName; where: SQL }

/** The conditions of a call on open days, one for each filter with a selection. */
export function openDayFiltersOf(input: OpenDayInput, now: Date): OpenDayFilter[] {
  const { month, within = [], weekday = [], state, district = [], stage = [], kind = [], child } = input
  const eligible = isJudged(child) ? (input.eligible ?? []) : []
  const conditions: readonly (readonly [FilterName, SQL | undefined])[] = [
    ['month', month === undefined ? undefined : startsWithin(`${month}-01`, '1 month')],
    ['within', or(...within.map((span) => startsInSpan(span, now)))],
    ['weekday', weekday.length === 0 ? undefined : sql`${weekdayOf} in ${weekday}`],
    ['state', state === undefined ? undefined : eq(stateAt(now), state)],
    ['eligible', child === undefined || eligible.length === 0 ? undefined : takesChild(child, eligible)],
    ['district', district.length === 0 ? undefined : hasHost(inArray(host.district, district))],
    ['stage', stage.length === 0 ? undefined : hasHost(arrayOverlaps(host.stages, stage))],
    ['kind', kind.length === 0 ? undefined : hasHost(inArray(host.kind, kind))],
  ]
  return conditions.flatMap(([name, where]) => (where === undefined ? [] : [{ name, where }]))
}

/** Condition on open days: those of a call's city and period that pass its filters. */
export function isAsked(input: OpenDayInput, now: Date): SQL | undefined {
  return and(ofCityAndPeriod(input, now), ...openDayFiltersOf(input, now).map(({ where }) => where))
}

/** Condition on open days: those of a call's city that have ended, or have not. */
export function ofCityAndPeriod(
  { city_code, period }: Pick<OpenDayInput, 'city_code' | 'period'>,
  now: Date,
): SQL | undefined {
  return and(
    city_code === undefined ? undefined : eq(openDay.cityCode, city_code),
    period === undefined ? undefined : period === 'past' ? isPast(now) : not(isPast(now)),
  )
}

/** Whether an open day has ended at a moment. */
export function isPast(now: Date): SQL<boolean> {
  return sql<boolean>`${openDay.endsAt} <= ${now.toISOString()}::timestamptz`
}

/**
 * An open day's state at a moment. Without an end of booking of its own it can be booked until it starts; where nobody
 * receives requests for its school its booking is not offered.
 */
export function stateAt(now: Date): SQL<State> {
  const moment = sql`${now.toISOString()}::timestamptz`
  return sql<State>`case
    when ${openDay.cancelledAt} is not null then 'cancelled'
    when ${openDay.endsAt} <= ${moment} then 'past'
    when ${openDay.schoolId} is not null and ${recipientOf(openDay.schoolId)} is null then 'not_offered'
    when coalesce(${openDay.bookingClosesAt}, ${openDay.startsAt}) <= ${moment} then 'closed'
    when ${openDay.taken} >= ${openDay.capacity} then 'full'
    else 'open'
  end`
}

/** The day of the week on which an open day starts in China: 1 is Monday, 7 Sunday. */
export const weekdayOf = sql<string>`extract(isodow from ${openDay.startsAt} at time zone 'Asia/Shanghai')::text`

const dayMs = 86_400_000

/** Condition on open days: they start within a span of days of China's calendar, which begins today or later. */
export function startsInSpan(span: Span, now: Date): SQL {
  const today = Date.parse(chinaDay(now.getTime()))
  if (span === 'fortnight') return startsWithin(chinaDay(now.getTime()), '14 days')
  // Of a weekend that has begun what is left of it.
  const toSaturday = 6 - new Date(today).getUTCDay()
  return toSaturday === 6
    ? startsWithin(chinaDay(now.getTime()), '1 day')
    : startsWithin(new Date(today + toSaturday * dayMs).toISOString().slice(0, 10), '2 days')
}

/** The calendar day of a moment in China, which has no summer time, YYYY-MM-DD. */
function chinaDay(moment: number): string {
  return new Date(moment + 8 * 3_600_000).toISOString().slice(0, 10)
}

/** Starts on a day (YYYY-MM-DD) of China's calendar or so long after its midnight. */
function startsWithin(day: string, length: string): SQL {
  const start = sql`(${day}::timestamp at time zone 'Asia/Shanghai')`
  const end = sql`((${day}::timestamp + ${length}::interval) at time zone 'Asia/Shanghai')`
  return sql`${openDay.startsAt} >= ${start} and ${openDay.startsAt} < ${end}`
}

const host = alias(school, 'host')

/** Condition on open days: their school, which is shown, is so. */
function hasHost(condition: SQL): SQL {
  return exists(
    new QueryBuilder()
      .select({ one: sql`1` })
      .from(host)
      .where(and(eq(host.id, openDay.schoolId), visible(host), condition)),
  )
}

/** Condition on open days: the verdict of their school on the child is one of these. */
function takesChild(child: ChildView, verdicts: readonly EntryVerdict[]): SQL {
  return exists(
    new QueryBuilder()
      .select({ one: sql`1` })
      .from(schoolSearch)
      .where(
        and(eq(schoolSearch.schoolId, openDay.schoolId), visible(schoolSearch), verdictIn(child, verdicts)),
      ),
  )
}
