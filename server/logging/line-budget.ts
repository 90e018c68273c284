/** Lets so many lines through and counts the others, so that no attack fills the disk by way of the log. */
export type LineBudget = {
  /** Whether one more line may be written now; otherwise it is counted under its kind, of which there are few. */
  take: (kind: string) => boolean
  /** Tells at once what was counted. */
  flush: () => void
}

/** How many lines are let through within ms. */
export type Budget = { lines: number; windowMs: number }

/** A budget; `tell` gets what was counted, by kind, one window after the first line that was not written. */
export function createLineBudget(
  { lines, windowMs }: Budget,
  tell: (counts: ReadonlyMap<string, number>) => void,
): LineBudget {
  let left = lines
  let window = 0
  let counts = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (counts.size === 0) return
    const counted = counts
    counts = new Map()
    tell(counted)
  }
  return {
    flush,
    take(kind) {
      const now = Math.floor(performance.now() / windowMs)
      if (now !== window) {
        window = now
        left = lines
      }
      if (left > 0) {
        left -= 1
        return true
      }
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      timer ??= setTimeout(flush, windowMs).unref()
      return false
    },
  }
}
