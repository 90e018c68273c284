import type { Logger } from 'pino'
import { createLineBudget } from '../logging/line-budget.ts'
import type { LogClient } from './log-client.ts'
import type { RouteOf } from './route-patterns.ts'
import { cacheStatusOf, type Answer, type Observer } from './request-lifecycle.ts'

/** Budget in lines a second, of answers and of what guard and admission control refused; the others are counted. */
const defaultBudgets = { answers: 500, refusals: 20 }

type Options = {
  /** Gets a line for each answer. */
  lines: Pick<Logger, 'info'>
  /** Gets the counts of answers beyond the budget. */
  log: Pick<Logger, 'info'>
  routeOf: RouteOf
  client: LogClient
  /** Logs files and probes too. */
  everything?: boolean
  perSecond?: typeof defaultBudgets
}

/** The access log; `flush` logs at once what was only counted so far. */
export type AccessLog = { observe: Observer; flush: () => void }

const probe = /^\/(?:healthz|readyz|metrics)(?:\?|$)/

/**
 * Access log: one line for each answer with request id, method, route pattern, status, time in ms, bytes sent (headers
 * included), cache status of a page, whether it was cut off, what refused it, the client's network and a hash of the
 * session. No value is a visitor's own text, so the lines need no masking.
 */
export function createAccessLog({
  lines,
  log,
  routeOf,
  client,
  everything = false,
  perSecond = defaultBudgets,
}: Options): AccessLog {
  const logCounts = (counts: ReadonlyMap<string, number>): void => {
    for (const [kind, count] of counts) {
      const [status, route, refused] = kind.split(' ')
      log.info({ status: Number(status), route, ...(refused ? { refused } : {}), count }, 'answers')
    }
  }
  const answers = createLineBudget({ lines: perSecond.answers, windowMs: 1000 }, logCounts)
  const refusals = createLineBudget({ lines: perSecond.refusals, windowMs: 1000 }, logCounts)
  return {
    flush() {
      answers.flush()
      refusals.flush()
    },
    observe(answer) {
      const { url = '' } = answer.incoming
      if (!everything && (answer.isFile || probe.test(url))) return
      const end = url.indexOf('?')
      const route = routeOf(end < 0 ? url : url.slice(0, end))
      const { refusedBy } = answer
      const budget = refusedBy === undefined ? answers : refusals
      const kind = `${answer.outgoing.statusCode} ${route} ${refusedBy ?? ''}`
      if (budget.take(kind)) lines.info(fieldsOf(answer, route, client), 'answer')
    },
  }
}

function fieldsOf(answer: Answer, route: string, client: LogClient) {
  const { id, incoming, outgoing, since, bytesBefore, refusedBy } = answer
  return {
    requestId: id,
    method: incoming.method,
    route,
    status: outgoing.statusCode,
    ms: Math.round((performance.now() - since) * 10) / 10,
    bytes: Math.max(0, incoming.socket.bytesWritten - bytesBefore),
    page: cacheStatusOf(answer),
    cut: outgoing.writableFinished ? undefined : true,
    refused: refusedBy,
    client: client.prefixOf(incoming),
    session: client.sessionOf(incoming),
  }
}
