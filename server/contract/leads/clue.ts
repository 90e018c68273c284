import { z } from 'zod'
import { codes } from '../codes.ts'
import { endpoint } from '../endpoint.ts'
import { cityCode, grade, id, personName, phone, phoneRead, smsCode, stage, tick } from '../fields.ts'
import { contactPhone } from '../phone-number.ts'
import { answerInputs } from './lead-answers.ts'
import { orderTypes } from '../catalogue/order-types.ts'

/** Reference number of a request: 10 characters of Crockford's alphabet, any case. */
export const reference = z
  .string('请填写申请编号')
  .transform((typed) => typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^[0-9A-HJKMNP-TV-Z]{10}$/, '申请编号不正确'))

/** Length of an access token. */
export const accessTokenLength = 26

/** Access token of a request: it allows to see and cancel the request. 26 characters of Crockford's alphabet. */
export const accessToken = z
  .string('请填写访问编号')
  .transform((typed) => typed.toUpperCase())
  .pipe(z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, '访问编号不正确'))

/** Idempotency key: 8 to 255 characters. */
export const idempotencyKey = z.string().min(8, '提交编号不正确').max(255, '提交编号不正确')

/** Value of `phone` that means the account's verified phone. */
export const ownPhone = 'own'

const answer = z.object({
  reference: z.string(),
  /** Opens `/order/{access}/` and `/api/requests`; secret. */
  access: z.string(),
  state: z.string(),
  msg: z.string(),
})

/**
 * A lead or booking. The key stands in the header `Idempotency-Key` or in the field `key`: the same key with the
 * same body answers with the first reference and the state of now, with another body 1409. Whoever proves the phone, by its account's
 * token or by `code`, and sends the same again within 24 h gets the first reference too; anything else is a request
 * of its own, also when the phone has one for the same thing. `phone: "own"` is the phone of the token's account.
 * 1409 too for an open day that is full, closed or past (`data.state`); with `waitlist` a full one answers with
 * `state: waiting`: the request is on its waiting list and takes no seat.
 */
export const sendClue = endpoint({
  method: 'POST',
  path: '/api/clue',
  summary: '提交预约或咨询',
  recognises: true,
  headers: ['Idempotency-Key'],
  refusals: [codes.conflict, codes.tooMany],
  input: z.object({
    name: personName,
    phone: phoneRead((typed) => (typed === ownPhone ? typed : contactPhone(typed))),
    order_type: z.enum(orderTypes, '申请类型不正确').default('order'),
    city_code: cityCode.optional(),
    school_id: id.optional(),
    open_day_id: id.optional(),
    stage: stage.optional(),
    grade: grade.optional(),
    ...answerInputs,
    /** Whether to wait for a seat when the open day is full. */
    waitlist: tick.transform((asked) => asked || undefined),
    message: z.string().trim().max(500, '留言最多 500 字').optional(),
    /** Path of the page where the visitor came from, without query. */
    source: z.string().max(200, '来源不正确').optional(),
    code: smsCode.optional(),
    /** The school's name that stood beside the consents, empty for the operator's; refused when the request goes to another. */
    recipient: z.string().trim().max(200, '授权对象不正确').optional(),
    consent_contact: tick,
    consent_guardian: tick,
    consent_marketing: tick,
    key: idempotencyKey.optional(),
  }),
  data: answer,
})

/** Cancels a lead without an account, by its reference, its phone and a code of `/api/clue/send_code`. */
export const cancelClue = endpoint({
  method: 'POST',
  path: '/api/clue/cancel',
  summary: '取消预约',
  refusals: [codes.notFound, codes.conflict, codes.tooMany],
  input: z.object({ reference, phone, code: smsCode }),
  data: z.object({ state: z.string(), msg: z.string(), access: z.string().optional() }),
})
