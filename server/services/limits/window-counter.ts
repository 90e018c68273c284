import { LRUCache } from 'lru-cache'
import type { ClientNetworks } from '#server/network/client-shares.ts'

/** A fixed-window counter in the memory of this process. */
export type WindowCounter = {
  /**
   * Counts one attempt in all networks of a client, or in none when one of them has no allowance left: allowed, with
   * `refund` to return it, or the seconds (1 at least) until the window ends.
   */
  consume(
    client: ClientNetworks,
  ): { allowed: true; refund: () => void } | { allowed: false; retryAfter: number }
}

type Options = {
  /** Attempts per client and window; a network's are its multiple. */
  limit: number
  windowMs: number
  now: () => Date
  /** Bound on remembered keys; beyond it the least recently used are forgotten. */
  maxKeys?: number
  /** Called for each refused attempt. */
  onRefused?: () => void
}

type Window = { count: number; endsAt: number }

/** Creates a bounded counter; a network's window begins with its first attempt and lasts `windowMs`. */
export function createWindowCounter({
  limit,
  windowMs,
  now,
  maxKeys = 50_000,
  onRefused,
}: Options): WindowCounter {
  const windows = new LRUCache<string, Window>({ max: maxKeys })
  return {
    consume(client) {
      const at = now().getTime()
      const counted = client.map(({ key, allowanceFactor }) => {
        const known = windows.get(key)
        const isOpen = known !== undefined && known.endsAt > at
        const window = isOpen ? known : { count: 0, endsAt: at + windowMs }
        return { key, window, isFull: window.count >= limit * allowanceFactor }
      })
      const full = counted.filter(({ isFull }) => isFull)
      if (full.length > 0) {
        onRefused?.()
        const endsAt = Math.max(...full.map(({ window }) => window.endsAt))
        return { allowed: false, retryAfter: Math.max(1, Math.ceil((endsAt - at) / 1000)) }
      }
      for (const { key, window } of counted) {
        window.count += 1
        windows.set(key, window)
      }
      return {
        allowed: true,
        refund: () => {
          for (const { window } of counted) window.count -= 1
        },
      }
    },
  }
}
