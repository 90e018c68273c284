import { noteAccess } from '#server/db/accounts/access-log.ts'
import type { DatabaseConnection, Transaction } from '#server/db/connect.ts'
import { announceContent, raiseContentVersion } from '#server/db/articles/content-version.ts'
import {
  findAnswersOf,
  findJoined,
  lockQuestion,
  rejoinQuestions,
  releaseJoined,
  replaceAnswer,
  updateQuestion,
} from '#server/db/leads/review-questions.ts'
import { changesBetween } from '#server/services/staff/changes-between.ts'

/** What a reviewer decides about a question; an answer shows it too. */
export type Decision =
  | { kind: 'show' }
  | { kind: 'refuse'; reason: string }
  | { kind: 'answer'; answer: string; by: string }
  /** Another text in the place of the question's, which is stored beside it. */
  | { kind: 'edit'; body: string }
  /** It asks the same as another question of the school. */
  | { kind: 'join'; into: number }

/**
 * The result of a decision. `stale`: somebody changed the question since; `no-target`: the question to join it to is of
 * another school, or neither public nor waiting.
 */
export type Reviewed = 'done' | 'unknown' | 'stale' | 'no-target'

type Review = {
  now: Date
  /** When the question was last changed as far as the reviewer knows. */
  version: Date
  /** Who decides, recorded with what changed. */
  staff: { id: number; name: string }
}

/** Carries out a decision and announces it to every process, so that pages follow. */
export async function reviewQuestion(
  connection: DatabaseConnection,
  id: number,
  decision: Decision,
  review: Review,
): Promise<Reviewed> {
  const outcome = await connection.db.transaction((tx) => decide(tx, id, decision, review))
  if (typeof outcome === 'string') return outcome
  await announceContent(connection, outcome.version)
  return 'done'
}

async function decide(
  tx: Transaction,
  id: number,
  decision: Decision,
  { now, version, staff }: Review,
): Promise<Exclude<Reviewed, 'done'> | { version: number }> {
  const target = decision.kind === 'join' ? decision.into : undefined
  const joined = decision.kind === 'refuse' ? await findJoined(tx, id) : []
  const locked = await lockInOrder(tx, [id, ...(target === undefined ? joined : [target])])
  const before = locked.get(id)
  if (before === undefined) return 'unknown'
  if (version.getTime() !== before.updatedAt.getTime()) return 'stale'
  const [answer] = await findAnswersOf(tx, id)
  if (target !== undefined) {
    if (!mayJoin(before, locked.get(target))) return 'no-target'
    await rejoinQuestions(tx, { from: id, to: target })
  }
  if (decision.kind === 'refuse') await releaseJoined(tx, [id], now)
  const set = columnsOf(decision, before)
  // Later than before in any case: the next reviewer's version must differ.
  const updatedAt = new Date(Math.max(now.getTime(), before.updatedAt.getTime() + 1))
  await updateQuestion(tx, id, { ...set, updatedAt })
  if (decision.kind === 'answer')
    await replaceAnswer(tx, id, { body: decision.answer, answeredBy: decision.by })
  const changes = changesBetween(
    { ...before, answer: answer?.body },
    { ...set, ...(decision.kind === 'answer' ? { answer: decision.answer } : {}) },
    // What is public, the answer, is nobody's alone; the reason is written to whoever asked.
    { personal: ['body', 'originalBody', 'refusalReason'] },
  )
  const command = `staff questions ${decision.kind}`
  await noteAccess(tx, { staff, command, record: `question:${id}`, changes, rows: 1 })
  return { version: await raiseContentVersion(tx) }
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockQuestion>>>

function columnsOf(decision: Decision, { body, originalBody }: Locked) {
  switch (decision.kind) {
    case 'edit':
      return { body: decision.body, originalBody: originalBody ?? body }
    case 'refuse':
      return { state: 'refused', refusalReason: decision.reason, joinedTo: null }
    case 'join':
      return { state: 'joined', refusalReason: null, joinedTo: decision.into }
    default:
      return { state: 'shown', refusalReason: null, joinedTo: null }
  }
}

/** Locks questions in the order of their ids, so that two reviewers who join one to the other do not wait for each other. */
async function lockInOrder(tx: Transaction, ids: readonly number[]): Promise<Map<number, Locked>> {
  const locked = new Map<number, Locked>()
  for (const id of ids.toSorted((one, other) => one - other)) {
    const row = await lockQuestion(tx, id)
    if (row !== undefined) locked.set(id, row)
  }
  return locked
}

function mayJoin({ id, schoolId }: Locked, target: Locked | undefined): boolean {
  if (target === undefined || target.id === id || target.schoolId !== schoolId) return false
  return target.state === 'shown' || target.state === 'pending'
}
