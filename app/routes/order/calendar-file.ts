import type { LoaderFunctionArgs } from '@remix-run/node'
import { findLeads, parseLeadIdentifier, requireLead } from '#app/leads/load-lead.server.ts'
import { bookingCalendar } from '#app/leads/open-day-calendar.ts'
import { secretAddressHeaders } from '#app/visitor/private-page.server.ts'

/**
 * `/order/{access}/calendar.ics`: a booking as an iCalendar file, with its number, ticket code and an alarm; with several tokens
 * (`{access}-{access}`) those of leads that were sent together.
 */
export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<Response> {
  const caller = { context, request }
  const { reference = '' } = params
  const found = reference.includes('-')
    ? (await findLeads(caller, reference)).leads.map(({ lead }) => lead)
    : [await requireLead(caller, parseLeadIdentifier(reference))]
  const { host } = new URL(context.publicOrigin ?? request.url)
  const file = bookingCalendar(found, { host, now: new Date() })
  if (file === undefined) return new Response('这次预约没有可以添加的日程', { status: 404 })
  return new Response(file, {
    headers: {
      ...secretAddressHeaders,
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="booking-${found[0]?.reference ?? ''}.ics"`,
    },
  })
}
