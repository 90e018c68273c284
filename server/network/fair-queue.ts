import { createClientShares, type ClientNetworks, type ClientShares } from './client-shares.ts'
import { createWorkBudget, type WorkShare } from './work-budget.ts'

/** Frees the slot of a task; call it when the task is done. */
export type Release = () => void

/** A queue before something that does few tasks at once, in which clients take turns. */
export type FairQueue = {
  /**
   * Acquires a slot. Undefined at once when the queue is full or the client has its share of it; else resolves to the
   * release of the slot, or to undefined when the wait was too long or `signal` aborted it.
   */
  acquire: (client: ClientNetworks, signal?: AbortSignal) => Promise<Release | undefined> | undefined
  /** Tasks that run or wait now. */
  occupancy: () => number
}

/**
 * Limits of a queue: tasks at once, tasks that wait, the longest wait in ms, tasks of one client that run or wait, those
 * of one client that run, and the time that one client's tasks may take (when left out: no bound of their own).
 */
export type QueueLimits = {
  concurrency: number
  queued: number
  waitMs: number
  perClient: number
  runningPerClient?: number
  work?: WorkShare
}

const unlimited: ClientShares = { acquire: () => () => undefined }

type Waiting = { client: ClientNetworks; start: (releaseRunning: () => void) => void }

/**
 * Makes a queue. Each client has a line of its own, first in first out, and a freed slot goes to the next line in turn:
 * a client with many waiting tasks delays another's by one of them, not by all. A line whose client has its share of
 * the slots, or has used its time, is passed over. Clients that nothing limits share one line.
 */
export function createFairQueue(limits: QueueLimits): FairQueue {
  const { concurrency, queued, waitMs, perClient, runningPerClient, work } = limits
  let running = 0
  let waiting = 0
  /** By the client's narrowest network; the first has the next turn. None is empty. */
  const lines = new Map<string, Set<Waiting>>()
  const shares = createClientShares({ perClient, total: concurrency + queued })
  const runningShares =
    runningPerClient === undefined
      ? unlimited
      : createClientShares({ perClient: runningPerClient, total: concurrency })
  const budget = work && createWorkBudget(work)
  let nextBudget: NodeJS.Timeout | undefined
  /** Ms until a client has time for its next task; clients that nothing limits always have. */
  const restMs = (key: string): number => (key === '' ? 0 : (budget?.waitMs(key) ?? 0))

  function begin(client: ClientNetworks, ...releases: (() => void)[]): Release {
    running += 1
    let left = false
    const since = performance.now()
    return () => {
      if (left) return
      left = true
      running -= 1
      budget?.spend(lineOf(client), performance.now() - since)
      for (const release of releases) release()
      startNext()
    }
  }

  function startNext(): void {
    clearTimeout(nextBudget)
    for (const [key, line] of lines) {
      if (running >= concurrency) return
      if (restMs(key) > 0) continue
      const [first] = line
      const releaseRunning = first && runningShares.acquire(first.client)
      if (first === undefined || releaseRunning === undefined) continue
      leave(first, key)
      // Behind the others: the next turn of this client is after one of each.
      if (lines.delete(key)) lines.set(key, line)
      first.start(releaseRunning)
    }
    const rests = [...lines.keys()].map(restMs).filter((ms) => ms > 0)
    if (rests.length > 0) nextBudget = setTimeout(startNext, Math.min(...rests)).unref()
  }

  function leave(entry: Waiting, key: string): void {
    const line = lines.get(key)
    if (line?.delete(entry) !== true) return
    waiting -= 1
    if (line.size === 0) lines.delete(key)
  }

  function wait(client: ClientNetworks, releaseShare: () => void, signal: AbortSignal | undefined) {
    const key = lineOf(client)
    return new Promise<Release | undefined>((resolve) => {
      const settle = (release: Release | undefined) => {
        clearTimeout(expiry)
        signal?.removeEventListener('abort', giveUp)
        resolve(release)
      }
      const entry: Waiting = {
        client,
        start: (releaseRunning) => settle(begin(client, releaseShare, releaseRunning)),
      }
      const giveUp = () => {
        leave(entry, key)
        releaseShare()
        settle(undefined)
      }
      const expiry = setTimeout(giveUp, waitMs)
      signal?.addEventListener('abort', giveUp, { once: true })
      const line = lines.get(key) ?? new Set()
      lines.set(key, line.add(entry))
      waiting += 1
      if (running < concurrency && restMs(key) > 0) startNext()
    })
  }

  return {
    occupancy: () => running + waiting,
    acquire(client, signal) {
      if (running + waiting >= concurrency + queued || signal?.aborted === true) return undefined
      const releaseShare = shares.acquire(client)
      if (releaseShare === undefined) return undefined
      const isFree = running < concurrency && restMs(lineOf(client)) === 0
      const releaseRunning = isFree ? runningShares.acquire(client) : undefined
      return releaseRunning === undefined
        ? wait(client, releaseShare, signal)
        : Promise.resolve(begin(client, releaseShare, releaseRunning))
    },
  }
}

function lineOf([narrowest]: ClientNetworks): string {
  return narrowest?.key ?? ''
}
