/** A fetched value and its lifetime in ms. */
export type Fetched = { value: string; lifeMs: number }

/** A value of an upstream, fetched once for concurrent callers and cached. */
export type CachedValue = {
  get(): Promise<string>
  /** Drops the cached value, so that the next call fetches. */
  forget(): void
}

/** How long a failure is cached before the upstream is called again, in ms. */
const failureLifeMs = 10_000

/** Caches the value of `fetchValue` for its lifetime, and a failure for 10 s. */
export function cachedValue(fetchValue: () => Promise<Fetched>, now: () => Date): CachedValue {
  let cached: { until: number; answer: Promise<string> } | undefined
  return {
    get() {
      const at = now().getTime()
      if (cached !== undefined && cached.until > at) return cached.answer
      const fetched = fetchValue()
      const mine = { until: Infinity, answer: fetched.then(({ value }) => value) }
      cached = mine
      fetched.then(
        ({ lifeMs }) => (mine.until = at + lifeMs),
        () => (mine.until = at + failureLifeMs),
      )
      return mine.answer
    },
    forget() {
      cached = undefined
    },
  }
}
