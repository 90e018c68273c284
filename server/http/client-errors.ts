import { reportClientError } from '#server/contract/client-errors.ts'
import { codes } from '#server/contract/codes.ts'
import { limitKeyOf } from '#server/services/limits/client-network.ts'
import { createWindowCounter } from '#server/services/limits/window-counter.ts'
import { ApiError } from './api-error.ts'
import type { ApiDependencies } from './dependencies.ts'
import { serve } from './serve.ts'

const perClient = { limit: 20, windowMs: 10 * 60_000 }
/** What all clients together may write, so that nobody fills the disk by the log. */
const together = { limit: 300, windowMs: 60_000 }

/**
 * Errors of pages' scripts, for the log: no address of the visitor, no query, and no run of digits like a phone. Their
 * limits spare the log of this process and guard nothing else, so they count in its memory, also while the database is away.
 */
export function clientErrorEndpoints({ log, now }: ApiDependencies) {
  const ofClient = createWindowCounter({ ...perClient, now })
  const ofAll = createWindowCounter({ ...together, now })
  return [
    serve(reportClientError, async ({ input, address }) => {
      const client = limitKeyOf(address)
      const counted = client === undefined ? undefined : ofClient.take(client)
      const taken = counted?.allowed === false ? counted : ofAll.take('all')
      if (!taken.allowed) {
        throw new ApiError(codes.tooMany, {
          data: { retry_after: taken.retryAfter },
          headers: { 'retry-after': String(taken.retryAfter) },
        })
      }
      const message = withoutPersonalData(input.message)
      log.warn({ message, path: withoutPersonalData(input.path), build: input.build }, 'browser error')
      return {}
    }),
  ]
}

/** Takes out what could name a person: addresses' queries, mail addresses, long numbers, control characters. */
function withoutPersonalData(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/\?[^\s'")]*/g, '?…')
    .replaceAll(/[\w.+-]+@[\w.-]+/g, '[mail]')
    .replaceAll(/\d[\d\s-]{5,}\d/g, '[number]')
}
