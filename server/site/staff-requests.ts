import type { IncomingMessage } from 'node:http'
import { parseCookie } from 'cookie'
import { staffTokenHeader } from '../contract/staff/staff-endpoint.ts'
import { staffPrefix, staffTokenIn } from '../contract/staff/staff-paths.ts'

/** A token that may stand in a header. */
export const isToken = /^[\w.~-]{1,200}$/

/** Whether an address is of the staff area. */
export function isOfStaff({ url = '' }: Pick<IncomingMessage, 'url'>): boolean {
  return url.startsWith(staffPrefix)
}

/** Whether an address is a file of the staff area's build. */
export function isStaffFile({ url = '' }: Pick<IncomingMessage, 'url'>): boolean {
  return url.startsWith(`${staffPrefix}assets/`)
}

/** The token of a staff session that a request carries, valid or not. */
export function staffTokenOf({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const token = staffTokenIn(parseCookie(headers.cookie ?? ''))
  return token === '' ? undefined : token
}

/**
 * Whether a request is a call of the API for staff with a session, valid or not, which may be large: pages on another
 * machine send the long texts of their forms in it, and their files.
 */
export function isStaffCall(incoming: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): boolean {
  const { method, url = '' } = incoming
  return method === 'POST' && url.startsWith('/api/staff/') && staffTokenOfCall(incoming) !== undefined
}

/** The token of a staff session that a call carries, valid or not. */
export function staffTokenOfCall({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  const token = headers[staffTokenHeader]
  return typeof token === 'string' && token !== '' ? token : undefined
}

/** Whether a request is one that may bring files: a form of the staff area, or such a call, with a staff session. */
export function mayBringFiles(incoming: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): boolean {
  const isForm = incoming.method === 'POST' && isOfStaff(incoming) && staffTokenOf(incoming) !== undefined
  return isForm || isStaffCall(incoming)
}
