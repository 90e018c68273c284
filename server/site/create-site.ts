import { Hono, type Context } from 'hono'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { RenderDocument } from './documents.ts'
import { requestIdHeader } from '../logging/request-id.ts'
import { clientIpOf, isTrustedProxy, type Believes } from './client-address.ts'
import { compress } from './compression.ts'
import { guard, type GuardOptions, type Refusal } from './guard.ts'
import { securityHeaders, withOwnHeaders } from './headers.ts'
import { poolOf, type Pool, type AdmissionControl } from './admission-control.ts'
import type { RenderRate } from './render-rate.ts'
import { createBodyReader, type BodyReader } from './request-body.ts'
import { overloaded, readyRefusal, refuse, tooManyRequests, unavailable } from './refusal.ts'
import { documentHeaders } from './documents.ts'
import { pauseConnection } from './pause-connection.ts'
import type { Metrics } from './metrics.ts'
import type { PageCache } from './page-cache.ts'
import type { StaticFiles } from './static-files.ts'
import { trackRequests, type Answer, type Observer, type ReadyAnswer } from './request-lifecycle.ts'

/** What stands behind the guard. */
export type SiteParts = GuardOptions &
  Believes & {
    files: StaticFiles
    /** Answers with pages. */
    pages: RenderDocument
    /** Answers what was asked before from memory; what it knows has passed the guard. */
    serveFromCache?: PageCache['serveFromCache']
    /** Answers with the last copy that is kept, however old. */
    serveStale?: PageCache['serveStale']
    /** Says what is too much; absent: nothing is. */
    gate?: AdmissionControl
    /** Tells clients apart for what one of them may have; undefined for who says nothing of a client. */
    clientOf?: (incoming: IncomingMessage) => string | undefined
    /** Counts what a client has rendered for it alone; absent: nobody is told to wait. */
    renderRate?: RenderRate
    /** Receives bodies (with the usual limits when left out). */
    readBody?: BodyReader
    /** A picture that needs no work. */
    keptPicture?: ((request: Request) => Promise<Response | undefined>) | undefined
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
  const watch = trackRequests(observers, (incoming) => isTrustedProxy(incoming, parts))
  const fileOf = ({ req, env }: Context<Env>) => {
    const file = parts.files.answer(req.raw, req.path)
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
  site.use(async ({ req }, next) => (hiddenName.test(req.path) ? noSuchFile() : next()))
  site.all('/assets/*', () => noSuchFile())
  site.all('/builds/*', () => noSuchFile())
  site.all('/api/*', (context) => callApi(context, parts))
  site.get('/media/*', async (context) => {
    const kept = await parts.keptPicture?.(context.req.raw).catch(() => undefined)
    return kept ?? makePicture(context)
  })
  site.options('*', () => new Response(null, { status: 204, headers: { allow: 'GET, HEAD, POST' } }))
  site.use(async (context, next) => withoutSlash(context.req.raw) ?? next())
  site.all('*', (context) => parts.pages(context.req.raw, clientIpOf(context.env.incoming, parts)))

  /** Pictures that need no work wait for nobody, so this pool is entered here, after a look at those. */
  const makePicture = async (context: Context<Env>) => {
    const { incoming, outgoing } = context.env
    const leave = parts.gate && (await parts.gate.enter('pictures', parts.clientOf?.(incoming)))
    if (parts.gate && leave === undefined) {
      const answer = watch.of(outgoing)
      if (answer) answer.refusedBy = 'gate'
      return refuse(context.req.raw, overloaded)
    }
    try {
      return await callApi(context, parts)
    } finally {
      leave?.()
    }
  }

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
  const refuseAtOnce = (answer: Answer, refusal: Refusal, refusedBy: 'guard' | 'gate') => {
    answer.refusedBy = refusedBy
    watch.send(answer, readyRefusal(refusal)[isCall(answer.incoming) ? 'api' : 'page'])
  }
  const tooMuch = readyRefusal(overloaded)
  const letGo = (answer: Answer) => {
    const last = parts.serveStale?.(answer.incoming)
    if (!last) answer.refusedBy = 'gate'
    watch.send(answer, last ?? (isCall(answer.incoming) ? tooMuch.api : tooMuch.page))
    answer.outgoing.once('finish', () => pauseConnection(answer.incoming.socket))
  }
  const comeIn = async (lane: Pool, gate: AdmissionControl, answer: Answer) => {
    const { incoming, outgoing } = answer
    const client = parts.clientOf?.(incoming)
    const waitSeconds = lane === 'pages' ? parts.renderRate?.(incoming, client) : undefined
    if (waitSeconds !== undefined) {
      const last = parts.serveStale?.(incoming)
      if (last) return watch.send(answer, last)
      return refuseAtOnce(answer, tooManyRequests(waitSeconds), 'gate')
    }
    const leave = await gate.enter(lane, client)
    if (leave === undefined) return letGo(answer)
    // Nobody waits for this answer any more.
    if (outgoing.destroyed) return leave()
    leaves.set(incoming, leave)
    outgoing.once('close', leave)
    await listener(incoming, outgoing)
  }
  const answerNow = (answer: Answer) => {
    const lane = parts.gate && poolOf(answer.incoming)
    if (lane === undefined || lane === 'pictures' || parts.gate === undefined)
      void listener(answer.incoming, answer.outgoing)
    else void comeIn(lane, parts.gate, answer)
  }
  const readBody = parts.readBody ?? createBodyReader()
  const answerWithBody = async (answer: Answer) => {
    const { incoming, outgoing } = answer
    const body = await readBody(incoming, parts.clientOf?.(incoming))
    if (body === 'gone') return
    if (Buffer.isBuffer(body)) {
      // Where the adapter looks for a body that was received before.
      Object.assign(incoming, { rawBody: body })
      return answerNow(answer)
    }
    outgoing.once('finish', () => incoming.socket.destroySoon())
    refuseAtOnce(answer, body, 'gate')
  }
  return (incoming, outgoing) => {
    const answer = watch.begin(incoming, outgoing)
    const kept = parts.serveFromCache?.(incoming)
    if (kept) return watch.send(answer, kept)
    // Before the adapter, which has words of its own for a host that is none.
    const refusal = guard(incoming, parts)
    if (refusal) return refuseAtOnce(answer, refusal, 'guard')
    const metrics = incoming.url === '/metrics' ? parts.metrics?.read(incoming) : undefined
    if (metrics) return void readyMetrics(metrics).then((ready) => watch.send(answer, ready))
    watch.keep(answer)
    if (incoming.method === 'POST') void answerWithBody(answer)
    else answerNow(answer)
  }
}

async function readyMetrics(metrics: Promise<string>): Promise<ReadyAnswer> {
  const headers = {
    ...securityHeaders,
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  }
  try {
    return { status: 200, headers, body: await metrics }
  } catch {
    return { status: 503, headers, body: '' }
  }
}

function isCall({ url = '' }: IncomingMessage): boolean {
  return url.startsWith('/api/')
}

/** An API on another machine may be away. */
async function callApi(context: Context<Env>, parts: SiteParts): Promise<Response> {
  try {
    return await parts.fetchApi(context.req.raw, clientIpOf(context.env.incoming, parts))
  } catch {
    return refuse(context.req.raw, unavailable)
  }
}

/** What scanners look for: no page of the site has such a name. */
const hiddenName = /\/\./

/** A file of another build, or of none: short, and soon asked for again. */
function noSuchFile(): Response {
  return new Response('404\n', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=60' },
  })
}

/** Documents end in a slash: the redirect for one that does not; undefined for data requests and files. */
function withoutSlash(request: Request): Response | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const { pathname, search } = new URL(request.url)
  if (pathname.endsWith('/') || /\.[a-z0-9]{2,12}$/i.test(pathname)) return undefined
  return new Response(null, {
    status: 301,
    headers: { location: `${pathname}/${search}`, ...documentHeaders },
  })
}
