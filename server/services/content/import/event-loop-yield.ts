import { setImmediate as nextTurn } from 'node:timers/promises'

const longestMs = 8

/**
 * Creates a function that yields to the event loop after 8 ms of work, so that loops over rows do not block requests.
 */
export function createEventLoopYield(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < longestMs) return
    await nextTurn()
    since = performance.now()
  }
}
