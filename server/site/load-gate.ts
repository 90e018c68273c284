import type { IncomingMessage } from 'node:http'

/** What a request is to the process when there is too much to do: pages are let go first, writes and logins last. */
export type Lane = 'pages' | 'reads' | 'writes'

/** The way out of a lane, for when its request is answered. */
type Leave = () => void

/** Lets requests in as long as the process can answer them soon. */
export type LoadGate = {
  /**
   * Undefined at once when the lane is full; else resolves to the way out once it is the request's turn, or to undefined
   * when that took too long.
   */
  enter: (lane: Lane) => Promise<Leave | undefined> | undefined
  /** Requests in a lane now, those that wait included. */
  inside: (lane: Lane) => number
}

/**
 * How many of a lane are answered at once, how many wait for their turn, for how long in ms, and how late the event loop
 * may be for another one to come in, in ms.
 */
export type LaneLimits = Readonly<
  Record<Lane, { atOnce: number; waiting: number; waitMs: number; delayMs: number }>
>

/** Renders share one thread: more of them at once are not done sooner, only later all together. */
const usual: LaneLimits = {
  pages: { atOnce: 16, waiting: 64, waitMs: 2000, delayMs: 1000 },
  reads: { atOnce: 64, waiting: 128, waitMs: 2000, delayMs: 1500 },
  writes: { atOnce: 128, waiting: 512, waitMs: 8000, delayMs: 3000 },
}

/** Makes the gate; `delayMs` is how late the event loop is now. */
export function createLoadGate({
  delayMs,
  limits = usual,
}: {
  delayMs: () => number
  limits?: LaneLimits
}): LoadGate {
  const lanes = {
    pages: openLane(limits.pages),
    reads: openLane(limits.reads),
    writes: openLane(limits.writes),
  }
  return {
    inside: (lane) => lanes[lane].inside(),
    enter(name) {
      const lane = lanes[name]
      // An empty lane lets one in: what it finds out is how the process is.
      return lane.inside() > 0 && delayMs() > limits[name].delayMs ? undefined : lane.enter()
    },
  }
}

function openLane({ atOnce, waiting, waitMs }: LaneLimits[Lane]) {
  let running = 0
  /** Those who wait, the first one first; each lets itself in. */
  const queue = new Set<() => void>()

  function start(): Leave {
    running += 1
    let left = false
    return () => {
      if (left) return
      left = true
      running -= 1
      const [next] = queue
      next?.()
    }
  }

  return {
    inside: () => running + queue.size,
    enter(): Promise<Leave | undefined> | undefined {
      if (running < atOnce) return Promise.resolve(start())
      if (queue.size >= waiting) return undefined
      return new Promise((resolve) => {
        const come = () => {
          clearTimeout(late)
          queue.delete(come)
          resolve(start())
        }
        const late = setTimeout(() => {
          queue.delete(come)
          resolve(undefined)
        }, waitMs)
        queue.add(come)
      })
    },
  }
}

const free = /^\/(?:assets\/|healthz$|readyz$|metrics$)/
const reads = /^\/(?:api|media)\//
const last = /^\/(?:login|logout|order|parents|exhibitors|signdetail)(?:\/|\.data|\?|$)/

/** The lane of a request; undefined for probes and files of the build, which cost next to nothing. */
export function laneOf({ method, url = '' }: IncomingMessage): Lane | undefined {
  if (free.test(url)) return undefined
  if (method === 'POST' || last.test(url)) return 'writes'
  return reads.test(url) ? 'reads' : 'pages'
}
