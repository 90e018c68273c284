import { z } from 'zod'
import { correctionFields } from '../leads/correction-fields.ts'
import { correctionStates } from '../leads/corrections.ts'
import { id, listFields, listOf, moment } from '../fields.ts'
import { staffEndpoint } from './staff-endpoint.ts'

/** The answer to a report, which is not public. */
export const correctionAnswer = z.string('请填写答复').trim().min(1, '请填写答复').max(500, '最多 500 字')

const correctionItem = z.object({
  id: z.int(),
  school: z.object({ id: z.int(), name: z.string() }),
  field: z.enum(correctionFields.map(({ slug }) => slug)),
  wrong: z.string(),
  right: z.string().optional(),
  state: z.enum(correctionStates),
  created_at: moment,
  /** Whether whoever sent it left a phone. */
  contact: z.boolean(),
  /** Whether an account sent it, which finds the answer in 我的纠错. */
  account: z.boolean(),
  answer: z.string().optional(),
  answered_at: moment.optional(),
})

/** Reports of errors in the facts of schools; waiting ones oldest first, others latest first. */
export const listStaffCorrections = staffEndpoint({
  method: 'GET',
  path: '/api/staff/corrections',
  summary: '纠错',
  right: 'questions.review',
  input: z.object({
    state: z.enum(correctionStates, '状态不正确').default('received'),
    school_id: id.optional(),
    page: listFields.page,
    page_size: listFields.page_size,
  }),
  data: listOf(correctionItem),
})

/** One report. */
export const getStaffCorrection = staffEndpoint({
  method: 'GET',
  path: '/api/staff/corrections/{id}',
  summary: '一条纠错',
  right: 'questions.review',
  input: z.object({ id }),
  data: correctionItem,
})

/**
 * Answers a report in the place of an earlier answer. `answered_at`: when the answer was given that the caller saw; empty
 * for none. 1409 with the report as it is now in `data.current` when somebody answered since.
 */
export const answerCorrection = staffEndpoint({
  method: 'POST',
  path: '/api/staff/corrections/{id}/answer',
  summary: '答复纠错',
  right: 'questions.review',
  input: z.object({
    id,
    state: z.enum(['corrected', 'unchanged'], '请选择核实的结果'),
    answer: correctionAnswer,
    answered_at: z
      .union([z.literal(''), moment])
      .transform((at) => (at === '' ? undefined : at))
      .optional(),
  }),
  data: correctionItem,
})

/** The phone of whoever sent a report, for verifying and answering it only; recorded. */
export const revealCorrection = staffEndpoint({
  method: 'POST',
  path: '/api/staff/corrections/{id}/reveal',
  summary: '显示纠错人的电话',
  right: 'questions.review',
  input: z.object({ id }),
  data: z.object({ phone: z.string().optional() }),
})
