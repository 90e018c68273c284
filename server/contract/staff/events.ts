import { z } from 'zod'
import { kioskConflict } from '../check-ins/kiosk.ts'
import { eventItem } from '../check-ins/events.ts'
import { cityCode, day, id, listFields, listOf, moment } from '../fields.ts'
import { isPlainLine } from '../person-name.ts'
import { staffEndpoint } from './staff-endpoint.ts'

/** Numbers of an event: expected guests without void tickets and walk-ins, those who came, walk-ins who came. */
const eventNumbers = z.object({ registered: z.int(), checked_in: z.int(), walk_ins: z.int() })

/** Events: coming and running ones first, soonest first, then past ones, the latest first. */
export const listStaffEvents = staffEndpoint({
  method: 'GET',
  path: '/api/staff/events',
  summary: '活动',
  right: 'events.write',
  input: z.object({
    city_code: cityCode.optional(),
    page: listFields.page,
    page_size: listFields.page_size,
  }),
  data: listOf(
    eventItem.extend({
      /** Guests of the list whose ticket is good, walk-ins included, and check-ins. */
      guests: z.int(),
      arrived: z.int(),
      /** Paired devices that were not revoked. */
      devices: z.int(),
      /** It is not shown to visitors any more. */
      withdrawn: z.boolean(),
    }),
  ),
})

/** States of a check-in device: its pairing code awaits it, it is paired, or it was revoked. */
export const staffDeviceStates = ['waiting', 'paired', 'revoked'] as const

const staffDevice = z.object({
  id: z.int(),
  name: z.string(),
  state: z.enum(staffDeviceStates),
  last_seen_at: moment.optional(),
  last_upload_at: moment.optional(),
  /** Check-ins that it still had to upload when it last reported; `outdated`: it was revoked after that. */
  queue: z.object({ count: z.int(), at: moment, outdated: z.boolean() }).optional(),
  /** How far its clock is ahead of the server's, in seconds, from five minutes on. */
  clock_ahead_seconds: z.int().optional(),
})

/** An event with its numbers and devices. */
export const staffEvent = eventItem.extend({
  /** Changes with every edit; an edit states the one that it was made from. */
  version: z.string(),
  /** Not shown to visitors since then. */
  withdrawn_at: moment.optional(),
  numbers: eventNumbers,
  devices: z.array(staffDevice),
  /** Guests whom two devices checked in. */
  conflicts: z.int(),
  /** The open day whose bookings are on the list. */
  open_day: z
    .object({
      id: z.int(),
      title: z.string(),
      /** It was cancelled or withdrawn: its bookings are void. */
      called_off: z.boolean(),
    })
    .optional(),
  last_check_in_at: moment.optional(),
  /** When devices delete the list. */
  wipe_at: moment,
  /** The server's clock. */
  now: moment,
})

/** One event with its numbers and devices as they are now. */
export const getStaffEvent = staffEndpoint({
  method: 'GET',
  path: '/api/staff/events/{id}',
  summary: '一场活动',
  right: 'events.write',
  input: z.object({ id }),
  data: staffEvent,
})

/** The report of an event. */
export const getStaffEventReport = staffEndpoint({
  method: 'GET',
  path: '/api/staff/events/{id}/report',
  summary: '活动报告',
  right: 'events.write',
  input: z.object({ id }),
  data: eventItem.extend({
    numbers: eventNumbers,
    /** Arrivals by day. */
    days: z.array(z.object({ day, people: z.int() })),
    /** Refused submissions by reason, the most frequent first. */
    refusals: z.array(z.object({ message: z.string(), times: z.int() })),
    /** `sent`: check-ins that it sent, `wrong_clock` of them with a wrong time. */
    devices: z.array(staffDevice.extend({ sent: z.int(), wrong_clock: z.int() })),
    /** Check-ins that browsers without pairing sent. */
    sent_by_web: z.int(),
    /** The latest 50 guests whom two devices checked in; names masked. */
    conflicts: z.array(kioskConflict),
  }),
})

const deviceName = z
  .string('请填写设备名称')
  .trim()
  .min(1, '请填写设备名称')
  .max(30, '设备名称最多 30 个字')
  .refine(isPlainLine, '设备名称里有换行或看不见的字符，请重新填写')

/** A code of 8 digits that pairs one device, once, for 15 minutes. 1001 with `fields.name` for a name in use. */
export const createPairingCode = staffEndpoint({
  method: 'POST',
  path: '/api/staff/events/{id}/devices',
  summary: '生成配对码',
  right: 'events.write',
  input: z.object({ id, name: deviceName }),
  data: z.object({
    device: z.object({ id: z.int(), name: z.string() }),
    code: z.string(),
    expires_at: moment,
  }),
})

/** One device with its event. */
export const getStaffDevice = staffEndpoint({
  method: 'GET',
  path: '/api/staff/devices/{id}',
  summary: '一台签到设备',
  right: 'events.write',
  input: z.object({ id }),
  data: staffDevice.extend({ event: z.object({ id: z.int(), title: z.string() }) }),
})

/** Ends a device's pairing or its code at once. 1409 for one that has ended. */
export const revokeStaffDevice = staffEndpoint({
  method: 'POST',
  path: '/api/staff/devices/{id}/revoke',
  summary: '停用签到设备',
  right: 'events.write',
  input: z.object({ id }),
  data: z.object({ msg: z.string() }),
})
