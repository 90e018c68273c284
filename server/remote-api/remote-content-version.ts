import { setTimeout as wait } from 'node:timers/promises'
import { contentVersionHeader } from '../site/create-site.ts'

const everyMs = 1000
const limitMs = 2000

/**
 * Follows the content's version of an API on another machine, by its `/readyz`, so that pages kept here are made anew when
 * the content changes there. Without an answer the last version holds; 0 until the first.
 */
export function watchRemoteContentVersion(origin: string): { current: () => number } {
  let version = 0
  const look = async (): Promise<void> => {
    const answer = await fetch(new URL('/readyz', origin), { signal: AbortSignal.timeout(limitMs) })
    await answer.body?.cancel()
    const told = Number(answer.headers.get(contentVersionHeader) ?? 'none')
    if (Number.isSafeInteger(told)) version = told
  }
  void (async () => {
    for (;;) {
      await look().catch(() => undefined)
      await wait(everyMs, undefined, { ref: false })
    }
  })()
  return { current: () => version }
}
