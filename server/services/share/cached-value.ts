/** What was fetched, and how long it may be used, in ms. */
export type Fetched = { value: string; lifeMs: number }

/** A value of another system that is fetched once for all who ask at the same time, and then kept. */
export type CachedValue = {
  get(): Promise<string>
  /** Drops the kept value, so that the next call fetches. */
  forget(): void
}

/** A failure is told to everybody for this long before the other system is asked again, in ms. */
const failureLifeMs = 10_000

/** Keeps what `fetchValue` brings for as long as it says; a failure for 10 s. */
export function cachedValue(fetchValue: () => Promise<Fetched>, now: () => Date): CachedValue {
  let kept: { until: number; answer: Promise<string> } | undefined
  return {
    get() {
      const at = now().getTime()
      if (kept !== undefined && kept.until > at) return kept.answer
      const fetched = fetchValue()
      const mine = { until: Infinity, answer: fetched.then(({ value }) => value) }
      kept = mine
      fetched.then(
        ({ lifeMs }) => (mine.until = at + lifeMs),
        () => (mine.until = at + failureLifeMs),
      )
      return mine.answer
    },
    forget() {
      kept = undefined
    },
  }
}
