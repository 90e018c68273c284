import { codes } from '#server/contract/codes.ts'
import { noRecipientText } from '#server/contract/leads/recipient.ts'
import {
  askQuestion,
  getGraduateLikes,
  getViewLikes,
  likeGraduate,
  likeView,
  listOwnQuestions,
} from '#server/contract/leads/feedback.ts'
import { addLike, findLikes, type LikeSubject } from '#server/db/schools/likes.ts'
import { readOwnQuestions } from '#server/services/leads/read-own-questions.ts'
import { createWordCheck, usualWords } from '#server/services/leads/word-check.ts'
import { createQuestionSubmitter } from '#server/services/leads/submit-question.ts'
import { createNetworkRateLimiter } from '#server/services/limits/rate-limiter.ts'
import { ApiError, invalidFields, tooMany } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { idempotencyKeyOf } from '../idempotency-key.ts'
import { codeClientOf } from '../accounts/code-client.ts'
import type { Visitor } from '../accounts/read-visitor.ts'
import { serve, servePersonal } from '../serve.ts'

/** Confirmation for the author of a question: its number, and what happens next. */
const confirmationOf = (id: number, isKnown: boolean) =>
  `问题收到了，编号 ${id}。审核后显示在这里，不显示您的姓名。${isKnown ? '结果也写在个人中心的“我的提问”里。' : ''}`
const likeLimit = { name: 'like', limit: 30, windowMs: 60_000 }

type Liker = {
  request: Request
  recognise: () => Promise<Visitor | undefined>
  vid: string | undefined
  address: string | undefined
}

/** Endpoints of visitors' feedback on schools: questions, which wait for review, and likes, one per visitor. */
export function feedbackEndpoints(dependencies: ApiDependencies) {
  const { database, personal, log, checkText = createWordCheck(usualWords) } = dependencies
  const ask = createQuestionSubmitter(dependencies)
  const likes = createNetworkRateLimiter(dependencies, likeLimit)

  /** Blind index of the visitor who likes: of the random id, else the account, else client address and user agent. */
  const visitorIndex = async ({ request, recognise, vid, address }: Liker): Promise<string> => {
    const given = vid ?? request.headers.get('vid') ?? ''
    if (/^[\w-]{16,64}$/.test(given)) return personal.blindIndex('like', `vid ${given}`)
    const visitor = await recognise()
    if (visitor) return personal.blindIndex('like', `visitor ${visitor.id}`)
    return personal.blindIndex('like', `client ${address ?? ''} ${request.headers.get('user-agent') ?? ''}`)
  }

  const like = async (subject: LikeSubject, id: number, who: Liker) => {
    const vidHash = await visitorIndex(who)
    const counted = await likes.consume(who.address, { fallbackKey: vidHash })
    if (!counted.allowed) throw tooMany(counted.retryAfter)
    return found(await addLike(database.db, { subject, id, vidHash }))
  }

  const readLikes = async (subject: LikeSubject, id: number, who: Liker) =>
    found(await findLikes(database.db, { subject, id, vidHash: await visitorIndex(who) }))

  return [
    serve(askQuestion, async ({ input, request, address, recognise }) => {
      const visitor = await recognise()
      const key = idempotencyKeyOf(request) ?? input.key
      const outcome = await ask(
        { ...input, key },
        {
          visitorId: visitor?.id,
          client: codeClientOf({ request, address }),
        },
      )
      if (outcome.state === 'no-school') throw invalidFields({ school_id: '没有找到这所学校' })
      if (outcome.state === 'no-recipient')
        throw invalidFields({ school_id: noRecipientText(outcome.school) })
      if (outcome.state === 'unverified') throw invalidFields(outcome.fields)
      if (outcome.state === 'account-closed') throw new ApiError(codes.accountClosed)
      if (outcome.state === 'key-taken') throw new ApiError(codes.conflict)
      if (outcome.state === 'limited') throw tooMany(outcome.retryAfter)
      const marks = checkText(input.question)
      if (marks.length > 0)
        log.info({ question: outcome.id, marks }, 'a question waits for review with marks')
      return { id: outcome.id, msg: confirmationOf(outcome.id, visitor !== undefined) }
    }),
    servePersonal(listOwnQuestions, ({ input, visitor }) => readOwnQuestions(database.db, visitor.id, input)),
    serve(likeView, ({ input, ...call }) => like('view', input.view_id, { ...call, vid: input.vid })),
    serve(likeGraduate, ({ input, ...call }) =>
      like('graduate', input.graduate_id, { ...call, vid: input.vid }),
    ),
    serve(
      getViewLikes,
      ({ input, ...call }) => readLikes('view', input.view_id, { ...call, vid: input.vid }),
      {
        cacheMs: 0,
      },
    ),
    serve(
      getGraduateLikes,
      ({ input, ...call }) => readLikes('graduate', input.graduate_id, { ...call, vid: input.vid }),
      { cacheMs: 0 },
    ),
  ]
}
