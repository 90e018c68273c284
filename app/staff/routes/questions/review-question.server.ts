import type { ActionFunctionArgs } from '@remix-run/node'
import { codes } from '#server/contract/codes.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import {
  answerQuestion,
  editQuestion,
  joinQuestion,
  refuseQuestion,
  revealQuestion,
  showQuestion,
} from '#server/contract/staff/questions.ts'
import type { StaffEndpoint } from '#server/contract/staff/staff-endpoint.ts'
import { problemOf, type FormProblem } from '#app/forms/form-problem.ts'
import { readFields } from '../../access/posted-form.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'

/** What a form of a question's page did: the word of its message, who asked, or why it was refused. */
export type Reviewed = { done: string } | { revealed: DataOf<typeof revealQuestion> } | RefusedReview

/** A refused form of the page, with what was typed; `isConflict`: somebody changed the question meanwhile. */
export type RefusedReview = {
  intent: string
  values: Readonly<Record<string, string>>
  problem: FormProblem
  isConflict: boolean
}

const decisions: ReadonlyMap<string, { endpoint: StaffEndpoint; done: string }> = new Map([
  ['show', { endpoint: showQuestion, done: 'shown' }],
  ['answer', { endpoint: answerQuestion, done: 'answered' }],
  ['edit', { endpoint: editQuestion, done: 'edited' }],
  ['refuse', { endpoint: refuseQuestion, done: 'refused' }],
  ['join', { endpoint: joinQuestion, done: 'joined' }],
])

/** Does what a form of a question's page asks for. */
export async function reviewQuestion(args: ActionFunctionArgs): Promise<Reviewed> {
  const id = args.params['id'] ?? ''
  const { intent = '', ...values } = await readFields(args.request)
  const api = staffApi(args)
  if (intent === 'reveal') {
    const reply = await api.send(revealQuestion, { id })
    if (reply.ok) return { revealed: reply.data }
    return { intent, values, problem: problemOf(reply), isConflict: false }
  }
  const decision = decisions.get(intent)
  if (decision === undefined) {
    const problem = { message: '没有这个操作，请重新打开页面', fields: {}, status: 400 }
    return { intent, values, problem, isConflict: false }
  }
  const reply = await api.send(decision.endpoint, { ...values, id })
  if (reply.ok) return { done: decision.done }
  return { intent, values, problem: problemOf(reply), isConflict: reply.code === codes.conflict }
}
