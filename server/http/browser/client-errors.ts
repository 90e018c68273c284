import { reportClientError } from '#server/contract/browser/client-errors.ts'
import { networksOf } from '#server/services/limits/client-network.ts'
import { createWindowCounter } from '#server/services/limits/window-counter.ts'
import { tooMany } from '../api-error.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { serve } from '../serve.ts'

const perClient = { limit: 20, windowMs: 10 * 60_000 }
/** Limit for all clients together, so that nobody can fill the disk through the log. */
const allClients = { limit: 300, windowMs: 60_000 }
const everybody = [{ key: 'all', allowanceFactor: 1 }]

/**
 * Endpoint that logs script errors of pages, without visitor addresses, queries or runs of digits that could be a
 * phone. Its limits protect the log of this process only, so they count in memory, also while the database is
 * unavailable.
 */
export function clientErrorEndpoints({ log, now, onRefused }: ApiDependencies) {
  const counting = { now, onRefused: () => onRefused?.('browser error') }
  const clientLimit = createWindowCounter({ ...perClient, ...counting })
  const totalLimit = createWindowCounter({ ...allClients, ...counting })
  return [
    serve(reportClientError, async ({ input, address }) => {
      const counted = clientLimit.consume(networksOf(address))
      const total = counted.allowed ? totalLimit.consume(everybody) : counted
      if (!total.allowed) throw tooMany(total.retryAfter)
      const message = withoutPersonalData(input.message)
      log.warn({ message, path: plainSegments(input.path), build: input.build }, 'browser error')
      return {}
    }),
  ]
}

/** Replaces path segments that are not this site's own, such as a reference or a search text, by `…`. */
function plainSegments(path: string): string {
  return path
    .split('/')
    .map((segment) => (/^[a-z]{0,16}$/.test(segment) ? segment : '…'))
    .join('/')
}

/**
 * Removes what could name a person: queries, mail addresses, words with digits, long words, and all that is not ASCII,
 * since browsers write their messages in English.
 */
function withoutPersonalData(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/\?[^\s'")]*/g, '?…')
    .replaceAll(/[\w.+-]+@[\w.-]+/g, '[mail]')
    .replaceAll(/\d[\d\s-]{2,}\d/g, '[number]')
    .replaceAll(/\S*\d\S*|[\w+=-]{24,}|[^\x20-\x7e]+/g, '…')
}
