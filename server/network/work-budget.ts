import { LRUCache } from 'lru-cache'

/** What each client may use of this process's time: tasks beyond it wait, so that others find the process free. */
export type WorkBudget = {
  /** Ms until a client may begin its next task; 0 when it may at once. */
  waitMs: (client: string) => number
  /** Counts a task of a client that took so many ms. */
  spend: (client: string, ms: number) => void
}

/** A client's part of the time, and the ms of work that it may do at once beyond that. */
export type WorkShare = { share: number; burstMs: number }

const maxClients = 20_000
/** No task, however long it took, keeps its client waiting for longer. */
const longestWaitMs = 5_000

/** Creates the budgets of clients. Time passes by `performance.now()`. */
export function createWorkBudget({ share, burstMs }: WorkShare): WorkBudget {
  const known = new LRUCache<string, { leftMs: number; at: number }>({ max: maxClients })
  function leftMs(client: string): number {
    const entry = known.get(client)
    return entry === undefined
      ? burstMs
      : Math.min(burstMs, entry.leftMs + (performance.now() - entry.at) * share)
  }
  return {
    waitMs: (client) => Math.max(0, Math.ceil(-leftMs(client) / share)),
    spend(client, ms) {
      known.set(client, {
        leftMs: Math.max(leftMs(client) - ms, -longestWaitMs * share),
        at: performance.now(),
      })
    },
  }
}
