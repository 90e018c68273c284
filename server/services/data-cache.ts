import { LRUCache } from 'lru-cache'

/** Keeps finished answers of public reads. */
export type DataCache = {
  /** The kept text of a key, or a computed one kept for `lifeMs`; one computation at a time for each key. */
  fetch(key: string, compute: () => Promise<string>, lifeMs: number): Promise<string>
  /** Bytes kept now. */
  bytes(): number
}

type Options = {
  /** Bound of all kept texts together, keys included. */
  maxBytes: number
  /** The content's version now: what was computed for another is not found any more. */
  version: () => number
  /** A clock in ms (the process's own when left out). */
  now?: () => number
}

type Computation = { compute: () => Promise<string>; lifeMs: number }

/** A bounded cache in memory. A failed computation is told to all who wait for it and is not kept. */
export function createDataCache({ maxBytes, version, now }: Options): DataCache {
  const kept = new LRUCache<string, string, Computation>({
    maxSize: maxBytes,
    sizeCalculation: (text, key) => 2 * (text.length + key.length),
    fetchMethod: async (_key, _stale, { options, context }) => {
      const text = await context.compute()
      options.ttl = context.lifeMs
      return text
    },
    // Pushed out by others while it is computed, a text still belongs to those who wait for it.
    ignoreFetchAbort: true,
    ...(now === undefined ? {} : { perf: { now }, ttlResolution: 0 }),
  })
  return {
    async fetch(key, compute, lifeMs) {
      const text = await kept.fetch(`${version()} ${key}`, { context: { compute, lifeMs } })
      return text ?? compute()
    },
    bytes: () => kept.calculatedSize,
  }
}
