import type { City } from '#server/contract/cities.ts'
import { listPlannings } from '#server/contract/articles/articles.ts'
import { listOpenDays, openDayCalendar, openDayFacets } from '#server/contract/open-days.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { optionalPart } from '#app/page-parts/optional-part.server.ts'
import type { Caller } from '#app/load-context.ts'
import { renderedBookings } from '#app/leads/own-bookings.server.ts'
import { chinaDay } from '#app/china-time.ts'
import type { CheckedChild } from '#app/child/read-child.server.ts'
import { isJudged, isOver, termInput, type Filters } from './filters.ts'
import { monthsOf } from './months-of.ts'

/** Items of a page. */
const pageSize = 30

/** Slug of the article about a first visit; a site may not have it. */
const firstVisit = 'visit-checklist'

type Asked = { city: City; filters: Filters; child: CheckedChild; now: Date }

/** Loads a page of a city's open days: those to come, or those of a month that is over, with their days and facets. */
export async function loadList(caller: Caller, { city, filters, child, now }: Asked) {
  const { month, onlyOpen, page } = filters
  const api = apiFor(caller)
  const at = { city: city.code }
  // Where the family lives says nothing of who may enter.
  const { near: _near, bus: _bus, ...judged } = child
  const terms = { ...termInput(filters), ...(filters.eligible === undefined ? {} : judged) }
  const today = chinaDay(now)
  const shown = {
    ...terms,
    ...(month === undefined ? {} : { month }),
    ...(isOver(filters, today) ? {} : { period: 'upcoming' as const }),
    ...(onlyOpen ? { state: 'open' as const } : {}),
  }
  const [list, calendar, facets, articles, bookings] = await Promise.all([
    api(listOpenDays, { ...shown, page, page_size: pageSize }, at),
    api(openDayCalendar, terms, at),
    optionalPart(api(openDayFacets, isJudged(child) ? { ...shown, ...judged } : shown, at), caller),
    optionalPart(api(listPlannings, { page_size: 50 }, at), caller),
    renderedBookings(caller),
  ])
  const { items, ...counts } = unwrapOrThrow(list)
  const advice = articles?.items.find(({ slug }) => slug === firstVisit)
  return {
    city,
    filters,
    today,
    months: monthsOf(unwrapOrThrow(calendar), { today, onlyOpen }),
    list: counts,
    items,
    bookings,
    ...(facets === undefined ? {} : { facets }),
    ...(advice === undefined ? {} : { advice: { slug: advice.slug, title: advice.title } }),
  }
}
