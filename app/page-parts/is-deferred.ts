import type { Awaitable } from '#app/page-parts/optional-part.server.ts'

/** Whether a part did not come in time and streams after the page. */
export function isDeferred<Data>(part: Awaitable<Data>): part is { late: Promise<Data> } {
  return typeof part === 'object' && part !== null && 'late' in part
}
