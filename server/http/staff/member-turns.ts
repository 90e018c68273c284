import { codes } from '#server/contract/codes.ts'
import { createWorkBudget, type WorkBudget, type WorkShare } from '#server/network/work-budget.ts'
import { retryLater } from '../api-error.ts'

/** So many of a member's tasks wait while one runs: texts that are drawn while one types, previews in several tabs. */
const mostWaiting = 4

/** A member's part of the time of this process, for what this process computes itself. */
export const memberWork: WorkShare = { share: 0.25, burstMs: 3000 }

/** Runs a task in a member's turn. */
export type MemberTurns = <Result>(member: number, task: () => Promise<Result>) => Promise<Result>

/**
 * Creates a queue of costly tasks for each member: one runs at a time, four wait; with `work`, tasks that follow each
 * other take that part of the time.
 * @returns a function that runs a task in the member's turn; it rejects with 1503 when there are more
 */
export function createMemberTurns(work?: WorkShare): MemberTurns {
  const budget = work && createWorkBudget(work)
  const queues = new Map<number, { last: Promise<unknown>; count: number }>()
  return async (member, task) => {
    const queue = queues.get(member) ?? { last: Promise.resolve(), count: 0 }
    if (queue.count > mostWaiting)
      throw retryLater(codes.notNow, 5, { message: '您的前几次操作还没有做完，请过一会儿再试' })
    queue.count += 1
    queues.set(member, queue)
    const result = queue.last.then(() => (budget === undefined ? task() : within(budget, member, task)))
    queue.last = result.catch(() => undefined)
    try {
      return await result
    } finally {
      queue.count -= 1
      if (queue.count === 0) queues.delete(member)
    }
  }
}

async function within<Result>(
  budget: WorkBudget,
  member: number,
  task: () => Promise<Result>,
): Promise<Result> {
  const restMs = budget.waitMs(String(member))
  if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs))
  const since = performance.now()
  return task().finally(() => budget.spend(String(member), performance.now() - since))
}
