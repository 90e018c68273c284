import type { IncomingMessage } from 'node:http'

/**
 * What a request is to the process when there is too much to do: pages are let go first, writes and logins last. Pictures
 * have a pool of their own: making them is slow, and the API's reads are quick.
 */
export type Pool = 'pages' | 'pictures' | 'reads' | 'writes'

/** The way out of a lane, for when its request is answered. */
type Release = () => void

/** Lets requests in as long as the process can answer them soon. */
export type AdmissionControl = {
  /**
   * Undefined at once when the lane is full, or the client has its share of it; else resolves to the way out once it is
   * the request's turn, or to undefined when that took too long. Clients that nothing is known of have no share.
   */
  enter: (lane: Pool, client?: string) => Promise<Release | undefined> | undefined
  /** Requests in a lane now, those that wait included. */
  inside: (lane: Pool) => number
}

/**
 * How many of a lane are answered at once, how many wait for their turn, for how long in ms, how late the event loop may
 * be for another one to come in, in ms, and how many one client may have inside.
 */
export type PoolLimits = Readonly<
  Record<Pool, { atOnce: number; waiting: number; waitMs: number; delayMs: number; perClient: number }>
>

/** Renders share one thread: more of them at once are not done sooner, only later all together. */
const usual: PoolLimits = {
  pages: { atOnce: 16, waiting: 64, waitMs: 2000, delayMs: 1000, perClient: 32 },
  pictures: { atOnce: 16, waiting: 184, waitMs: 8000, delayMs: 1500, perClient: 48 },
  reads: { atOnce: 64, waiting: 128, waitMs: 2000, delayMs: 1500, perClient: 96 },
  writes: { atOnce: 128, waiting: 512, waitMs: 8000, delayMs: 3000, perClient: 256 },
}

/** Makes the gate; `delayMs` is how late the event loop is now. */
export function createAdmissionControl({
  delayMs,
  limits = usual,
}: {
  delayMs: () => number
  limits?: PoolLimits
}): AdmissionControl {
  const lanes = {
    pages: createConcurrencyLimiter(limits.pages),
    pictures: createConcurrencyLimiter(limits.pictures),
    reads: createConcurrencyLimiter(limits.reads),
    writes: createConcurrencyLimiter(limits.writes),
  }
  return {
    inside: (lane) => lanes[lane].inside(),
    enter(name, client) {
      const lane = lanes[name]
      // An empty lane lets one in: what it finds out is how the process is.
      return lane.inside() > 0 && delayMs() > limits[name].delayMs ? undefined : lane.enter(client)
    },
  }
}

function createConcurrencyLimiter({ atOnce, waiting, waitMs, perClient }: PoolLimits[Pool]) {
  let running = 0
  /** Those who wait, the first one first; each lets itself in. */
  const queue = new Set<() => void>()
  const insideOf = new Map<string, number>()

  function releaseShare(client: string | undefined): void {
    if (client === undefined) return
    const left = (insideOf.get(client) ?? 1) - 1
    if (left === 0) insideOf.delete(client)
    else insideOf.set(client, left)
  }

  function start(client: string | undefined): Release {
    running += 1
    let left = false
    return () => {
      if (left) return
      left = true
      running -= 1
      releaseShare(client)
      const [next] = queue
      next?.()
    }
  }

  return {
    inside: () => running + queue.size,
    enter(client: string | undefined): Promise<Release | undefined> | undefined {
      const own = client === undefined ? 0 : (insideOf.get(client) ?? 0)
      if (own >= perClient || (running >= atOnce && queue.size >= waiting)) return undefined
      if (client !== undefined) insideOf.set(client, own + 1)
      if (running < atOnce) return Promise.resolve(start(client))
      return new Promise((resolve) => {
        const come = () => {
          clearTimeout(late)
          queue.delete(come)
          resolve(start(client))
        }
        const late = setTimeout(() => {
          queue.delete(come)
          releaseShare(client)
          resolve(undefined)
        }, waitMs)
        queue.add(come)
      })
    },
  }
}

const probes = /^\/(?:healthz|readyz|metrics)$/
const build = /^\/(?:assets|builds)\//
const reads = /^\/api\//
const pictures = /^\/media\//
const last = /^\/(?:login|logout|order|parents|exhibitors|signdetail)(?:\/|\.data|\?|$)/

/**
 * The lane of a request, whatever its method; undefined for probes and for what lies in the folders of the build, which
 * is a file or a line of text: both cost next to nothing.
 */
export function poolOf({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): Pool | undefined {
  if (method === 'POST') return 'writes'
  const isRead = method === 'GET' || method === 'HEAD'
  if (build.test(url) || (isRead && probes.test(url))) return undefined
  if (last.test(url)) return 'writes'
  if (isRead && pictures.test(url)) return 'pictures'
  return reads.test(url) ? 'reads' : 'pages'
}
