import { cityOfCode, type City } from '#server/contract/cities.ts'
import { listOpenDays } from '#server/contract/open-days.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import type { Caller } from '#app/load-context.ts'
import { renderedBookings } from '#app/leads/own-bookings.server.ts'
import { maxCompared } from '#app/toggles/basket-cookie.server.ts'
import { loadSchools } from '#app/schools/load-schools.server.ts'
import { clashOf } from './clash-of.ts'
import { openDayView, type OpenDayView } from './open-day-view.ts'
import { mostPlanned } from './plan-visits.ts'
import { visitPlanView } from './visit-plan-view.server.ts'

/** The most schools of one list. */
export const mostChosen = 20

/** The most open days of one list. */
const mostItems = 50

/** Loads the open days to come of chosen schools, with what takes place at the same time, and the schools without any. */
export async function loadChosen(caller: Caller, { city, ids }: { city: City; ids: readonly number[] }) {
  const [list, bookings] = await Promise.all([
    apiFor(caller)(listOpenDays, chosenOpenDays(ids), { city: 'all' }),
    renderedBookings(caller),
  ])
  const { items, total } = unwrapOrThrow(list)
  const isPlanned = ids.length <= mostPlanned
  const wanted = isPlanned ? ids : total > items.length ? [] : withoutDays(ids, items)
  const schools = await schoolsOf(caller, wanted)
  return {
    kind: 'chosen' as const,
    city,
    ids,
    canCompare: ids.length > 1 && ids.length <= maxCompared,
    total,
    items: items.map((openDay) => chosenView(openDay, items, city)),
    ...(isPlanned && schools.length > 0 ? { plan: visitPlanView(schools, items) } : {}),
    without: schools
      .filter(({ id }) => withoutDays([id], items).length > 0)
      .map(({ id, name, recipient }) => ({ id, name, isReceiving: recipient !== undefined })),
    bookings,
  }
}

/** The input of `listOpenDays` for the open days to come of chosen schools. */
export function chosenOpenDays(ids: readonly number[]) {
  return { period: 'upcoming', school_ids: ids.join(','), page_size: mostItems } as const
}

type OpenDay = DataOf<typeof listOpenDays>['items'][number]

/** The view model of an open day; that of a school in another city than the page's names it. */
function chosenView(openDay: OpenDay, all: readonly OpenDay[], city: City): OpenDayView {
  const view = openDayView(openDay)
  const clash = clashOf(openDay, all)
  const place = openDay.city_code === city.code ? undefined : cityOfCode(openDay.city_code)?.name
  return {
    ...view,
    ...(clash === undefined ? {} : { clash }),
    ...(place === undefined || view.school === undefined
      ? {}
      : { school: { ...view.school, district: place + (view.school.district ?? '') } }),
  }
}

/** The schools that none of the open days is of. */
function withoutDays(ids: readonly number[], items: readonly OpenDay[]): number[] {
  return ids.filter((id) => items.every(({ school }) => school?.id !== id))
}

/** The schools in order; those that do not exist are left out. */
export async function schoolsOf(caller: Caller, ids: readonly number[]) {
  const pieces = Array.from({ length: Math.ceil(ids.length / maxCompared) }, (_, at) =>
    ids.slice(at * maxCompared, (at + 1) * maxCompared),
  )
  const replies = await Promise.all(pieces.map((piece) => loadSchools(apiFor(caller), piece, {})))
  return replies.flatMap((reply) => unwrapOrThrow(reply))
}
