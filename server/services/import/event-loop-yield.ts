import { setImmediate as nextTurn } from 'node:timers/promises'

const longestMs = 8

/** Gives the event loop back when it was held for 8 ms, so that a loop over rows keeps nobody waiting. */
export function createEventLoopYield(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < longestMs) return
    await nextTurn()
    since = performance.now()
  }
}
