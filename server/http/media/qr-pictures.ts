import { renderSVG } from 'uqr'
import { checkInDetailPath } from '#server/contract/check-ins/check-in-paths.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { verifyTicket } from '#server/services/tickets/sign-ticket.ts'
import { notFound } from '../api-error.ts'
import { refusalResponse } from '../respond.ts'

const ticketAddress = /^\/media\/tickets\/([0-9A-Z]{35})\.svg$/
const checkInAddress = /^\/media\/checkins\/([0-9a-f]{32})\.svg$/

/**
 * Serves QR codes: `/media/tickets/{ticket}.svg` of a ticket that this site signed, and `/media/checkins/{id}.svg` with the
 * address of a check-in's page; undefined for other addresses. Not cacheable.
 */
export function qrPicture(
  request: Request,
  { personal, publicOrigin }: { personal: PersonalData; publicOrigin: string | undefined },
): Response | undefined {
  const { pathname, origin } = new URL(request.url)
  const [, ticket] = ticketAddress.exec(pathname) ?? []
  const [, checkIn] = checkInAddress.exec(pathname) ?? []
  if (checkIn !== undefined) return drawn(`${publicOrigin ?? origin}${checkInDetailPath}?id=${checkIn}`)
  if (ticket === undefined) return undefined
  return verifyTicket(personal, ticket) === undefined ? refusalResponse(notFound()) : drawn(ticket)
}

function drawn(text: string): Response {
  const svg = renderSVG(text, { ecc: 'M', border: 4 }).replace('<svg ', '<svg width="264" height="264" ')
  return new Response(svg, {
    headers: {
      'content-type': 'image/svg+xml',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })
}
