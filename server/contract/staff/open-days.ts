import { z } from 'zod'
import { listedLeadFields } from '../catalogue/lead-fields.ts'
import { pick } from '../catalogue/typed-records.ts'
import { answerOutputs } from '../leads/lead-answers.ts'
import { openDayStates } from '../open-days.ts'
import { cityCode, id, listFields, listOf, moment } from '../fields.ts'
import { unlessEmpty } from './empty-field.ts'
import { staffEndpoint } from './staff-endpoint.ts'
import { chinaMinute, editedVersion, writtenLine } from './written-fields.ts'

const leadReference = z.string().regex(/^[0-9A-Z]{8,20}$/, '编号不正确')

const attendance = z.object({
  event: z.object({ id: z.int(), title: z.string() }),
  /** Expected guests of its list, those of them who came, walk-ins who came. */
  registered: z.int(),
  checked_in: z.int(),
  walk_ins: z.int(),
})

const openDayRow = z.object({
  id: z.int(),
  /** Changes with every edit; an edit states the one that it was made from. */
  version: z.string(),
  title: z.string(),
  school: z.object({ id: z.int(), name: z.string() }).optional(),
  city_code: cityCode,
  starts_at: moment,
  ends_at: moment,
  /** Until when it can be booked; absent: until it starts. */
  booking_closes_at: moment.optional(),
  place: z.string().optional(),
  description: z.string().optional(),
  /** Seats in all; absent: not limited. */
  capacity: z.int().optional(),
  /** Seats that are taken. */
  taken: z.int(),
  /** Requests on the waiting list. */
  waiting: z.int(),
  state: z.enum(openDayStates),
  cancelled_at: moment.optional(),
  cancel_reason: z.string().optional(),
  /** It, or its school, is not shown to visitors any more. */
  withdrawn: z.boolean(),
})

/**
 * Open days: coming ones first, soonest first, then past ones, the latest first. A member of the role `school` sees those
 * of the own school.
 */
export const listStaffOpenDays = staffEndpoint({
  method: 'GET',
  path: '/api/staff/open-days',
  summary: '开放日',
  right: 'content.read',
  input: z.object({
    city_code: cityCode.optional(),
    /** A month of China's calendar, YYYY-MM. */
    month: z
      .string()
      .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, '月份不正确')
      .optional(),
    period: z.enum(['upcoming', 'past'], '时间不正确').optional(),
    state: z.enum(openDayStates, '状态不正确').optional(),
    page: listFields.page,
    page_size: listFields.page_size,
  }),
  data: listOf(openDayRow),
})

const openDayDetail = openDayRow.extend({
  /** Bookings that are active. */
  booked: z.int(),
  /**
   * Of the guests of active bookings with a change to be notified of: those without message and call, and those
   * whose message waits.
   */
  to_call: z.int(),
  messages_waiting: z.int(),
  /** Check-in events of the open day. */
  attendance: z.array(attendance),
})

/** One open day. */
export const getStaffOpenDay = staffEndpoint({
  method: 'GET',
  path: '/api/staff/open-days/{id}',
  summary: '一个开放日',
  right: 'content.read',
  input: z.object({ id }),
  data: openDayDetail,
})

/** What staff write of an open day. An omitted or empty field is one that it has not. */
const openDayFields = {
  title: writtenLine(200, '标题'),
  starts_at: chinaMinute,
  ends_at: chinaMinute,
  booking_closes_at: unlessEmpty(chinaMinute),
  place: unlessEmpty(writtenLine(200, '地点')),
  description: unlessEmpty(z.string().trim().max(5000, '说明最多 5000 个字')),
  capacity: unlessEmpty(
    z.coerce.number('名额应为整数').int('名额应为整数').min(0, '名额不能是负数').max(1_000_000, '名额太大'),
  ),
}

/** Adds an open day. `school`: the full name of a school of the city, or its id. 1001 with `fields` for wrong ones. */
export const addStaffOpenDay = staffEndpoint({
  method: 'POST',
  path: '/api/staff/open-days',
  summary: '新建开放日',
  right: 'open_days.write',
  input: z.object({ city_code: cityCode, school: unlessEmpty(writtenLine(100, '学校')), ...openDayFields }),
  data: openDayDetail,
})

/**
 * Changes an open day; what was booked stays booked. When it begins at another time its guests are notified. 1409 with the
 * open day as it is in `data.current` when `version` is an older one; 1001 with `fields.capacity` when more seats are taken
 * than that. `seated`: how many seats went to its waiting list.
 */
