import { z } from 'zod'
import {
  bestScore,
  decisionCriteria,
  longestDecisionNote,
  mostColumns,
  type DecisionCriterion,
} from '../catalogue/decision-criteria.ts'
import { recordOf } from '../catalogue/typed-records.ts'
import { codes } from '../codes.ts'
import { endpoint } from '../endpoint.ts'
import { id, moment } from '../fields.ts'
import { accessToken, idempotencyKey } from './clue.ts'
import { mostAsked } from './visit-terms.ts'

const criteria: readonly DecisionCriterion[] = decisionCriteria.map(({ slug }) => slug)
const score = z.coerce
  .number('分数不正确')
  .int('分数不正确')
  .min(1, '分数不正确')
  .max(bestScore, '分数不正确')

/** What one person says of the schools of a book, each in at most one element. */
export const decisionAnswers = z
  .array(
    z.object({
      school_id: id,
      scores: z.object(recordOf(criteria, () => score.optional())),
      note: z
        .string()
        .trim()
        .max(longestDecisionNote, `一句话最多 ${longestDecisionNote} 字`)
        .transform((text) => text || undefined)
        .optional(),
    }),
  )
  .max(mostAsked)

const columnName = z.string('请填写称呼').trim().min(1, '请填写称呼').max(10, '称呼最多 10 个字')

const opened = z.object({ access: z.string() })

/**
 * Opens a family's decision book about some schools, under an access token that the form's key gives (32 characters or more, from
 * a random source). With the access tokens of requests it is the one book of the first of them, about their schools. 1404 where
 * no school is left.
 */
export const openDecisionBook = endpoint({
  method: 'POST',
  path: '/api/decision-books',
  summary: '打开家庭决定书',
  recognises: true,
  refusals: [codes.tooMany],
  input: z.object({
    /** Ids of schools, by commas. */
    ids: z
      .string()
      .regex(/^\d{1,9}(,\d{1,9})*$/, '编号不正确')
      .transform((text): (string | number)[] => text.split(','))
      .pipe(z.array(id).max(mostAsked, `最多 ${mostAsked} 所学校`))
      .optional(),
    /** Access tokens of requests, by hyphens. */
    accesses: z
      .string()
      .transform((text) => text.split('-'))
      .pipe(z.array(accessToken).max(mostAsked, `最多 ${mostAsked} 份申请`))
      .optional(),
    key: z.string().min(32, '提交编号不正确').max(255, '提交编号不正确'),
  }),
  data: opened,
})

/** A decision book for holders of its access token. */
export const getDecisionBook = endpoint({
  method: 'POST',
  path: '/api/decision-books/read',
  summary: '查看家庭决定书',
  input: z.object({ access: accessToken }),
  data: z.object({
    schools: z.array(z.object({ id: z.int(), name: z.string() })),
    columns: z.array(z.object({ id: z.int(), name: z.string(), version: z.int(), answers: decisionAnswers })),
    /** When it is deleted. */
    deleted_at: moment,
  }),
})

/** Adds a column of a name to a book, or finds the one that has it. */
export const addDecisionColumn = endpoint({
  method: 'POST',
  path: '/api/decision-books/columns',
  summary: '家庭决定书加一列',
  refusals: [codes.conflict],
  input: z.object({ access: accessToken, name: columnName }),
  data: z.object({ id: z.int() }),
})

/** A book that has all the columns that it can have. */
export const fullBookText = `一本最多 ${mostColumns} 个人`

/**
 * Replaces what a column says; without a score and a note it is deleted. 1409 when the column is no longer of this version
 * (`data.version`), unless it says the same.
 */
export const saveDecisionColumn = endpoint({
  method: 'POST',
  path: '/api/decision-books/columns/save',
  summary: '保存家庭决定书的一列',
  refusals: [codes.conflict],
  input: z.object({
    access: accessToken,
    column: id,
    version: z.coerce.number().int(),
    answers: decisionAnswers,
  }),
  data: z.object({ msg: z.string() }),
})

/** Replaces the access token of a book, as of a request; from then on its request and account do not open it either. */
export const replaceDecisionBookAccess = endpoint({
  method: 'POST',
  path: '/api/decision-books/access',
  summary: '家庭决定书换一个网址',
  input: z.object({ access: accessToken, key: idempotencyKey }),
  data: opened,
})

/** Deletes a book with its columns, idempotently. */
export const deleteDecisionBook = endpoint({
  method: 'POST',
  path: '/api/decision-books/delete',
  summary: '删除家庭决定书',
  input: z.object({ access: accessToken }),
  data: z.object({ msg: z.string() }),
})
