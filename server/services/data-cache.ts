import { LRUCache } from 'lru-cache'
import { isTimeLimit, withTimeLimit } from '#server/network/time-limit.ts'

/** A kept or computed text; `older`: the last good one, since no newer one could be had. */
export type CachedText = { text: string; older: boolean }

/** Keeps finished answers of public reads. */
export type DataCache = {
  /**
   * The kept text of a key, or a computed one kept for `lifeMs`; one computation at a time for each key. When the
   * computation is late, or fails because the database is away, the last good text of the last day is given.
   */
  fetch(key: string, compute: () => Promise<string>, lifeMs: number): Promise<CachedText>
  /** Bytes kept now. */
  bytes(): number
}

type Options = {
  /** Bound of all kept texts together, keys included. */
  maxBytes: number
  /** The content's version now: what was computed for another is given only when nothing newer can be had. */
  version: () => number
  /** Whether a failure says nothing about the question, so that the last good text is a fair answer. */
  isUnavailable?: (error: unknown) => boolean
  /** So long callers wait for a computation where there is a last good text, in ms. */
  patienceMs?: number
  /** A clock in ms (the process's own when left out). */
  now?: () => number
}

type Kept = { text: string; version: number; freshUntil: number; goodUntil: number }

/** So long a text may stand in for a newer one, in ms. */
const goodMs = 24 * 60 * 60 * 1000

/** A bounded cache in memory. A failed computation is told to all who wait for it and is not kept. */
export function createDataCache({
  maxBytes,
  version,
  isUnavailable = () => false,
  patienceMs = 1000,
  now = Date.now,
}: Options): DataCache {
  const kept = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    sizeCalculation: ({ text }, key) => 2 * (text.length + key.length),
  })
  /** Computations under way, by version and key: a later version waits for none of an earlier one. */
  const underWay = new Map<string, Promise<string>>()

  async function computeAndKeep(
    key: string,
    made: number,
    compute: () => Promise<string>,
    lifeMs: number,
  ): Promise<string> {
    const text = await compute().catch((error: unknown) => {
      // What was refused, such as a text that was taken back, is good no more.
      if (!isUnavailable(error)) kept.delete(key)
      throw error
    })
    const before = kept.peek(key)
    // What was begun for an older version never takes the place of a newer one.
    if (before === undefined || before.version <= made || made === version()) {
      kept.set(key, { text, version: made, freshUntil: now() + lifeMs, goodUntil: now() + goodMs })
    }
    return text
  }

  function computation(key: string, compute: () => Promise<string>, lifeMs: number): Promise<string> {
    const made = version()
    const name = `${made} ${key}`
    const running = underWay.get(name)
    if (running) return running
    const begun = computeAndKeep(key, made, compute, lifeMs).finally(() => underWay.delete(name))
    underWay.set(name, begun)
    return begun
  }

  return {
    async fetch(key, compute, lifeMs) {
      const last = kept.get(key)
      if (last?.version === version() && now() < last.freshUntil) return { text: last.text, older: false }
      const newer = computation(key, compute, lifeMs).then((text) => ({ text, older: false }))
      if (last === undefined || now() >= last.goodUntil) return newer
      const older = { text: last.text, older: true }
      return withTimeLimit(patienceMs, () => newer).catch((error: unknown) => {
        if (isTimeLimit(error) || isUnavailable(error)) return older
        throw error
      })
    },
    bytes: () => kept.calculatedSize,
  }
}
