import { LRUCache } from 'lru-cache'
import { isTimeLimit, withTimeLimit } from '#server/network/time-limit.ts'

/** A cached or computed text; `isStale`: stored earlier, since no fresh one could be computed. */
export type CachedText = { text: string; isStale: boolean }

/** In-memory cache of API answers to public reads. */
export type DataCache = {
  /**
   * Returns the cached text of a key, or computes it and caches it for `lifeMs`, with one computation at a time per
   * key. When the computation is slow, or fails because the database is unavailable, a stale text of the last day is
   * returned (stale-if-error).
   */
  fetch(key: string, compute: () => Promise<string>, lifeMs: number): Promise<CachedText>
  /** Bytes cached now. */
  bytes(): number
}

type Options = {
  /** Bound of all texts and keys together, in bytes. */
  maxBytes: number
  /** The content's current version; texts of other versions are stale. */
  version: () => number
  /** Whether a failure is an outage, for which a stale text is a valid answer. */
  isUnavailable?: (error: unknown) => boolean
  /** How long callers wait for a computation when a stale text exists, in ms. */
  waitBudgetMs?: number
  /** A clock in ms (the process's own when left out). */
  now?: () => number
}

type CachedData = { text: string; version: number; freshUntil: number; goodUntil: number }

/** How long a stale text may be served, in ms. */
const staleMs = 24 * 60 * 60 * 1000

/** Creates a bounded cache. A failed computation rejects for all its callers and is not cached. */
export function createDataCache({
  maxBytes,
  version,
  isUnavailable = () => false,
  waitBudgetMs = 1000,
  now = Date.now,
}: Options): DataCache {
  const cached = new LRUCache<string, CachedData>({
    maxSize: maxBytes,
    sizeCalculation: ({ text }, key) => 2 * (text.length + key.length),
  })
  /** Computations in flight, by version and key: a later version does not wait for an earlier one. */
  const inFlight = new Map<string, Promise<string>>()

  async function computeAndCache(
    key: string,
    made: number,
    compute: () => Promise<string>,
    lifeMs: number,
  ): Promise<string> {
    const text = await compute().catch((error: unknown) => {
      // A refusal, such as for withdrawn content, also removes the stale text.
      if (!isUnavailable(error)) cached.delete(key)
      throw error
    })
    const before = cached.peek(key)
    // A computation of an older version never replaces a newer text.
    if (before === undefined || before.version <= made || made === version()) {
      cached.set(key, { text, version: made, freshUntil: now() + lifeMs, goodUntil: now() + staleMs })
    }
    return text
  }

  function computation(key: string, compute: () => Promise<string>, lifeMs: number): Promise<string> {
    const made = version()
    const name = `${made} ${key}`
    const running = inFlight.get(name)
    if (running) return running
    const begun = computeAndCache(key, made, compute, lifeMs).finally(() => inFlight.delete(name))
    inFlight.set(name, begun)
    return begun
  }

  return {
    async fetch(key, compute, lifeMs) {
      const last = cached.get(key)
      if (last?.version === version() && now() < last.freshUntil) return { text: last.text, isStale: false }
      const newer = computation(key, compute, lifeMs).then((text) => ({ text, isStale: false }))
      if (last === undefined || now() >= last.goodUntil) return newer
      const stale = { text: last.text, isStale: true }
      return withTimeLimit(waitBudgetMs, () => newer).catch((error: unknown) => {
        if (isTimeLimit(error) || isUnavailable(error)) return stale
        throw error
      })
    },
    bytes: () => cached.calculatedSize,
  }
}
