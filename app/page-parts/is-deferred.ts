import type { MaybeDeferred } from './optional-part.server.ts'

/** Whether a part missed its timeout and streams after the page. */
export function isDeferred<Data>(part: MaybeDeferred<Data>): part is { deferred: Promise<Data> } {
  return typeof part === 'object' && part !== null && 'deferred' in part
}
