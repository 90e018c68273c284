import { questionStates, type listOwnQuestions } from '#server/contract/leads/feedback.ts'
import type { DataOf, ParsedInputOf } from '#server/contract/endpoint.ts'
import type { Database } from '#server/db/connect.ts'
import { findAnswersByQuestion, findOwnQuestions } from '#server/db/leads/own-questions.ts'
import { listPage } from '#server/db/list-page.ts'

type Item = DataOf<typeof listOwnQuestions>['items'][number]
type Row = Awaited<ReturnType<typeof findOwnQuestions>>['rows'][number]

/** One page of a visitor's own questions. Answers are those that the public sees, also of the question it was joined to. */
export async function readOwnQuestions(
  db: Database,
  visitorId: number,
  input: ParsedInputOf<typeof listOwnQuestions>,
): Promise<DataOf<typeof listOwnQuestions>> {
  const { rows, total } = await findOwnQuestions(db, visitorId, input)
  const answers = await findAnswersByQuestion(
    db,
    rows.flatMap((row) => publicIdOf(row) ?? []),
  )
  const items = rows.map((row): Item => {
    const { id, name, withdrawnAt } = row.school
    const asked = row.originalBody ?? row.body
    const shownAs = row.joined?.body ?? row.body
    return {
      id: row.id,
      school: { id, name, ...(withdrawnAt === null ? {} : { withdrawn: true }) },
      question: asked,
      shown_as: publicIdOf(row) === undefined || shownAs === asked ? undefined : shownAs,
      state: stateOf(row),
      refusal_reason: row.state === 'refused' ? (row.refusalReason ?? undefined) : undefined,
      asked_at: row.askedAt.toISOString(),
      answers: (answers.get(publicIdOf(row) ?? 0) ?? []).map(({ body, answeredBy, answeredAt }) => ({
        body,
        answered_by: answeredBy,
        answered_at: answeredAt.toISOString(),
      })),
    }
  })
  return listPage(input, items, total)
}

/** The question that the public sees in place of this one; undefined for none. */
function publicIdOf(row: Row): number | undefined {
  const state = stateOf(row)
  if (state === 'joined') return row.joined?.id
  return state === 'shown' ? row.id : undefined
}

/** Throws for a stored state that is none. */
function stateOf(row: Row): Item['state'] {
  if (row.withdrawnAt !== null) return 'withdrawn'
  const state = questionStates.find((each) => each === row.state)
  if (state === undefined) throw new Error(`question ${row.id}: its state is not of the contract`)
  return state
}
