import { z } from 'zod'
import { codes } from '../codes.ts'
import { idempotencyKey } from './clue.ts'
import { correctionFields } from './correction-fields.ts'
import { endpoint } from '../endpoint.ts'
import { id, listFields, listOf, moment, phone, tick, sortOf } from '../fields.ts'

const field = z.enum(
  correctionFields.map(({ slug }) => slug),
  '请选择哪一项有误',
)

/**
 * Reports an error in a fact of a school. Nobody needs an account; who leaves a phone agrees to be called about it, and
 * who is logged in finds the answer in `/api/center/corrections`. The same key with the same report counts once while
 * the report waits and for 24 hours, with another one answers 1409.
 */
export const sendCorrection = endpoint({
  method: 'POST',
  path: '/api/school/corrections',
  summary: '纠错',
  recognises: true,
  headers: ['Idempotency-Key'],
  refusals: [codes.conflict, codes.tooMany],
  input: z.object({
    school_id: id,
    field,
    wrong: z.string('请写明哪里不对').trim().min(4, '请写明哪里不对，至少 4 个字').max(500, '最多 500 字'),
    /** What is right, and where that stands. */
    right: z
      .string()
      .trim()
      .max(500, '最多 500 字')
      .transform((text) => (text === '' ? undefined : text))
      .optional(),
    phone: phone.optional(),
    consent_contact: tick,
    key: idempotencyKey.optional(),
  }),
  data: z.object({ msg: z.string() }),
})

/** States of a report: waits, the fact was changed, or the fact was found right. */
export const correctionStates = ['received', 'corrected', 'unchanged'] as const

const correction = z.object({
  id: z.int(),
  school: z.object({
    id: z.int(),
    name: z.string(),
    /** The school has no page any more. */
    withdrawn: z.literal(true).optional(),
  }),
  field,
  wrong: z.string(),
  right: z.string().optional(),
  state: z.enum(correctionStates),
  answer: z.string().optional(),
  created_at: moment,
  answered_at: moment.optional(),
})

/** The visitor's own reports, with their answers: sent by the account, or with its phone; latest first. */
export const listCorrections = endpoint({
  method: 'GET',
  path: '/api/center/corrections',
  summary: '我的纠错',
  login: 'required',
  input: z.object({ ...listFields, sort: sortOf('newest') }),
  data: listOf(correction),
})
