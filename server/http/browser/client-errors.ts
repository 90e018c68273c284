import { reportClientError } from '#server/contract/client-errors.ts'
import { codes } from '#server/contract/codes.ts'
import { limitKeyOf } from '#server/services/limits/client-network.ts'
import { createWindowCounter } from '#server/services/limits/window-counter.ts'
import { ApiError } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { serve } from '../serve.ts'

const perClient = { limit: 20, windowMs: 10 * 60_000 }
/** What all clients together may write, so that nobody fills the disk by the log. */
const together = { limit: 300, windowMs: 60_000 }

/**
 * Errors of pages' scripts, for the log: no address of the visitor, no query, and no run of digits like a phone. Their
 * limits spare the log of this process and guard nothing else, so they count in its memory, also while the database is away.
 */
export function clientErrorEndpoints({ log, now, onRefused }: ApiDependencies) {
  const counting = { now, onRefused: () => onRefused?.('browser error') }
  const ofClient = createWindowCounter({ ...perClient, ...counting })
  const ofAll = createWindowCounter({ ...together, ...counting })
  return [
    serve(reportClientError, async ({ input, address }) => {
      const client = limitKeyOf(address)
      const counted = client === undefined ? undefined : ofClient.consume(client)
      const taken = counted?.allowed === false ? counted : ofAll.consume('all')
      if (!taken.allowed) {
        throw new ApiError(codes.tooMany, {
          data: { retry_after: taken.retryAfter },
          headers: { 'retry-after': String(taken.retryAfter) },
        })
      }
      const message = withoutPersonalData(input.message)
      log.warn({ message, path: plainSegments(input.path), build: input.build }, 'browser error')
      return {}
    }),
  ]
}

/** Segments that are no words of ours, such as a reference or what somebody searched for, come out as `…`. */
function plainSegments(path: string): string {
  return path
    .split('/')
    .map((segment) => (/^[a-z]{0,16}$/.test(segment) ? segment : '…'))
    .join('/')
}

/**
 * Takes out what could name a person: addresses' queries, mail addresses, words with digits in them, long ones, and
 * all that is not ASCII: engines write their messages in English.
 */
function withoutPersonalData(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/\?[^\s'")]*/g, '?…')
    .replaceAll(/[\w.+-]+@[\w.-]+/g, '[mail]')
    .replaceAll(/\d[\d\s-]{2,}\d/g, '[number]')
    .replaceAll(/\S*\d\S*|[\w+=-]{24,}|[^\x20-\x7e]+/g, '…')
}
