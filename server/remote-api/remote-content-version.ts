import { setTimeout as wait } from 'node:timers/promises'
import { contentVersionHeader } from '../site/create-site.ts'

const everyMs = 1000
const limitMs = 2000

/**
 * Polls the content's version of an API on another machine by its `/readyz`, so that pages cached here are revalidated
 * when the content changes there. Without an answer the last version stays; 0 before the first.
 */
export function watchRemoteContentVersion(origin: string): { current: () => number } {
  let version = 0
  const poll = async (): Promise<void> => {
    const answer = await fetch(new URL('/readyz', origin), { signal: AbortSignal.timeout(limitMs) })
    await answer.body?.cancel()
    const reported = Number(answer.headers.get(contentVersionHeader) ?? 'none')
    if (Number.isSafeInteger(reported)) version = reported
  }
  void (async () => {
    for (;;) {
      await poll().catch(() => undefined)
      await wait(everyMs, undefined, { ref: false })
    }
  })()
  return { current: () => version }
}
