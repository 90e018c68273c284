import { LRUCache } from 'lru-cache'

/** Counts what each key does within a window of time, in the memory of this process. */
export type WindowCounter = {
  /**
   * Counts one act of a key. `allowed` with a way to take it back when the act came to nothing; otherwise the seconds
   * (1 at least) until the window ends.
   */
  consume(key: string): { allowed: true; refund: () => void } | { allowed: false; retryAfter: number }
}

type Options = {
  /** Acts that one key may do within a window. */
  limit: number
  windowMs: number
  now: () => Date
  /** Keys remembered at most; beyond, those unseen for longest are forgotten. */
  maxKeys?: number
  /** Hears of each act that was one too many. */
  onRefused?: () => void
}

type Window = { count: number; endsAt: number }

/** A bounded counter; a key's window begins with its first act and ends `windowMs` later. */
export function createWindowCounter({
  limit,
  windowMs,
  now,
  maxKeys = 50_000,
  onRefused,
}: Options): WindowCounter {
  const windows = new LRUCache<string, Window>({ max: maxKeys })
  return {
    consume(key) {
      const at = now().getTime()
      const known = windows.get(key)
      const window = known !== undefined && known.endsAt > at ? known : { count: 0, endsAt: at + windowMs }
      if (window.count >= limit) {
        onRefused?.()
        return { allowed: false, retryAfter: Math.max(1, Math.ceil((window.endsAt - at) / 1000)) }
      }
      window.count += 1
      windows.set(key, window)
      return { allowed: true, refund: () => void (window.count -= 1) }
    },
  }
}
