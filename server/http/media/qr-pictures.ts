import { renderSVG } from 'uqr'
import { checkInDetailPath } from '#server/contract/check-ins/check-in-paths.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { verifyTicket } from '#server/services/check-ins/sign-ticket.ts'
import { notFound } from '../api-error.ts'
import { refusalResponse } from '../respond.ts'
import { isPublicPage } from './public-pages.ts'

const ticketAddress = /^\/media\/tickets\/([0-9A-Z]{35})\.svg$/
const checkInAddress = /^\/media\/checkins\/([0-9a-f]{32})\.svg$/
const pagePrefix = '/media/qr'

/** Characters of an address that a phone still reads from a code of 25 mm. */
const longestAddress = 300

/**
 * Serves QR codes: `/media/tickets/{ticket}.svg` of a ticket that this site signed, `/media/checkins/{id}.svg` with the
 * address of a check-in's page, both not cacheable, and `/media/qr/{path}?{query}` with the address of a public page of
 * this site; undefined for other addresses.
 */
export function qrPicture(
  request: Request,
  { personal, publicOrigin }: { personal: PersonalData; publicOrigin: string | undefined },
): Response | undefined {
  const { pathname, search, origin } = new URL(request.url)
  const [, ticket] = ticketAddress.exec(pathname) ?? []
  const [, checkIn] = checkInAddress.exec(pathname) ?? []
  const site = publicOrigin ?? origin
  if (checkIn !== undefined)
    return drawn(`${site}${checkInDetailPath}?id=${checkIn}`, {
      size: 264,
      cacheControl: 'private, no-store',
    })
  if (pathname.startsWith(`${pagePrefix}/`)) return pageQr(site, pathname.slice(pagePrefix.length), search)
  if (ticket === undefined) return undefined
  return verifyTicket(personal, ticket) === undefined
    ? refusalResponse(notFound())
    : drawn(ticket, { size: 264, cacheControl: 'private, no-store' })
}

/** The code of a public page's address; 404 for any other path, and for an address that no phone would read. */
function pageQr(site: string, path: string, search: string): Response {
  const address = `${site}${path}${search}`
  if (!isPublicPage(path) || address.length > longestAddress) return refusalResponse(notFound())
  // Private, for the query may describe a child.
  const picture = drawn(address, { size: 96, cacheControl: 'private, max-age=86400' })
  picture.headers.set('x-robots-tag', 'noindex')
  return picture
}

/** A QR code of `size` CSS pixels. */
function drawn(text: string, { size, cacheControl }: { size: number; cacheControl: string }): Response {
  const svg = renderSVG(text, { ecc: 'M', border: 4 }).replace(
    '<svg ',
    `<svg width="${size}" height="${size}" `,
  )
  return new Response(svg, {
    headers: {
      'content-type': 'image/svg+xml',
      'cache-control': cacheControl,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })
}