export const changeStaffOpenDay = staffEndpoint({
  method: 'POST',
  path: '/api/staff/open-days/{id}',
  summary: '修改开放日',
  right: 'open_days.write',
  input: z.object({ id, version: editedVersion, ...openDayFields }),
  data: openDayDetail.extend({ notified: z.int(), seated: z.int() }),
})

/** Calls an open day off and notifies its guests. 1409 as for a change, and for one that is cancelled. */
export const cancelStaffOpenDay = staffEndpoint({
  method: 'POST',
  path: '/api/staff/open-days/{id}/cancel',
  summary: '取消开放日',
  right: 'open_days.write',
  input: z.object({ id, version: editedVersion, reason: writtenLine(200, '原因') }),
  data: openDayDetail.extend({ notified: z.int(), seated: z.int() }),
})

/**
 * Lets a cancelled open day take place after all, notifies its guests, and gives free seats to its waiting list.
 * 1409 as for a change.
 */
export const reinstateStaffOpenDay = staffEndpoint({
  method: 'POST',
  path: '/api/staff/open-days/{id}/reinstate',
  summary: '恢复举行开放日',
  right: 'open_days.write',
  input: z.object({ id, version: editedVersion }),
  data: openDayDetail.extend({ notified: z.int(), seated: z.int() }),
})

/** What a guest has to be notified of. */
export const openDayNotices = ['moved', 'relocated', 'cancelled', 'reinstated', 'seat', 'removed'] as const

const callItem = z.object({
  reference: z.string(),
  name: z.string(),
  phone: z.string(),
  ...pick(answerOutputs, listedLeadFields),
  kind: z.enum(openDayNotices),
  /** The guest is on the waiting list. */
  waiting: z.boolean(),
  /** Whether a message was sent, waits to be sent, or there is none. */
  message: z.enum(['sent', 'waiting', 'none']),
  message_sent_at: moment.optional(),
  called_at: moment.optional(),
  called_by: z.string().optional(),
})

/** The waiting list of an open day in its order; names and phones masked. */
export const listOpenDayWaiting = staffEndpoint({
  method: 'GET',
  path: '/api/staff/open-days/{id}/waiting',
  summary: '开放日候补名单',
  right: 'waiting_list.read',
  input: z.object({ id }),
  data: z.object({
    items: z.array(
      z.object({
        /** Its place, from 1. */
        position: z.int(),
        reference: z.string(),
        name: z.string(),
        phone: z.string(),
        joined_at: moment,
      }),
    ),
  }),
})

/**
 * Takes a request off the waiting list of an open day; its sender is notified and reads the reason, and those behind it move up.
 * 1404 for one of another open day, 1409 for one that waits no more, and once the open day has begun.
 */
export const removeFromWaitingList = staffEndpoint({
  method: 'POST',
  path: '/api/staff/open-days/{id}/waiting/{reference}/remove',
  summary: '移出开放日候补名单',
  right: 'waiting_list.write',
  input: z.object({ id, reference: leadReference, reason: writtenLine(200, '原因') }),
  data: z.object({ msg: z.string() }),
})

/** The guests of an open day with a change that they are notified of; names and phones masked. */
export const listOpenDayCalls = staffEndpoint({
  method: 'GET',
  path: '/api/staff/open-days/{id}/calls',
  summary: '开放日要通知的家长',
  right: 'open_days.write',
  input: z.object({ id }),
  data: z.object({ items: z.array(callItem) }),
})

/** The guests that no message reached and nobody called, with full names and phones: each call is a row of the access log. */
export const revealOpenDayCalls = staffEndpoint({
  method: 'POST',
  path: '/api/staff/open-days/{id}/calls/reveal',
  summary: '显示要打电话的家长',
  right: 'open_days.write',
  input: z.object({ id }),
  data: z.object({ items: z.array(callItem) }),
})

/** Records that a guest was called. 1409 when somebody recorded it before, 1404 for one who has nothing to be notified of. */
export const recordOpenDayCall = staffEndpoint({
  method: 'POST',
  path: '/api/staff/open-days/{id}/calls',
  summary: '记下打过电话',
  right: 'open_days.write',
  input: z.object({ id, reference: leadReference }),
  data: z.object({ msg: z.string() }),
})
