import type { City } from '#server/contract/cities.ts'
import { listOpenDays, listPlannings, openDayCalendar } from '#server/contract/content.ts'
import { apiFor } from '#app/api/client.server.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import { optionalPart } from '#app/page-parts/optional-part.server.ts'
import type { Caller } from '#app/load-context.ts'
import { chinaDay } from '#app/china-time.ts'
import { pageNumberOf } from '#app/page-number.ts'
import { monthOf } from './month-of.ts'

/** Number of open days on a day, and how many can be booked. */
export type DayCount = { day: string; total: number; open: number }

/** Items of a page: nearly always a whole month of a city. */
const pageSize = 50

/** Slug of the article about a first visit; a site may not have it. */
const firstVisit = 'visit-checklist'

/**
 * Loads the open days of a month with its calendar; without a month that of the next open day, or of the next one
 * that can be booked.
 */
export async function loadMonth(caller: Caller, city: City, now: Date) {
  const query = new URL(caller.request.url).searchParams
  const api = apiFor(caller)
  const at = { city: city.code }
  const articles = optionalPart(api(listPlannings, { page_size: 50 }, at), caller)
  const days = unwrapOrThrow(await api(openDayCalendar, {}, at))
  const today = chinaDay(now)
  const coming = days.filter(({ day }) => day >= today)
  const onlyOpen = query.get('state') === 'open'
  const bookable = onlyOpen ? coming.find(({ open }) => open > 0) : undefined
  const usual = ((bookable ?? coming[0])?.day ?? today).slice(0, 7)
  const month = monthOf(query.get('month')) ?? usual
  const list = unwrapOrThrow(
    await api(
      listOpenDays,
      {
        month,
        page: pageNumberOf(caller.request),
        page_size: pageSize,
        ...(onlyOpen ? { state: 'open' as const } : {}),
      },
      at,
    ),
  )
  const { items, ...page } = list
  const advice = (await articles)?.items.find(({ slug }) => slug === firstVisit)
  return {
    city,
    today,
    usual,
    month,
    onlyOpen,
    months: monthsOf(coming),
    days: days.filter(({ day }) => day.startsWith(month)),
    page,
    items,
    ...(advice === undefined ? {} : { advice: { slug: advice.slug, title: advice.title } }),
  }
}

/** Coming months with their number of open days. */
function monthsOf(days: readonly DayCount[]) {
  const months = [...new Set(days.map(({ day }) => day.slice(0, 7)))]
  return months.map((month) => {
    const within = days.filter(({ day }) => day.startsWith(month))
    const sum = (field: 'total' | 'open') => within.reduce((count, day) => count + day[field], 0)
    return { month, total: sum('total'), open: sum('open') }
  })
}
