import { z } from 'zod'
import { consentPurposes } from '../leads/consents.ts'
import { endpoint } from '../endpoint.ts'
import { cityCode, grade, id, listFields, listOf, moment, smsCode, stage, sortOf } from '../fields.ts'
import { isPlainLine } from '../person-name.ts'
import { accessToken, idempotencyKey, reference } from '../leads/clue.ts'
import { answerOutputs } from '../leads/lead-answers.ts'
import { orderTypes } from '../catalogue/order-types.ts'
import { recipientKinds } from '../leads/recipient.ts'
import { profile } from './profile.ts'
import { ticketItem } from '../check-ins/tickets.ts'

/** Updates the profile; omitted fields stay, empty ones are cleared. */
export const modifyCenter = endpoint({
  method: 'POST',
  path: '/api/center/modify',
  summary: '修改个人资料',
  login: 'required',
  input: z.object({
    nickname: z
      .string('昵称不正确')
      .trim()
      .max(20, '昵称最多 20 个字')
      .refine(isPlainLine, '昵称里有换行或看不见的字符，请重新填写')
      .optional(),
    city_code: z.union([cityCode, z.literal('')], '城市不正确').optional(),
    stage: z.union([stage, z.literal('')], '学段不正确').optional(),
    grade: z.union([grade, z.literal('')], '年级不正确').optional(),
    courseText: z.string('关注的课程不正确').trim().max(40, '关注的课程最多 40 个字').optional(),
  }),
  data: profile,
})

/** States of a request: active, on the waiting list of an open day, active and contacted, cancelled by its owner, withdrawn. */
export const requestStates = ['received', 'waiting', 'contacted', 'cancelled', 'withdrawn'] as const

/**
 * Status of a request for its owner: booked, waiting for a seat or submitted while active, over when its day is
 * past, staff closed it or its data is deleted.
 */
const requestStatuses = [
  'booked',
  'waiting',
  'submitted',
  'contacted',
  'cancelled',
  'withdrawn',
  'off',
  'over',
] as const

const requestItem = z.object({
  reference: z.string(),
  order_type: z.enum(orderTypes),
  state: z.enum(requestStates),
  /** `off`: the organiser cancelled the open day. */
  status: z.enum(requestStatuses),
  created_at: moment,
  city_code: cityCode,
  /** Masked. */
  name: z.string(),
  phone: z.string(),
  stage: z.string().optional(),
  grade: z.string().optional(),
  ...answerOutputs,
  school: z
    .object({
      id: z.int(),
      name: z.string(),
      /** Withdrawn: the school or open day has no page any more. */
      withdrawn: z.literal(true).optional(),
    })
    .optional(),
  open_day: z
    .object({
      id: z.int(),
      title: z.string(),
      starts_at: moment,
      ends_at: moment,
      place: z.string().optional(),
      /** The time that was booked, where the open day was moved since. */
      booked_for: moment.optional(),
      /** The place that was booked, where the open day is at another one since. */
      booked_place: z.string().optional(),
      /** The organiser cancelled it. */
      cancelled: z.boolean(),
      cancel_reason: z.string().optional(),
      /** When the request or its open day was last changed: moved, cancelled, held after all. */
      changed_at: moment,
    })
    .optional(),
  /** It was stored on the waiting list of its open day. */
  waitlisted: z.literal(true).optional(),
  /** Of a request that waits: absent once the waiting list gives no seats any more. */
  waiting: z
    .object({
      /** Its place in the waiting list, from 1. */
      position: z.int(),
      /** Until when seats are given. */
      until: moment,
      /** How its sender is told of a seat. */
      notified_by: z.enum(['sms', 'call']),
    })
    .optional(),
  /** Of a booking: a message reminds its guest on the day before, from 10:00 in China; absent after that time too. */
  reminder: z.literal(true).optional(),
  /** Why it was taken off the waiting list; absent when its sender cancelled it. */
  removal_reason: z.string().optional(),
  /** The recipient named in the consent to be contacted. */
  recipient: z.string().optional(),
  /** Whether that is the school or the operator. */
  recipient_kind: z.enum(recipientKinds).optional(),
  /** When the school that the consent names was given name and phone, with the school's own phone; also after it ended. */
  transferred: z.object({ at: moment, school: z.string(), phone: z.string().optional() }).optional(),
  /** Whether it may still be cancelled. */
  cancellable: z.boolean(),
})

/**
 * The visitor's own leads and bookings: those with the account's phone, also from before the account existed, and those
 * with another phone that it verified by code; latest first.
 */
export const listRequests = endpoint({
  method: 'GET',
  path: '/api/center/requests',
  summary: '我的申请',
  login: 'required',
  input: z.object({ ...listFields, sort: sortOf('newest') }),
  data: listOf(requestItem),
})

