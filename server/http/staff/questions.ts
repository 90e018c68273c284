import { codes } from '#server/contract/codes.ts'
import {
  answerQuestion,
  editQuestion,
  getQuestion,
  joinQuestion,
  listQuestions,
  questionStates,
  refuseQuestion,
  revealQuestion,
  showQuestion,
} from '#server/contract/staff/questions.ts'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import {
  findAnswersOf,
  findJoinedQuestions,
  findOtherQuestions,
  findQuestionsToReview,
  findQuestionToReview,
  findSubmitter,
  type ReviewedQuestion,
} from '#server/db/leads/review-questions.ts'
import { listPage } from '#server/db/list-page.ts'
import { reviewQuestion, type Decision } from '#server/services/leads/review-question.ts'
import { createWordCheck, usualWords } from '#server/services/leads/word-check.ts'
import type { Staff } from '#server/services/staff/read-staff.ts'
import { ApiError, invalidFields, notFound } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { found } from '../found.ts'
import { serveStaff } from './serve-staff.ts'

/** Endpoints of visitors' questions and their review. */
export function staffQuestionEndpoints({
  database,
  personal,
  now,
  checkText = createWordCheck(usualWords),
}: ApiDependencies) {
  const { db } = database
  const itemOf = (row: ReviewedQuestion) => ({
    ...plainItemOf(row),
    marks: checkText(row.originalBody ?? row.body),
  })

  const detailOf = async (id: number) => {
    const row = found(await findQuestionToReview(db, id))
    const [answer] = await findAnswersOf(db, id)
    const others = await findOtherQuestions(db, { id, schoolId: row.school.id })
    const [target] = row.joinedTo === null ? [] : await findJoinedQuestions(db, { id: row.joinedTo })
    return {
      ...itemOf(row),
      original_body: row.originalBody ?? undefined,
      refusal_reason: row.refusalReason ?? undefined,
      joined_to: target,
      answer:
        answer === undefined
          ? undefined
          : { body: answer.body, by: answer.answeredBy, at: answer.answeredAt.toISOString() },
      others: others.map((other) => ({ ...other, state: stateOf(other.state) })),
      joined: await findJoinedQuestions(db, { to: id }),
    }
  }

  const review = async (
    { id, version }: { id: number; version: string },
    staff: Staff,
    decision: Decision,
  ) => {
    const outcome = await reviewQuestion(database, id, decision, {
      now: now(),
      version: new Date(version),
      staff,
    })
    if (outcome === 'unknown') throw notFound()
    if (outcome === 'no-target') throw invalidFields({ into: '请选择同一所学校的另一个问题' })
    if (outcome !== 'done') {
      throw new ApiError(codes.conflict, {
        message: '这条提问刚被别人改过，请看过现在的内容再改',
        data: { current: await detailOf(id) },
      })
    }
    return detailOf(id)
  }

  return [
    serveStaff(listQuestions, async ({ input }) => {
      const { state, school_id: schoolId } = input
      const { rows, total } = await findQuestionsToReview(db, { state, schoolId }, input)
      return listPage(input, rows.map(itemOf), total)
    }),
    serveStaff(getQuestion, ({ input }) => detailOf(input.id)),
    serveStaff(showQuestion, ({ input, staff }) => review(input, staff, { kind: 'show' })),
    serveStaff(answerQuestion, ({ input, staff }) => {
      const { answer, by } = input
      return review(input, staff, { kind: 'answer', answer, by })
    }),
    serveStaff(editQuestion, ({ input, staff }) => review(input, staff, { kind: 'edit', body: input.body })),
    serveStaff(refuseQuestion, ({ input, staff }) =>
      review(input, staff, { kind: 'refuse', reason: input.reason }),
    ),
    serveStaff(joinQuestion, ({ input, staff }) => {
      const { into } = input
      if (into === undefined) throw invalidFields({ into: '请选择要合并到的问题' })
      return review(input, staff, { kind: 'join', into })
    }),
    serveStaff(revealQuestion, ({ input: { id }, staff }) =>
      db.transaction(async (tx) => {
        const submitter = found(await findSubmitter(tx, id))
        const command = 'staff questions reveal'
        const by = { id: staff.id, name: staff.name }
        await noteAccess(tx, { staff: by, command, record: `question:${id}`, rows: 1 })
        const open = (encrypted: string | null) =>
          encrypted === null ? undefined : personal.decrypt(encrypted)
        return { name: open(submitter.nameCipher), phone: open(submitter.phoneCipher) }
      }),
    ),
  ]
}

function plainItemOf(row: ReviewedQuestion) {
  return {
    id: row.id,
    school: row.school,
    body: row.body,
    state: stateOf(row.state),
    asked_at: row.askedAt.toISOString(),
    version: row.updatedAt.toISOString(),
    edited: row.originalBody !== null,
    answered: row.isAnswered,
    contact: row.hasContact,
  }
}

function stateOf(stored: string): (typeof questionStates)[number] {
  const state = questionStates.find((each) => each === stored)
  if (state === undefined) throw new Error(`a question has the state ${stored}`)
  return state
}
