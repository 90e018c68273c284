import { cityOfCode, defaultCity, type City } from '#server/contract/cities.ts'
import { getOpenDay, listOpenDays } from '#server/contract/open-days.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { getSchool } from '#server/contract/schools/school-detail.ts'
import { apiFor } from '#app/api/client.server.ts'
import { isWithdrawn, orNotFound } from '#app/api/unwrap-or-throw.ts'
import { schoolCardView } from '#app/schools/school-card-view.ts'
import { cityOf } from '#app/city/position-cookie.ts'
import type { Caller } from '#app/load-context.ts'
import { openDayName } from '#app/open-days/open-day-name.ts'
import { renderedBookings } from '#app/leads/own-bookings.server.ts'
import { optionalPart } from '#app/page-parts/optional-part.server.ts'
import { openDayPagePath } from '#app/paths.ts'
import { breadcrumbList } from '#app/seo/structured/lists.server.ts'
import { openDayEvents } from '#app/seo/structured/open-days.server.ts'
import { describePage } from '#app/seo/structured/page-description.server.ts'
import { renderedFavourites } from '#app/toggles/favourites-among.server.ts'
import { dateText, hoursText, timeText } from '#app/ui/text/format.ts'
import { stagesText } from '#app/ui/text/school-facts.ts'
import { itemBreadcrumbs } from './open-day-breadcrumbs.ts'
import { openDayView } from './open-day-view.ts'

type OpenDay = DataOf<typeof getOpenDay>

/** The most other open days of the page. */
const mostOthers = 3

/** Loads one open day with its school and others that can be booked; throws 404 for an unknown one. */
export async function loadOpenDay(caller: Caller, id: number) {
  const api = apiFor(caller)
  const reply = await api(getOpenDay, { id: String(id) }, { city: 'all' })
  if (isWithdrawn(reply)) {
    const city = cityOf(caller.request)
    return { kind: 'withdrawn' as const, city, others: await otherOpenDays(caller, { id, city }) }
  }
  const openDay = orNotFound(reply, '没有找到这个开放日。')
  const city = cityOfCode(openDay.city_code) ?? defaultCity
  const { school: host } = openDay
  const [school, others, bookings, favourites] = await Promise.all([
    host && optionalPart(api(getSchool, { id: String(host.id) }, { city: 'all' }), caller),
    otherOpenDays(caller, { id, city, schoolId: host?.id }),
    renderedBookings(caller),
    host && renderedFavourites(caller, [host.id]),
  ])
  const isComing = openDay.state !== 'past' && openDay.state !== 'cancelled'
  if (isComing) {
    describePage(caller.context, {
      things: (around) => [
        breadcrumbList(around, itemBreadcrumbs(city, openDayName(openDay))),
        ...openDayEvents(around, [openDay]),
      ],
      dates: { path: openDayPagePath(id), title: openDayName(openDay) },
    })
  }
  const stages = school && stagesText(school.stages)
  return {
    kind: 'item' as const,
    city,
    item: itemView(openDay),
    others,
    bookings,
    favourites: favourites ?? [],
    ...(school === undefined ? {} : { school: schoolCardView(school), cover: school.cover }),
    ...(stages === undefined ? {} : { stages }),
  }
}

/** View model of an open day on its own page. */
function itemView(openDay: OpenDay) {
  const { starts_at, ends_at, capacity, left, booking_closes_at: closes, description } = openDay
  const limit = capacity === undefined ? '不限名额' : `共\u00a0${capacity}\u00a0个`
  return {
    ...openDayView(openDay),
    name: openDayName(openDay),
    when: `${dateText(starts_at)} ${hoursText(starts_at, ends_at)}`,
    seats: openDay.state === 'open' && left !== undefined ? `还剩\u00a0${left}\u00a0个，${limit}` : limit,
    ...(closes === undefined ? {} : { closes: `${dateText(closes)} ${timeText(closes)}` }),
    ...(description === undefined ? {} : { description }),
  }
}

type Around = { id: number; city: City; schoolId?: number | undefined }

/** Coming open days that can be booked: the school's own first, then the city's. */
async function otherOpenDays(caller: Caller, { id, city, schoolId }: Around) {
  const api = apiFor(caller)
  const bookable = { state: 'open', page_size: mostOthers + 1 } as const
  const [own, near] = await Promise.all([
    schoolId === undefined
      ? undefined
      : optionalPart(
          api(listOpenDays, { ...bookable, school_id: String(schoolId) }, { city: 'all' }),
          caller,
        ),
    optionalPart(api(listOpenDays, bookable, { city: city.code }), caller),
  ])
  const ofSchool = own?.items ?? []
  const ofCity = (near?.items ?? []).filter((each) => ofSchool.every((known) => known.id !== each.id))
  return [...ofSchool, ...ofCity]
    .filter((each) => each.id !== id)
    .slice(0, mostOthers)
    .map(openDayView)
}
