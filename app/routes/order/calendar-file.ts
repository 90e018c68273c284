import type { LoaderFunctionArgs } from '@remix-run/node'
import { parseLeadIdentifier, requireLead } from '#app/leads/load-lead.server.ts'
import { bookingCalendar } from '#app/leads/open-day-calendar.ts'
import { secretAddressHeaders } from '#app/visitor/private-page.server.ts'

/** `/order/{access}/calendar.ics`: a booking as an iCalendar file, with its number, ticket code and an alarm. */
export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<Response> {
  const found = await requireLead({ context, request }, parseLeadIdentifier(params.reference))
  const { host } = new URL(context.publicOrigin ?? request.url)
  const file = found.status === 'booked' ? bookingCalendar(found, { host, now: new Date() }) : undefined
  if (file === undefined) return new Response('这次预约没有可以添加的日程', { status: 404 })
  return new Response(file, {
    headers: {
      ...secretAddressHeaders,
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="booking-${found.reference}.ics"`,
    },
  })
}
