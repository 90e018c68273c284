import { Hono, type Context } from 'hono'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { RenderDocument } from './site/documents.ts'
import { requestIdHeader } from './logging/request-id.ts'
import { askerOf, isBelieved, type Believes } from './site/client-address.ts'
import { compress } from './site/compression.ts'
import { guard, type GuardOptions } from './site/guard.ts'
import { securityHeaders, withOwnHeaders } from './site/headers.ts'
import { laneOf, type Lane, type LoadGate } from './site/load-gate.ts'
import { overloaded, readyRefusal, refuse, unavailable } from './site/refusal.ts'
import { restConnection } from './site/rest-connection.ts'
import type { Metrics } from './site/metrics.ts'
import type { PageCache } from './site/page-cache.ts'
import type { StaticFiles } from './site/static-files.ts'
import { watchAnswers, type Answer, type Observer, type ReadyAnswer } from './site/watch-answers.ts'

/** What stands behind the guard. */
export type SiteParts = GuardOptions &
  Believes & {
    files: StaticFiles
    /** Answers with pages. */
    pages: RenderDocument
    /** Answers what was asked before from memory; what it knows has passed the guard. */
    answerAtOnce?: PageCache['answerAtOnce']
    /** Answers with the last copy that is kept, however old. */
    answerLast?: PageCache['answerLast']
    /** Says what is too much; absent: nothing is. */
    gate?: LoadGate
    /** Absent: nothing is counted and /metrics is no address. */
    metrics?: Metrics | undefined
    /** Hears of every answer; absent: there is no access log. */
    accessLog?: Observer | undefined
    /** Hears of every answer, and notices a proxy that is not named. */
    unnamedProxy?: Observer
    fetchApi: (request: Request, clientAddress: string | undefined) => Promise<Response>
    /** Whether the process may get traffic. */
    ready: () => Promise<boolean>
    /** The content's version, which such processes follow. */
    contentVersion?: () => number
  }

/** The header of `/readyz` that tells the content's version. */
export const contentVersionHeader = 'content-version'

type Env = { Bindings: HttpBindings }

/** The way of every request through the process: guard, probes, files, API, one slash at the end, document. */
export function createSite(parts: SiteParts): RequestListener {
  const site = new Hono<Env>()
  const observers = [parts.metrics?.observe, parts.accessLog, parts.unnamedProxy].filter(
    (each) => each !== undefined,
  )
  const watch = watchAnswers(observers, (incoming) => isBelieved(incoming, parts))
  const fileOf = ({ req, env }: Context<Env>) => {
    const file = parts.files(req.raw, req.path)
    const answer = file && watch.of(env.outgoing)
    if (answer) answer.isFile = true
    return file
  }

  site.get('/healthz', (context) => context.text('ok'))
  site.get('/readyz', async (context) => {
    if (parts.contentVersion) context.header(contentVersionHeader, String(parts.contentVersion()))
    return (await parts.ready()) ? context.text('ok') : context.text('not ready', 503)
  })
  site.use(async (context, next) => fileOf(context) ?? next())
  site.all('/api/*', (context) => callApi(context, parts))
  site.get('/media/*', (context) => callApi(context, parts))
  site.use(async (context, next) => withoutSlash(context.req.raw) ?? next())
  site.all('*', (context) => parts.pages(context.req.raw, askerOf(context.env.incoming, parts)))

  const leaves = new WeakMap<object, () => void>()
  const listener = getRequestListener(async (request, env) => {
    const answer = watch.of(env.outgoing)
    try {
      // Whoever looks behind the guard finds the id that was given here, whatever the client wrote.
      if (answer) request.headers.set(requestIdHeader, answer.id)
      const response = await compress(request, await site.fetch(request, env))
      if (answer) answer.serverTiming = response.headers.get('server-timing')
      return withOwnHeaders(response, answer?.id)
    } finally {
      // A client that takes its answer slowly keeps nobody out.
      leaves.get(env.incoming)?.()
    }
  })
  const tooMuch = readyRefusal(overloaded)
  const letGo = (answer: Answer) => {
    const last = parts.answerLast?.(answer.incoming)
    if (!last) answer.refusedBy = 'gate'
    watch.send(answer, last ?? (isCall(answer.incoming) ? tooMuch.api : tooMuch.page))
    answer.outgoing.once('finish', () => restConnection(answer.incoming.socket))
  }
  const comeIn = async (lane: Lane, gate: LoadGate, answer: Answer) => {
    const { incoming, outgoing } = answer
    const leave = await gate.enter(lane)
    if (leave === undefined) return letGo(answer)
    // Nobody waits for this answer any more.
    if (outgoing.destroyed) return leave()
    leaves.set(incoming, leave)
    outgoing.once('close', leave)
    await listener(incoming, outgoing)
  }
  return (incoming, outgoing) => {
    const answer = watch.begin(incoming, outgoing)
    const kept = parts.answerAtOnce?.(incoming)
    if (kept) return watch.send(answer, kept)
    // Before the adapter, which has words of its own for a host that is none.
    const refusal = guard(incoming, parts)
    if (refusal) {
      answer.refusedBy = 'guard'
      return watch.send(answer, readyRefusal(refusal)[isCall(incoming) ? 'api' : 'page'])
    }
    const metrics = incoming.url === '/metrics' ? parts.metrics?.read(incoming) : undefined
    if (metrics) return void readyMetrics(metrics).then((ready) => watch.send(answer, ready))
    watch.keep(answer)
    const lane = parts.gate && laneOf(incoming)
    if (lane === undefined || parts.gate === undefined) void listener(incoming, outgoing)
    else void comeIn(lane, parts.gate, answer)
  }
}

async function readyMetrics(metrics: Promise<string>): Promise<ReadyAnswer> {
  const headers = {
    ...securityHeaders,
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  }
  return { status: 200, headers, body: await metrics }
}

function isCall({ url = '' }: IncomingMessage): boolean {
  return url.startsWith('/api/')
}

/** An API on another machine may be away. */
async function callApi(context: Context<Env>, parts: SiteParts): Promise<Response> {
  try {
    return await parts.fetchApi(context.req.raw, askerOf(context.env.incoming, parts))
  } catch {
    return refuse(context.req.raw, unavailable)
  }
}

/** Documents end in a slash: the redirect for one that does not; undefined for data requests and files. */
function withoutSlash(request: Request): Response | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const { pathname, search } = new URL(request.url)
  if (pathname.endsWith('/') || /\.[a-z0-9]{2,12}$/i.test(pathname)) return undefined
  return new Response(null, { status: 301, headers: { location: `${pathname}/${search}` } })
}
