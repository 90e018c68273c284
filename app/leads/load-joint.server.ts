import { randomUUID } from 'node:crypto'
import { dayHalves, mostAsked } from '#server/contract/leads/visit-terms.ts'
import { recipientOf, type Recipient } from '#server/contract/leads/recipient.ts'
import { listOpenDays } from '#server/contract/open-days.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { chinaDay } from '#app/china-time.ts'
import type { Caller } from '#app/load-context.ts'
import { notFound } from '#app/require-id.ts'
import { loadSchools } from '#app/schools/load-schools.server.ts'
import { schoolIds } from '#app/toggles/basket-cookie.server.ts'
import { hoursText, shortDateText } from '#app/ui/text/format.ts'
import { anyTime, halfDayTime, openDayTime } from './joint-times.ts'
import {
  childOfForm,
  findAccount,
  gradeOfChild,
  operatorName,
  priceFor,
  sourceOf,
  type OrderView,
} from './load-order.server.ts'

/** A time that a family can choose: an open day, a half of a day, or any. */
export type VisitTime = { value: string; label: string; group: string }

/** The view model of the form that asks several schools at once. */
export type JointView = Pick<OrderView, 'key' | 'source' | 'gradeNow' | 'account'> & {
  visits: {
    schoolId: number
    school: string
    /** What a year of it costs the child, else its tuition, as text. */
    price?: string | undefined
    recipient: Recipient
    times: VisitTime[]
    time: string
  }[]
  /** Schools for which nobody receives requests. */
  unreachable: { id: number; name: string }[]
}

/** Days of which a half can be wished. */
const wishDays = 14

/**
 * Loads the form that asks the schools of an address (`ids`) for a visit, those of its open days (`days`) chosen; throws 404
 * where none exists.
 */
export async function loadJoint(caller: Caller, query: URLSearchParams): Promise<JointView> {
  const ids = schoolIds(query.getAll('ids')).slice(0, mostAsked)
  const days = new Set(schoolIds(query.getAll('days')))
  const api = apiFor(caller)
  const [schools, openDays, account] = await Promise.all([
    loadSchools(api, ids, childOfForm(caller.request)).then(unwrapOrThrow),
    openDaysOf(caller, ids),
    findAccount(caller),
  ])
  if (schools.length === 0) throw notFound('没有找到这些学校。')
  const wishes = wishTimes(new Date())
  const source = sourceOf(caller.request)
  return {
    key: randomUUID(),
    visits: schools.flatMap((school) => {
      const recipient = recipientOf(school, operatorName(caller))
      if (recipient === undefined) return []
      const own = openDays.filter((each) => each.school?.id === school.id)
      const times = own.map(({ id, title, starts_at, ends_at }) => ({
        value: openDayTime(id),
        label: `${shortDateText(starts_at)} ${hoursText(starts_at, ends_at)} ${title}`,
        group: '开放日',
      }))
      const planned = own.find(({ id }) => days.has(id))
      return [
        {
          schoolId: school.id,
          school: school.name,
          price: priceFor(school),
          recipient,
          times: [...times, ...wishes],
          time: planned === undefined ? anyTime : openDayTime(planned.id),
        },
      ]
    }),
    unreachable: schools.filter((each) => each.recipient === undefined).map(({ id, name }) => ({ id, name })),
    ...(source === undefined ? {} : { source }),
    ...gradeOfChild(caller.request),
    ...(account && { account }),
  }
}

/** The open days of schools that can be booked, soonest first. */
export async function openDaysOf(caller: Caller, ids: readonly number[]) {
  if (ids.length === 0) return []
  const input = { state: 'open', school_ids: ids.join(','), page_size: 50 } as const
  return unwrapOrThrow(await apiFor(caller)(listOpenDays, input, { city: 'all' })).items
}

/** The times of a visit of one's own: any, or the halves of the days from tomorrow on in China. */
function wishTimes(now: Date): VisitTime[] {
  const group = '单独参观'
  const days = Array.from({ length: wishDays }, (_, at) => new Date(now.getTime() + (at + 1) * 86_400_000))
  return [
    { value: anyTime, label: '时间跟学校定', group },
    ...days.flatMap((day) =>
      dayHalves.map(({ slug, label }) => ({
        value: halfDayTime(chinaDay(day), slug),
        label: `${shortDateText(day.toISOString())}${label}`,
        group,
      })),
    ),
  ]
}
