import { LRUCache } from 'lru-cache'

/** A fixed-window counter in the memory of this process. */
export type WindowCounter = {
  /**
   * Counts one attempt of a key: allowed, with `refund` to return it, or the seconds (1 at least) until the window ends.
   */
  consume(key: string): { allowed: true; refund: () => void } | { allowed: false; retryAfter: number }
}

type Options = {
  /** Attempts per key and window. */
  limit: number
  windowMs: number
  now: () => Date
  /** Bound on remembered keys; beyond it the least recently used are forgotten. */
  maxKeys?: number
  /** Called for each refused attempt. */
  onRefused?: () => void
}

type Window = { count: number; endsAt: number }

/** Creates a bounded counter; a key's window begins with its first attempt and lasts `windowMs`. */
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
