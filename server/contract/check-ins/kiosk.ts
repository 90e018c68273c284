import { z } from 'zod'
import { codes } from '../codes.ts'
import { checkInKinds } from './check-in-rules.ts'
import { endpoint } from '../endpoint.ts'
import { eventItem } from './events.ts'
import { id, moment } from '../fields.ts'

const device = z.object({ id: z.int(), name: z.string() })

/** A pairing code as an operator reads it out: 8 digits, spaces and full-width digits taken too. */
const pairingCode = z
  .string('请填写配对码')
  .transform((typed) => typed.normalize('NFKC').replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{8}$/, '请填写 8 位数字配对码'))

/**
 * Pairs this device by a code of `npm run kiosk -- pair` (15 minutes, once). The token goes into the header `device` of
 * all calls below and of `/api/checkins`; it is returned this once. 1001 with `fields.code` for a wrong, used or old code;
 * 1429 with Retry-After after too many wrong ones.
 */
export const pairKiosk = endpoint({
  method: 'POST',
  path: '/api/kiosk/pair',
  summary: '配对签到设备',
  refusals: [codes.tooMany],
  input: z.object({ code: pairingCode }),
  data: z.object({ token: z.string(), device, event: eventItem }),
})

/** Ends this device's own pairing. Its queue must be uploaded before. */
export const unpairKiosk = endpoint({
  method: 'POST',
  path: '/api/kiosk/unpair',
  summary: '解除签到设备配对',
  device: 'required',
  input: z.object({}),
  data: z.object({ msg: z.string() }),
})

/**
 * Undoes the check-in of a guest of the device's event, for one who was checked in by mistake. The guest is expected again;
 * retries of the undone submission are refused as `undone`. 1404 for nobody of this event, 1409 for one who is not in.
 */
export const undoKioskCheckIn = endpoint({
  method: 'POST',
  path: '/api/kiosk/undo',
  summary: '撤销签到',
  device: 'required',
  input: z.object({ registration_id: id }),
  data: z.object({ msg: z.string() }),
})

/** A guest of the list, unencrypted, for paired devices only: to be stored encrypted and shown masked. */
export const kioskGuest = z.object({
  /** The registration's id: `registration_id` of `/api/checkins`. */
  id: z.int(),
  kind: z.enum(checkInKinds),
  /** The ticket code of 8 characters. */
  code: z.string(),
  /** The code of another ticket system that a list brought. */
  printed: z.string().optional(),
  name: z.string(),
  /** `张**`. */
  masked: z.string(),
  /** Readings of the name without spaces or tones, such as `zhangxiaoming`, and of its first letters, `zxm`. */
  pinyin: z.array(z.string()),
  initials: z.array(z.string()),
  /** The last four digits of the phone. */
  tail: z.string().optional(),
  organisation: z.string().optional(),
  booth: z.string().optional(),
  party_size: z.int(),
  walk_in: z.boolean(),
  /** Time of the check-in, and the device's name. */
  checked_in_at: moment.optional(),
  checked_in_by: z.string().optional(),
  /** The ticket is void. */
  revoked: z.boolean(),
})

/**
 * The guests of the device's event, or those that changed after version `since`, in the order of their changes. Ask again
 * with `since` as `version` while `more`. `reset`: forget what is stored first (also at the first call, and when the
 * server went back to an earlier state). Registrations are never removed, only revoked or emptied of their name.
 */
export const listKioskGuests = endpoint({
  method: 'GET',
  path: '/api/kiosk/list',
  summary: '签到名单',
  device: 'required',
  input: z.object({
    since: z.coerce.number('版本不正确').int('版本不正确').min(0, '版本不正确').max(2_147_483_647).default(0),
    limit: z.coerce.number('数量不正确').int('数量不正确').min(1, '数量不正确').max(1000).default(500),
  }),
  data: z.object({
    event: eventItem,
    version: z.int(),
    more: z.boolean(),
    reset: z.boolean(),
    /** Guests of the whole list that are not revoked. */
    total: z.int(),
    rows: z.array(kioskGuest),
    /** When devices delete the list; their queue stays. */
    wipe_at: moment,
  }),
})

/** A guest checked in by two devices. */
export const kioskConflict = z.object({
  registration_id: z.int(),
  /** Masked. */
  name: z.string(),
  first_at: moment,
  first_device: z.string().optional(),
  second_at: moment,
  second_device: z.string().optional(),
})

/**
 * State of the event and of this device, for the status line of the screen; polled about every half minute. `waiting`: how
 * many check-ins the device still has to upload, for the operator's report.
 */
export const getKioskState = endpoint({
  method: 'GET',
  path: '/api/kiosk/state',
  summary: '签到设备状态',
  device: 'required',
  input: z.object({ waiting: z.coerce.number().int().min(0).max(100_000).optional().catch(undefined) }),
  data: z.object({
    /** The server's clock. */
    now: moment,
    device,
    event: eventItem,
    /** Version of the list: fetch changes when it is higher than the stored one. */
    version: z.int(),
    /** Expected guests without revoked ones and walk-ins; of them checked in; walk-ins checked in. */
    registered: z.int(),
    checked_in: z.int(),
    walk_ins: z.int(),
    /** Conflicts that involve this device, latest first, at most 50. */
    conflicts: z.array(kioskConflict),
    wipe_at: moment,
  }),
})
