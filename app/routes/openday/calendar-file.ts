import type { LoaderFunctionArgs } from '@remix-run/node'
import { cityOfSlug, type City } from '#server/contract/cities.ts'
import { getOpenDay, listOpenDays } from '#server/contract/open-days.ts'
import { apiFor } from '#app/api/client.server.ts'
import { isWithdrawn, unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import type { Caller } from '#app/load-context.ts'
import { openDayCalendar, openDaysCalendar } from '#app/leads/open-day-calendar.ts'
import { isId } from '#app/require-id.ts'
import { schoolIds } from '#app/toggles/basket-cookie.server.ts'
import { chosenOpenDays, mostChosen } from './load-chosen.server.ts'

/**
 * `/openday/{id}/calendar.ics`: one open day as an iCalendar file; `/openday/{id}.ics` redirects here.
 * `/openday/{city}/calendar.ics?ids=1,2,3`: the open days to come of these schools, also to subscribe to.
 */
export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<Response> {
  const caller = { context, request }
  const { id = '' } = params
  const city = cityOfSlug(id)
  if (city !== undefined) return calendarOfChosen(caller, city)
  const reply = isId(id) ? await apiFor(caller)(getOpenDay, { id }, { city: 'all' }) : undefined
  if (!reply?.ok) {
    return reply && isWithdrawn(reply)
      ? new Response('这个开放日已经撤下', { status: 410 })
      : new Response('没有找到这个开放日', { status: 404 })
  }
  return calendarResponse(openDayCalendar(reply.data, siteOf(caller)), `openday-${id}`)
}

async function calendarOfChosen(caller: Caller, { pinyin }: City): Promise<Response> {
  const ids = schoolIds(new URL(caller.request.url).searchParams.getAll('ids')).slice(0, mostChosen)
  if (ids.length === 0) return new Response('没有选学校', { status: 404 })
  const { items } = unwrapOrThrow(await apiFor(caller)(listOpenDays, chosenOpenDays(ids), { city: 'all' }))
  const calendar = openDaysCalendar(`${ids.length} 所学校的开放日`, items, siteOf(caller))
  return calendarResponse(calendar, `opendays-${pinyin}`, { 'x-robots-tag': 'noindex' })
}

function siteOf({ context, request }: Caller) {
  const { host, origin } = new URL(context.publicOrigin ?? request.url)
  return { host, origin, now: new Date() }
}

function calendarResponse(calendar: string, name: string, headers: Readonly<Record<string, string>> = {}) {
  return new Response(calendar, {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.ics"`,
      'cache-control': 'private, no-cache',
      ...headers,
    },
  })
}
