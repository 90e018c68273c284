import { z } from 'zod'
import { codes } from '../codes.ts'
import {
  batchLimit,
  checkInKinds,
  checkInStates,
  clockFaults,
  refusalReasons,
  retryReasons,
} from './check-in-rules.ts'
import { openDayItem } from '../open-days.ts'
import { endpoint } from '../endpoint.ts'
import { eventItem, exhibitorItem } from './events.ts'
import { id, moment, personName, phoneRead, tickIfGiven } from '../fields.ts'
import { contactPhone } from '../phone-number.ts'
import { isCodeText, readTicket, ticketIn } from './ticket-text.ts'

/** Id of a check-in: 128 random bits in hexadecimal. It gives access to the check-in, not to the guest. */
export const checkInId = z.string().regex(/^[0-9a-f]{32}$/, '签到编号不正确')

/** Idempotency key of a check-in, the same in every attempt. */
const nonce = z.string('缺少提交编号').min(8, '提交编号不正确').max(255, '提交编号不正确')

/** A whole phone number as E.164, or the last four digits of one. */
const phoneOrTail = phoneRead((typed) => {
  const tail = typed.normalize('NFKC').replace(/\s/g, '')
  return /^\d{4}$/.test(tail) ? tail : contactPhone(typed)
})

/** A signed ticket as scanned, also within other text; its code of 8 characters; or a code that a list brought. */
const ticket = z
  .string('入场码不正确')
  .max(200, '入场码不正确')
  .transform(ticketIn)
  .refine((text) => isCodeText(text) || readTicket(text) !== undefined, '入场码不正确')

/**
 * One check-in. A guest is named by `ticket`, or by `registration_id` (paired devices only), or by a whole `phone` with a
 * `name`, or by the last four digits as `phone` with the `name` of somebody registered. A whole phone and name with which
 * nobody is registered are a walk-in, with the consent.
 */
export const checkInItem = z.object({
  event_id: id,
  kind: z.enum(checkInKinds, '签到类型不正确').default('parent'),
  name: personName.optional(),
  phone: phoneOrTail.optional(),
  ticket: ticket.optional(),
  registration_id: id.optional(),
  /** An exhibitor's school or company; of walk-ins only. */
  organisation: z.string().trim().max(60, '单位名称最多 60 个字').optional(),
  /** Size of the group. */
  party_size: z.coerce
    .number('人数不正确')
    .int('人数不正确')
    .min(1, '人数不正确')
    .max(20, '人数最多 20')
    .optional(),
  /**
   * Time of the check-in by the device's clock; used for paired devices only, and within the event's check-in, else the
   * time of receipt counts: `clock` of the result says so. `sent_at` corrects a wrong clock.
   */
  at: z.iso.datetime({ offset: true, error: '时间不正确' }).optional(),
  nonce,
  /** The device's own name; the name of its pairing takes precedence. */
  device: z.string().trim().max(60, '设备名称最多 60 个字').optional(),
  /**
   * The box of the purpose `checkin`, which walk-ins need. A paired device that leaves the field out has asked elsewhere, and
   * the site writes no consent down.
   */
  consent_checkin: tickIfGiven,
})

/**
 * Result of one check-in. `state` decides. `id` and `first_at` with `checked_in` and `duplicate`: the one check-in
 * of this guest, and when it was. `conflict`: two devices checked this guest in. `reason` with `refused` and `retry`,
 * `fields` (name to message) with `invalid_input`.
 */
export const checkInResult = z.object({
  id: checkInId.optional(),
  state: z.enum(checkInStates),
  first_at: moment.optional(),
  /** For paired devices only, as is the guest's name: the device that was first, when it was another one. */
  first_device: z.string().optional(),
  conflict: z.boolean().optional(),
  /** The device's clock was wrong, or `at` of a client without pairing was left out (`receipt`); the check-in counts. */
  clock: z.enum(clockFaults).optional(),
  /** Nobody had registered with this phone. */
  walk_in: z.boolean().optional(),
  /** Masked: `张**`. */
  name: z.string().optional(),
  party_size: z.int().optional(),
  reason: z.enum([...refusalReasons, ...retryReasons]).optional(),
  fields: z.record(z.string(), z.string()).optional(),
  /** The envelope code that this result has, or would have, alone. */
  code: z.int(),
  msg: z.string(),
})

/**
 * Checks guests in: one, as fields, or at most 100 as `items`, answered in the same order, each with a result of its own.
 * The nonce is the idempotency key: the same nonce and body get the same answer for ever, the same nonce with another
 * body `nonce_taken`. A guest is checked in once: another nonce gets `duplicate`, with `conflict` when it comes from
 * another device, and both are kept for the report.
 *
 * One refused check-in alone is a refusal of the envelope: 1001 (`data.fields`), 1404 or 1409, with
 * `data: {state: 'refused', reason, fields?}` where more than the form of a field is wrong. These are final; anything
 * else (1429, 1500, 1503, no envelope) is to be sent again.
 * Browsers without pairing do not learn whether somebody is registered, beyond what a name with its own phone opens.
 * Header `device`: the token of a paired device. A token that is unknown or revoked refuses the whole call (1101, 1103,
 * `data.reason`). Calls without one are limited by address (1429 with Retry-After).
 */
export const sendCheckIns = endpoint({
  method: 'POST',
  path: '/api/checkins',
  summary: '签到',
  refusals: [codes.notFound, codes.conflict, codes.tooMany],
  device: 'optional',
  input: checkInItem.partial().extend({
    items: z
      .array(z.unknown(), '批量签到不正确')
      .min(1, '批量签到不正确')
      .max(batchLimit, `一次最多 ${batchLimit} 条`)
      .optional(),
    /** How many check-ins wait on the device, these among them; for the operator's report. */
    waiting: z.coerce.number().int().min(0).max(100_000).optional().catch(undefined),
    /** The device's clock when it sends; tells how far it is off. */
    sent_at: z.iso.datetime({ offset: true, error: '时间不正确' }).optional(),
  }),
  data: z.union([checkInResult, z.array(checkInResult)]),
})

/**
 * One check-in without its guest, so that its address may be shared; with exhibitors and coming open days; 1404 for
 * an unknown id. Responses are not cached.
 */
export const getCheckIn = endpoint({
  method: 'GET',
  path: '/api/checkins/{id}',
  summary: '签到详情',
  input: z.object({ id: checkInId }),
  data: z.object({
    id: checkInId,
    kind: z.enum(checkInKinds),
    event: eventItem,
    /** When it was by the device's clock, and when it was received. */
    at: moment,
    received_at: moment,
    clock: z.enum(clockFaults).optional(),
    exhibitors: z.array(exhibitorItem),
    /** Bookable open days of the event's city, soonest first, at most 6. */
    open_days: z.array(openDayItem),
    /** Address of a QR code that leads a phone to this check-in. */
    qr: z.string(),
  }),
})
