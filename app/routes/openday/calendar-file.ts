import type { LoaderFunctionArgs } from '@remix-run/node'
import { getOpenDay } from '#server/contract/open-days.ts'
import { apiFor } from '#app/api/client.server.ts'
import { isWithdrawn } from '#app/api/unwrap-or-throw.ts'
import { isId } from '#app/require-id.ts'
import { openDayCalendar } from '#app/order/open-day-calendar.ts'

/** `/openday/{id}/calendar.ics`: one open day as an iCalendar file; `/openday/{id}.ics` redirects here. */
export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<Response> {
  const id = params.id ?? ''
  const reply = isId(id) ? await apiFor({ context, request })(getOpenDay, { id }, { city: 'all' }) : undefined
  if (!reply?.ok) {
    return reply && isWithdrawn(reply)
      ? new Response('这个开放日已经撤下', { status: 410 })
      : new Response('没有找到这个开放日', { status: 404 })
  }
  const { host, origin } = new URL(context.publicOrigin ?? request.url)
  return new Response(openDayCalendar(reply.data, { host, origin, now: new Date() }), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="openday-${id}.ics"`,
      'cache-control': 'private, no-cache',
    },
  })
}
