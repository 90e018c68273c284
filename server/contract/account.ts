import { z } from 'zod'
import { consentPurposes } from './consents.ts'
import { endpoint } from './endpoint.ts'
import { cityCode, grade, id, isPlainLine, listFields, listOf, moment, smsCode, stage } from './fields.ts'
import { accessToken, orderTypes, reference } from './clue.ts'
import { profile } from './profile.ts'
import { ticketItem } from './tickets.ts'

/** Changes the profile; a field that is left out stays, an empty one is taken back. */
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
    city_code: cityCode.optional(),
    stage: z.union([stage, z.literal('')], '学段不正确').optional(),
    grade: z.union([grade, z.literal('')], '年级不正确').optional(),
    courseText: z.string('关注的课程不正确').trim().max(40, '关注的课程最多 40 个字').optional(),
  }),
  data: profile,
})

/** States of a request: it stands, or one of the two took it back, or its time has passed. */
export const requestStates = ['received', 'contacted', 'cancelled', 'withdrawn'] as const

/** How a request stands for its owner: booked or submitted while it stands, over when its day is past or nothing is kept. */
export const requestStatuses = [
  'booked',
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
  /** `off`: the organiser called the open day off. */
  status: z.enum(requestStatuses),
  created_at: moment,
  city_code: cityCode,
  /** Masked. */
  name: z.string(),
  phone: z.string(),
  stage: z.string().optional(),
  grade: z.string().optional(),
  school: z
    .object({
      id: z.int(),
      name: z.string(),
      /** It was taken back: there is no page of it. */
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
      /** When it was to begin as it was booked, where that is another time now. */
      booked_for: moment.optional(),
      /** The organiser called it off. */
      cancelled: z.boolean(),
      cancel_reason: z.string().optional(),
    })
    .optional(),
  /** Who was named in the consent to be contacted: whoever answers the request. */
  recipient: z.string().optional(),
  /** Whether it may still be taken back. */
  cancellable: z.boolean(),
})

/**
 * The visitor's own leads and bookings: those with the account's phone, also from before the account existed, and those
 * with another phone that it proved by code; latest first.
 */
export const listRequests = endpoint({
  method: 'GET',
  path: '/api/center/requests',
  summary: '我的申请',
  login: 'required',
  input: z.object(listFields),
  data: listOf(requestItem),
})

const requestDetail = requestItem.extend({
  /** Its access token; absent when its person was taken out. */
  access: z.string().optional(),
  tickets: z.array(ticketItem),
})

/** One of the visitor's own requests; 1404 for one that is unknown or not one's own. */
export const getOwnRequest = endpoint({
  method: 'GET',
  path: '/api/center/requests/{reference}',
  summary: '我的一次申请',
  login: 'required',
  input: z.object({ reference }),
  data: requestDetail,
})

/** A request by its access token, which no log holds: it stands in the body. */
export const getRequest = endpoint({
  method: 'POST',
  path: '/api/requests',
  summary: '查看一次申请',
  input: z.object({ access: accessToken }),
  data: requestDetail,
})

/** Takes back a request by its access token. */
export const cancelRequestByAccess = endpoint({
  method: 'POST',
  path: '/api/requests/cancel',
  summary: '取消一次申请',
  input: z.object({ access: accessToken }),
  data: z.object({ state: z.string(), msg: z.string() }),
})

const settled = z.object({ state: z.string(), msg: z.string() })

/** Takes back one's own request; taking it back twice changes nothing. 1404 for one that is unknown or not one's own. */
export const cancelRequest = endpoint({
  method: 'POST',
  path: '/api/center/requests/{reference}/cancel',
  summary: '取消我的申请',
  login: 'required',
  input: z.object({ reference: z.string().regex(/^[0-9A-Z]{8,20}$/, '编号不正确') }),
  data: settled,
})

/** The visitor's own consents, with the text they were given to. */
export const listConsents = endpoint({
  method: 'GET',
  path: '/api/center/consents',
  summary: '我的授权',
  login: 'required',
  input: z.object(listFields),
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
    }),
  ),
})

/** Withdraws one's own consent; without its consent to contact a request is withdrawn too. */
export const withdrawConsent = endpoint({
  method: 'POST',
  path: '/api/center/consents/{id}/withdraw',
  summary: '撤回授权',
  login: 'required',
  input: z.object({ id }),
  data: settled,
})

/** The visitor's working sessions, the one that asks marked. */
export const listSessions = endpoint({
  method: 'GET',
  path: '/api/center/sessions',
  summary: '登录设备',
  login: 'required',
  input: z.object(listFields),
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

/** Ends one of one's own sessions. */
export const endSession = endpoint({
  method: 'POST',
  path: '/api/center/sessions/{id}/end',
  summary: '下线设备',
  login: 'required',
  input: z.object({ id }),
  data: z.object({ msg: z.string() }),
})

/** Everything stored about the visitor, in clear words; wants a fresh code of `/api/code`. */
export const exportAccount = endpoint({
  method: 'POST',
  path: '/api/center/export',
  summary: '导出我的数据',
  login: 'required',
  input: z.object({ code: smsCode }),
  data: z.record(z.string(), z.unknown()),
})

/** Closes the account and makes all that it left behind anonymous; wants a fresh code of `/api/code`. */
export const deleteAccount = endpoint({
  method: 'POST',
  path: '/api/center/delete',
  summary: '注销账号',
  login: 'required',
  input: z.object({ code: smsCode }),
  data: z.object({ msg: z.string() }),
})
