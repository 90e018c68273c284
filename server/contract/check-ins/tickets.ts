import { z } from 'zod'
import { codes } from '../codes.ts'
import { accessToken, reference } from '../leads/clue.ts'
import { endpoint } from '../endpoint.ts'
import { eventItem } from './events.ts'
import { checkInId } from './checkins.ts'
import { moment } from '../fields.ts'

/** A ticket as its owner sees it. */
export const ticketItem = z.object({
  event: eventItem,
  /** The signed text of the QR code. */
  ticket: z.string(),
  /** The code of 8 signs, for those who type it. */
  code: z.string(),
  /** Address of the QR code as a picture, for `<img>`; square, SVG, not cached. */
  qr: z.string(),
  /** The number of the booking it belongs to. */
  reference: reference.optional(),
  /** Masked: `张**`. */
  name: z.string(),
  party_size: z.int(),
  checked_in_at: moment.optional(),
  check_in_id: checkInId.optional(),
})

/**
 * The tickets of a booking; none when its open day has no check-in, it was cancelled or is past. By its access token, or
 * by its number with the token of an account that owns it; 1404 for anybody else.
 */
export const listTicketsOfRequest = endpoint({
  method: 'GET',
  path: '/api/tickets',
  summary: '查询一次预约的入场码',
  recognises: true,
  refusals: [codes.notFound, codes.tooMany],
  input: z.object({ access: accessToken.optional(), reference: reference.optional() }),
  data: z.array(ticketItem),
})

/** The visitor's own tickets of events that are not over, soonest first. */
export const listOwnTickets = endpoint({
  method: 'GET',
  path: '/api/center/tickets',
  summary: '我的入场码',
  login: 'required',
  input: z.object({}),
  data: z.array(ticketItem),
})
