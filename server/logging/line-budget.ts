/** Limits the number of log lines and counts the rest, so that an attack cannot fill the disk through the log. */
export type LineBudget = {
  /** Whether one more line may be written now; otherwise it is counted under its kind. */
  take: (kind: string) => boolean
  /** Reports at once what was counted. */
  flush: () => void
}

/** Allowed lines per window in ms. */
export type Budget = { lines: number; windowMs: number }

/** Creates a budget; `report` gets the suppressed lines by kind, one window after the first of them. */
export function createLineBudget(
  { lines, windowMs }: Budget,
  report: (counts: ReadonlyMap<string, number>) => void,
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
    report(counted)
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