/** The visitor's own bookings, and places on waiting lists, of open days that have not ended and take place, soonest first. */
export const listBookings = endpoint({
  method: 'GET',
  path: '/api/center/bookings',
  summary: '我预约的开放日',
  login: 'required',
  input: z.object({}),
  data: z.array(
    z.object({
      open_day_id: z.int(),
      reference: z.string(),
      /** It is on the waiting list. */
      waiting: z.literal(true).optional(),
    }),
  ),
})

const requestDetail = requestItem.extend({
  /** Its access token; absent when its personal data was deleted. */
  access: z.string().optional(),
  tickets: z.array(ticketItem),
})

/** One of the visitor's own requests; 1404 for an unknown or somebody else's. */
export const getOwnRequest = endpoint({
  method: 'GET',
  path: '/api/center/requests/{reference}',
  summary: '我的一次申请',
  login: 'required',
  input: z.object({ reference }),
  data: requestDetail,
})

/** A request by its access token, which is in the body so that no log contains it. */
export const getRequest = endpoint({
  method: 'POST',
  path: '/api/requests',
  summary: '查看一次申请',
  input: z.object({ access: accessToken }),
  data: requestDetail,
})

/** Cancels a request by its access token. */
export const cancelRequestByAccess = endpoint({
  method: 'POST',
  path: '/api/requests/cancel',
  summary: '取消一次申请',
  input: z.object({ access: accessToken }),
  data: z.object({ state: z.string(), msg: z.string() }),
})

/**
 * Replaces the access token of a request: the old one opens nothing from then on. The same token and key are answered with the
 * same new one; 1404 for a token that opens nothing.
 */
export const replaceRequestAccess = endpoint({
  method: 'POST',
  path: '/api/requests/access',
  summary: '换一个访问编号',
  input: z.object({ access: accessToken, key: idempotencyKey }),
  data: z.object({ access: z.string() }),
})

const settled = z.object({ state: z.string(), msg: z.string() })

/** Cancels the visitor's own request, idempotently. 1404 for an unknown or somebody else's. */
export const cancelRequest = endpoint({
  method: 'POST',
  path: '/api/center/requests/{reference}/cancel',
  summary: '取消我的申请',
  login: 'required',
  input: z.object({ reference: z.string().regex(/^[0-9A-Z]{8,20}$/, '编号不正确') }),
  data: settled,
})

/** The visitor's own consents, with the text that was shown. */
export const listConsents = endpoint({
  method: 'GET',
  path: '/api/center/consents',
  summary: '我的授权',
  login: 'required',
  input: z.object({ ...listFields, sort: sortOf('newest') }),
  data: listOf(
    z.object({
      id: z.int(),
      purpose: z.enum(consentPurposes),
      recipient: z.string(),
      text: z.string(),
      text_version: z.string(),
      given_at: moment,
      withdrawn_at: moment.optional(),
      /** Of the request it belongs to. */
      reference: z.string().optional(),
      /** When the school was given name and phone of the request. */
      transferred_at: moment.optional(),
    }),
  ),
})

/** Withdraws the visitor's own consent; without the consent to contact the request is withdrawn too. */
export const withdrawConsent = endpoint({
  method: 'POST',
  path: '/api/center/consents/{id}/withdraw',
  summary: '撤回授权',
  login: 'required',
  input: z.object({ id }),
  data: settled,
})

/** The visitor's active sessions; the current one is marked. */
export const listSessions = endpoint({
  method: 'GET',
  path: '/api/center/sessions',
  summary: '登录设备',
  login: 'required',
  input: z.object({ ...listFields, sort: sortOf('newest') }),
  data: listOf(
    z.object({
      id: z.int(),
      device: z.string().optional(),
      created_at: moment,
      last_seen_at: moment,
      expires_at: moment,
      current: z.boolean(),
    }),
  ),
})

/** Ends one of the visitor's own sessions. */
export const endSession = endpoint({
  method: 'POST',
  path: '/api/center/sessions/{id}/end',
  summary: '下线设备',
  login: 'required',
  input: z.object({ id }),
  data: z.object({ msg: z.string() }),
})

/** Everything stored about the visitor, unencrypted; requires a fresh code of `/api/code`. */
export const exportAccount = endpoint({
  method: 'POST',
  path: '/api/center/export',
  summary: '导出我的数据',
  login: 'required',
  input: z.object({ code: smsCode }),
  data: z.record(z.string(), z.unknown()),
})

/** Deletes the account and anonymises its data; requires a fresh code of `/api/code`. */
export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/center/delete',
  summary: '注销账号',
  login: 'required',
  input: z.object({ code: smsCode }),
  data: z.object({ msg: z.string() }),
})
