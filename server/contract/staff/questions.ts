import { z } from 'zod'
import { id, listFields, listOf, moment } from '../fields.ts'
import { staffEndpoint } from './staff-endpoint.ts'

/** States of a question: waits for review, public, refused with a reason, or joined to another one. */
export const questionStates = ['pending', 'shown', 'refused', 'joined'] as const

/** How answers are signed unless the reviewer writes another name. */
export const usualSignature = '择校顾问'

/** A question's or an answer's text. */
export const questionText = z.string('请填写内容').trim().min(1, '请填写内容').max(2000, '最多 2000 字')

const school = z.object({ id: z.int(), name: z.string() })

const questionItem = z.object({
  id: z.int(),
  school,
  body: z.string(),
  /** Kinds of words in it that a reviewer should look at. */
  marks: z.array(z.string()),
  state: z.enum(questionStates),
  asked_at: moment,
  /** Raised by every change; an edit states the one that it was made from. */
  version: moment,
  /** Whether an operator changed the text. */
  edited: z.boolean(),
  answered: z.boolean(),
  /** Whether whoever asked left a name or phone. */
  contact: z.boolean(),
})

/** Questions about schools; waiting ones oldest first, others latest first. */
export const listQuestions = staffEndpoint({
  method: 'GET',
  path: '/api/staff/questions',
  summary: '问答',
  right: 'questions.review',
  input: z.object({
    state: z.enum(questionStates, '状态不正确').default('pending'),
    school_id: id.optional(),
    page: listFields.page,
    page_size: listFields.page_size,
  }),
  data: listOf(questionItem),
})

const questionDetail = questionItem.extend({
  /** What was asked, when the text was changed. */
  original_body: z.string().optional(),
  refusal_reason: z.string().optional(),
  joined_to: z.object({ id: z.int(), body: z.string() }).optional(),
  answer: z.object({ body: z.string(), by: z.string(), at: moment }).optional(),
  /** Other questions of the school, which it may be joined to: public and waiting ones, latest first. */
  others: z.array(z.object({ id: z.int(), body: z.string(), state: z.enum(questionStates) })),
  /** Questions that were joined to it. */
  joined: z.array(z.object({ id: z.int(), body: z.string() })),
})

/** One question. */
export const getQuestion = staffEndpoint({
  method: 'GET',
  path: '/api/staff/questions/{id}',
  summary: '一条提问',
  right: 'questions.review',
  input: z.object({ id }),
  data: questionDetail,
})

const given = { id, version: moment }

/**
 * Makes a question public as it is. Like every change below: 1409 with the question as it is now in `data.current` when
 * somebody changed it since `version`.
 */
export const showQuestion = staffEndpoint({
  method: 'POST',
  path: '/api/staff/questions/{id}/show',
  summary: '公开提问',
  right: 'questions.review',
  input: z.object(given),
  data: questionDetail,
})

/** Answers a question and makes it public, in the place of an earlier answer. */
export const answerQuestion = staffEndpoint({
  method: 'POST',
  path: '/api/staff/questions/{id}/answer',
  summary: '回答提问',
  right: 'questions.review',
  input: z.object({
    ...given,
    answer: questionText,
    by: z
      .string()
      .trim()
      .max(20, '署名最多 20 个字')
      .transform((name) => (name === '' ? usualSignature : name))
      .default(usualSignature),
  }),
  data: questionDetail,
})

/** Changes a question's text for privacy; what was asked is stored beside it. */
export const editQuestion = staffEndpoint({
  method: 'POST',
  path: '/api/staff/questions/{id}/edit',
  summary: '修改提问的文字',
  right: 'questions.review',
  input: z.object({ ...given, body: questionText }),
  data: questionDetail,
})

/** Refuses a question, with a reason that whoever asked finds in the export of the own data. */
export const refuseQuestion = staffEndpoint({
  method: 'POST',
  path: '/api/staff/questions/{id}/refuse',
  summary: '不公开提问',
  right: 'questions.review',
  input: z.object({
    ...given,
    reason: z.string('请写明原因').trim().min(2, '请写明原因').max(200, '最多 200 字'),
  }),
  data: questionDetail,
})

/** Joins a question to another one of the same school, which asks the same; it is not shown then. */
export const joinQuestion = staffEndpoint({
  method: 'POST',
  path: '/api/staff/questions/{id}/join',
  summary: '合并提问',
  right: 'questions.review',
  input: z.object({ ...given, into: z.union([z.literal('').transform(() => undefined), id]).optional() }),
  data: questionDetail,
})

/** Name and phone of whoever asked, for verifying the question only; recorded. */
export const revealQuestion = staffEndpoint({
  method: 'POST',
  path: '/api/staff/questions/{id}/reveal',
  summary: '显示提问人',
  right: 'questions.review',
  input: z.object({ id }),
  data: z.object({ name: z.string().optional(), phone: z.string().optional() }),
})
