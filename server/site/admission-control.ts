import type { IncomingMessage } from 'node:http'
import { kioskPaths } from '../contract/check-ins/check-in-paths.ts'
import type { ClientNetworks } from '../network/client-shares.ts'
import { createFairQueue, type FairQueue, type QueueLimits, type Release } from '../network/fair-queue.ts'
import { isOfStaff, isStaffFile, staffTokenOf } from './staff-requests.ts'

/**
 * The pools of admission control: under overload pages are shed first, forms and writes last. Pictures have a pool of their
 * own: making them is slow, and the API's reads are quick. So have forms, shown or sent: each is a render, and with many
 * at once every statement of a write waits for all of them.
 */
export type Pool = 'pages' | 'forms' | 'pictures' | 'reads' | 'writes'

/** Admission control: a queue for each pool, which sheds requests that could not be answered soon. */
export type AdmissionControl = {
  /**
   * Acquires a slot. Undefined at once when the pool's queue is full or the client has its share of it; else resolves to
   * the release of the slot, or to undefined when the wait in the queue was too long or `gone` aborted it.
   */
  acquire: (
    pool: Pool,
    client?: ClientNetworks,
    gone?: AbortSignal,
  ) => Promise<Release | undefined> | undefined
  /** Requests in a pool now, queued ones included. */
  occupancy: (pool: Pool) => number
}

/** Limits of a pool: of its queue, and the delay of the event loop in ms up to which a request is admitted. */
export type PoolLimits = Readonly<Record<Pool, QueueLimits & { delayMs: number }>>

/** Renders share one thread: with more of them at once, all of them end later. */
const defaultLimits: PoolLimits = {
  pages: { concurrency: 16, queued: 64, waitMs: 2000, delayMs: 1000, perClient: 32 },
  forms: { concurrency: 16, queued: 512, waitMs: 8000, delayMs: 3000, perClient: 32 },
  pictures: { concurrency: 16, queued: 184, waitMs: 8000, delayMs: 1500, perClient: 48 },
  reads: { concurrency: 64, queued: 128, waitMs: 2000, delayMs: 1500, perClient: 96, runningPerClient: 32 },
  writes: { concurrency: 128, queued: 512, waitMs: 8000, delayMs: 3000, perClient: 256 },
}

/** Makes the admission control; `delayMs` is the event loop's delay now. */
export function createAdmissionControl({
  delayMs,
  limits = defaultLimits,
}: {
  delayMs: () => number
  limits?: PoolLimits
}): AdmissionControl {
  const pools: Readonly<Record<Pool, FairQueue>> = {
    pages: createFairQueue(limits.pages),
    forms: createFairQueue(limits.forms),
    pictures: createFairQueue(limits.pictures),
    reads: createFairQueue(limits.reads),
    writes: createFairQueue(limits.writes),
  }
  return {
    occupancy: (pool) => pools[pool].occupancy(),
    acquire(name, client = [], gone) {
      const pool = pools[name]
      // An empty pool admits one request whatever the delay: otherwise a late measurement would shed everything.
      return pool.occupancy() > 0 && delayMs() > limits[name].delayMs ? undefined : pool.acquire(client, gone)
    },
  }
}

const probes = /^\/(?:healthz|readyz|metrics)$/
const build = /^\/(?:assets|builds)\//
const reads = /^\/api\//
const pictures = /^\/media\//
/** Logins, requests and check-ins, each with the addresses below it. */
const shedLastPaths = ['/login/', '/logout/', '/order/', ...kioskPaths].map((each) => each.slice(0, -1))
const shedLast = new RegExp(`^(?:${shedLastPaths.join('|')})(?:/|\\.data|\\?|$)`)

/**
 * The pool of a request, whatever its method; undefined for probes and for addresses in the folders of the build, which
 * are answered with a file or a line of text: both cost next to nothing.
 */
export function poolOf(incoming: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): Pool | undefined {
  const { method, url = '' } = incoming
  if (method === 'POST') return reads.test(url) ? 'writes' : 'forms'
  if (isStaffFile(incoming)) return 'reads'
  // Staff work on while visitors are shed.
  if (isOfStaff(incoming) && staffTokenOf(incoming) !== undefined) return 'forms'
  const isRead = method === 'GET' || method === 'HEAD'
  if (build.test(url) || (isRead && probes.test(url))) return undefined
  if (shedLast.test(url)) return 'forms'
  if (isRead && pictures.test(url)) return 'pictures'
  return reads.test(url) ? 'reads' : 'pages'
}
