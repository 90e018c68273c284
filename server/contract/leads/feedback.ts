import { z } from 'zod'
import { codes } from '../codes.ts'
import { endpoint } from '../endpoint.ts'
import { idempotencyKey } from './clue.ts'
import { id, listFields, listOf, moment, personName, phone, smsCode, sortOf } from '../fields.ts'

/**
 * Asks a question about a school; it is shown after review. Where the operator wants verified phones, who is not logged in
 * gives a phone with a code of `/api/clue/send_code`, else 1001 with `fields.phone` or `fields.code`. The same key with the same question, name and phone counts
 * once while the question waits and for 24 hours, with others it answers 1409.
 */
export const askQuestion = endpoint({
  method: 'POST',
  path: '/api/school/questions',
  summary: '提问',
  recognises: true,
  headers: ['Idempotency-Key'],
  refusals: [codes.conflict, codes.tooMany],
  input: z.object({
    school_id: id,
    question: z.string('请填写问题').trim().min(5, '问题至少 5 个字').max(500, '问题最多 500 字'),
    name: personName.optional(),
    phone: phone.optional(),
    code: smsCode.optional(),
    key: idempotencyKey.optional(),
  }),
  data: z.object({ id: z.int(), msg: z.string() }),
})

/** States of a question: waits for review, public, refused, joined to one that asks the same, or taken off the site. */
export const questionStates = ['pending', 'shown', 'refused', 'joined', 'withdrawn'] as const

/** The visitor's own questions with what became of them: asked by the account, or with its phone; latest first. */
export const listOwnQuestions = endpoint({
  method: 'GET',
  path: '/api/center/questions',
  summary: '我的提问',
  login: 'required',
  input: z.object({ ...listFields, sort: sortOf('newest') }),
  data: listOf(
    z.object({
      id: z.int(),
      school: z.object({
        id: z.int(),
        name: z.string(),
        /** The school has no page any more. */
        withdrawn: z.literal(true).optional(),
      }),
      /** As the visitor wrote it, also where it is shown in other words. */
      question: z.string(),
      /** The public words, where they differ: of the edited question, or of the one that it was joined to. */
      shown_as: z.string().optional(),
      state: z.enum(questionStates),
      /** Why it is not shown. */
      refusal_reason: z.string().optional(),
      asked_at: moment,
      answers: z.array(z.object({ body: z.string(), answered_by: z.string(), answered_at: moment })),
    }),
  ),
})

const liked = z.object({ likes: z.int(), liked: z.boolean() })

/** A visitor's random id as pages keep it in the cookie `vid`. */
const vid = z
  .string()
  .regex(/^[\w-]{16,64}$/, '访客编号不正确')
  .optional()
const ofView = z.object({ view_id: id, vid })
const ofGraduate = z.object({ graduate_id: id, vid })

/**
 * Likes a news item of a school, once for each visitor: by header or field `vid`, else by the token's owner, else by the
 * client's address and user agent.
 */
export const likeView = endpoint({
  method: 'POST',
  path: '/api/school/view/likes',
  summary: '觉得学校动态有用',
  recognises: true,
  headers: ['vid'],
  refusals: [codes.notFound, codes.tooMany],
  input: ofView,
  data: liked,
})

/** Likes of a news item now, and whether this visitor is among them. */
export const getViewLikes = endpoint({
  method: 'GET',
  path: '/api/school/view/likes',
  summary: '觉得学校动态有用的人数',
  recognises: true,
  headers: ['vid'],
  refusals: [codes.notFound],
  input: ofView,
  data: liked,
})

/** Likes a graduate's story, once for each visitor. */
export const likeGraduate = endpoint({
  method: 'POST',
  path: '/api/school/graduate/likes',
  summary: '觉得毕业生介绍有用',
  recognises: true,
  headers: ['vid'],
  refusals: [codes.notFound, codes.tooMany],
  input: ofGraduate,
  data: liked,
})

/** Likes of a graduate's story now, and whether this visitor is among them. */
export const getGraduateLikes = endpoint({
  method: 'GET',
  path: '/api/school/graduate/likes',
  summary: '觉得毕业生介绍有用的人数',
  recognises: true,
  headers: ['vid'],
  refusals: [codes.notFound],
  input: ofGraduate,
  data: liked,
})
