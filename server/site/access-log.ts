import type { Logger } from 'pino'
import { createLineBudget } from '../logging/line-budget.ts'
import type { LogClient } from './log-client.ts'
import type { RouteOf } from './route-patterns.ts'
import { foundAs, type Answer, type Observer } from './request-lifecycle.ts'

/** Lines a second of answers, and of what guard and gate refused: what is beyond is told as sums. */
const usual = { answers: 500, refusals: 20 }

type Options = {
  /** Where lines go; text that ends in a line break. */
  write: (line: string) => void
  /** Tells sums. */
  log: Pick<Logger, 'info'>
  routeOf: RouteOf
  client: LogClient
  /** Files and probes too. */
  everything?: boolean
  perSecond?: typeof usual
}

/** The access log; `flush` tells at once what was only counted so far. */
export type AccessLog = { observe: Observer; flush: () => void }

const probe = /^\/(?:healthz|readyz|metrics)(?:\?|$)/

/**
 * One JSON line for each answer: id, method, route pattern, status, time in ms, bytes that left (headers included), how a
 * page was found, whether it was cut, who refused it, the client's network, a hash of the session. No value of it is the
 * visitor's own text, so that lines are put together by hand: a page from memory costs little more than its line.
 */
export function createAccessLog({
  write,
  log,
  routeOf,
  client,
  everything = false,
  perSecond = usual,
}: Options): AccessLog {
  const tell = (counts: ReadonlyMap<string, number>): void => {
    for (const [kind, count] of counts) {
      const [status, route, refused] = kind.split(' ')
      log.info({ status: Number(status), route, ...(refused ? { refused } : {}), count }, 'answers')
    }
  }
  const answers = createLineBudget({ lines: perSecond.answers, windowMs: 1000 }, tell)
  const refusals = createLineBudget({ lines: perSecond.refusals, windowMs: 1000 }, tell)
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
      if (budget.take(kind)) write(lineOf(answer, route, client))
    },
  }
}

function lineOf(answer: Answer, route: string, client: LogClient): string {
  const { id, incoming, outgoing, since, sentBefore, refusedBy } = answer
  const ms = Math.round((performance.now() - since) * 10) / 10
  const bytes = Math.max(0, incoming.socket.bytesWritten - sentBefore)
  const page = foundAs(answer)
  const prefix = client.prefixOf(incoming)
  const session = client.sessionOf(incoming)
  return (
    `{"level":30,"time":"${timeNow()}","requestId":"${id}","method":"${incoming.method}","route":"${route}",` +
    `"status":${outgoing.statusCode},"ms":${ms},"bytes":${bytes}` +
    (page === undefined ? '' : `,"page":"${page}"`) +
    (outgoing.writableFinished ? '' : ',"cut":true') +
    (refusedBy === undefined ? '' : `,"refused":"${refusedBy}"`) +
    (prefix === undefined ? '' : `,"client":"${prefix}"`) +
    (session === undefined ? '' : `,"session":"${session}"`) +
    ',"msg":"answer"}\n'
  )
}

let told = { at: 0, text: '' }

/** Many answers leave within one millisecond. */
function timeNow(): string {
  const at = Date.now()
  if (at !== told.at) told = { at, text: new Date(at).toISOString() }
  return told.text
}
