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
  return {
    kind: 'chosen' as const,
    city,
    ids,
    canCompare: ids.length > 1 && ids.length <= maxCompared,
    total,
    items: items.map((openDay) => chosenView(openDay, items, city)),
    without: total > items.length ? [] : await schoolsWithout(caller, ids, items),
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

/** The chosen schools that none of the open days is of; those that do not exist are left out. */
async function schoolsWithout(caller: Caller, ids: readonly number[], items: readonly OpenDay[]) {
  const missing = ids.filter((id) => items.every(({ school }) => school?.id !== id))
  const pieces = Array.from({ length: Math.ceil(missing.length / maxCompared) }, (_, at) =>
    missing.slice(at * maxCompared, (at + 1) * maxCompared),
  )
  const replies = await Promise.all(pieces.map((piece) => loadSchools(apiFor(caller), piece, {})))
  return replies.flatMap((reply) =>
    unwrapOrThrow(reply).map(({ id, name, recipient }) => ({
      id,
      name,
      isReceiving: recipient !== undefined,
    })),
  )
}
