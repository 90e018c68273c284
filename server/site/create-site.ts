import { Hono, type Context } from 'hono'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { RenderDocument } from './documents.ts'
import { requestIdHeader } from '../logging/request-id.ts'
import { clientIpOf, isTrustedProxy, knowsSecret } from './client-address.ts'
import { compress } from './compression.ts'
import { discardBody, hasUnreadBody, type DiscardLimits } from './discard-body.ts'
import { guard, type GuardOptions, type Refusal } from './guard.ts'
import { securityHeaders, transportSecurity, withOwnHeaders } from './headers.ts'
import { poolOf, type Pool, type AdmissionControl } from './admission-control.ts'
import type { RenderRate } from './render-rate.ts'
import { createBodyReceiver, type BodyReceiverOptions } from './receive-body.ts'
import { overloaded, readyRefusal, refuse, tooManyRequests, unavailable } from './refusal.ts'
import { pauseConnection } from './pause-connection.ts'
import type { Metrics } from './metrics.ts'
import type { PageCache } from './page-cache.ts'
import { isStaffCall, isStaffFile, mayBringFiles } from './staff-requests.ts'
import { fileNotFound, type StaticFiles } from './static-files.ts'
import { redirectToSlash } from './trailing-slash.ts'
import { trackRequests, type Answer, type Observer, type ReadyAnswer } from './request-lifecycle.ts'

/** Parts of the site's request pipeline. */
export type SiteParts = Omit<GuardOptions, 'mayBringFiles' | 'mayBeLarge'> &
  BodyReceiverOptions & {
    files: StaticFiles
    /** Renders documents and page data, with the page cache in front. */
    pages: RenderDocument
    /** Serves from the page cache before the guard: whatever is cached has passed it. */
    serveFromCache?: PageCache['serveFromCache']
    /** Serves a cached page of any age, under overload. */
    serveStale?: PageCache['serveStale']
    /** Admission control; absent: nothing is shed. */
    admission?: AdmissionControl
    /** Rate limit of renders and searches by client; absent: none. */
    renderRate?: RenderRate
    /** How much of a refused body is read before its connection is closed (the usual limits when left out). */
    discard?: Partial<DiscardLimits>
    /** A picture that needs no drawing and no resizing. */
    cachedPicture?: ((request: Request) => Promise<Response | undefined>) | undefined
    /** Absent: nothing is counted and /metrics is 404. */
    metrics?: Metrics | undefined
    /** Observes every answer; absent: there is no access log. */
    accessLog?: Observer | undefined
    /** Observes every answer to detect a proxy that TRUST_PROXY does not name. */
    unnamedProxy?: Observer
    fetchApi: (request: Request, clientAddress: string | undefined) => Promise<Response>
    /** Readiness of the process. */
    ready: () => Promise<boolean>
    /** The content's version, which processes without an API of their own follow. */
    contentVersion?: () => number
  }

/** The header of `/readyz` with the content's version. */
export const contentVersionHeader = 'content-version'

type Env = { Bindings: HttpBindings }

/** Request pipeline: page cache, guard, admission control, probes, files, API, trailing slash, document. */
export function createSite(parts: SiteParts): RequestListener {
  const site = new Hono<Env>()
  const observers = [parts.metrics?.observe, parts.accessLog, parts.unnamedProxy].filter(
    (each) => each !== undefined,
  )
  const isBehindHttps = parts.publicOrigin?.startsWith('https:') === true
  const lifecycle = trackRequests(observers, {
    isTrusted: (incoming) => isTrustedProxy(incoming, parts),
    headers: isBehindHttps ? transportSecurity : [],
  })
  const fileOf = ({ req, env }: Context<Env>) => {
    const file = parts.files.answer(req.raw, req.path)
    const answer = file && lifecycle.of(env.outgoing)
    if (answer) answer.isFile = true
    return file
  }

  site.get('/healthz', (context) => context.text('ok'))
  site.get('/readyz', async (context) => {
    if (parts.contentVersion) context.header(contentVersionHeader, String(parts.contentVersion()))
    return (await parts.ready()) ? context.text('ok') : context.text('not ready', 503)
  })
  site.all('/staff/*', async (context, next) => (await staffAnswer(context)) ?? next())
  site.use(async (context, next) => fileOf(context) ?? next())
  site.use(async ({ req }, next) => (hiddenName.test(req.path) ? fileNotFound() : next()))
  site.all('/assets/*', () => fileNotFound())
  site.all('/builds/*', () => fileNotFound())
  site.all('/api/*', (context) => callApi(context, parts))
  site.get('/media/*', async (context) => {
    const cached = await parts.cachedPicture?.(context.req.raw).catch(() => undefined)
    return cached ?? makePicture(context)
  })
  site.options('*', () => new Response(null, { status: 204, headers: { allow: 'GET, HEAD, POST' } }))
  site.use(async (context, next) => redirectToSlash(context.req.raw) ?? next())
  site.all('*', (context) => parts.pages(context.req.raw, clientIpOf(context.env.incoming, parts)))

  const staffAnswer = async ({ req, env }: Context<Env>) => {
    try {
      const response = await parts.staff?.answer(req.raw, clientIpOf(env.incoming, parts))
      const answer = response && isStaffFile(env.incoming) && lifecycle.of(env.outgoing)
      if (answer && response.status < 400) answer.isFile = true
      return response
    } catch {
      return refuse(req.raw, unavailable)
    }
  }

  /** Pictures that need no work need no slot, so that of the others is acquired here. */
  const makePicture = async (context: Context<Env>) => {
    const { incoming, outgoing } = context.env
    const release = parts.admission && (await parts.admission.acquire('pictures', parts.clientOf?.(incoming)))
    if (parts.admission && release === undefined) {
      const answer = lifecycle.of(outgoing)
      if (answer) answer.refusedBy = 'admission'
      return refuse(context.req.raw, overloaded)
    }
    try {
      return await callApi(context, parts)
    } finally {
      release?.()
    }
  }

  const releases = new WeakMap<object, () => void>()
  const listener = getRequestListener(async (request, env) => {
    const answer = lifecycle.of(env.outgoing)
    try {
      // Behind the guard the request id is the one given here, whatever the client sent.
      if (answer) request.headers.set(requestIdHeader, answer.id)
      const response = await compress(request, await site.fetch(request, env))
      if (answer) answer.serverTiming = response.headers.get('server-timing')
      return withOwnHeaders(response, { id: answer?.id, isBehindHttps })
    } finally {
      // The slot is free once the answer is made: a slow client occupies none.
      releases.get(env.incoming)?.()
    }
  })
  const refuseAtOnce = (answer: Answer, refusal: Refusal, refusedBy: 'guard' | 'admission') => {
    answer.refusedBy = refusedBy
    const { incoming } = answer
    const kind = isCall(incoming) ? 'api' : 'page'
    if (!hasUnreadBody(incoming)) return lifecycle.send(answer, readyRefusal(refusal)[kind])
    const closing = { ...refusal, headers: { ...refusal.headers, connection: 'close' } }
    lifecycle.send(answer, readyRefusal(closing)[kind], discardBody(incoming, parts.discard))
  }
  const overloadedAnswer = readyRefusal(overloaded)
  const shed = (answer: Answer) => {
    const last = parts.serveStale?.(answer.incoming)
    if (!last) answer.refusedBy = 'admission'
    lifecycle.send(answer, last ?? (isCall(answer.incoming) ? overloadedAnswer.api : overloadedAnswer.page))
    answer.outgoing.once('finish', () => pauseConnection(answer.incoming.socket))
  }
  const admit = async (pool: Pool, admission: AdmissionControl, answer: Answer) => {
    const { incoming, outgoing } = answer
    const client = parts.clientOf?.(incoming) ?? []
    // Calls of our own web processes are of pages, which are counted there.
    const isCounted =
      pool === 'pages' || pool === 'forms' || (pool === 'reads' && !knowsSecret(incoming, parts.apiSecret))
    const waitSeconds = isCounted ? parts.renderRate?.(incoming, client, pool) : undefined
    if (waitSeconds !== undefined) {
      const last = parts.serveStale?.(incoming)
      if (last) return lifecycle.send(answer, last)
      return refuseAtOnce(answer, tooManyRequests(waitSeconds), 'admission')
    }
    const gone = new AbortController()
    outgoing.once('close', () => gone.abort())
    const release = await admission.acquire(pool, client, gone.signal)
    if (outgoing.destroyed) return release?.()
    if (release === undefined) return shed(answer)
    releases.set(incoming, release)
    outgoing.once('close', release)
    await listener(incoming, outgoing)
  }
  const dispatch = (answer: Answer) => {
    const pool = parts.admission && poolOf(answer.incoming)
    if (pool === undefined || pool === 'pictures' || parts.admission === undefined)
      void listener(answer.incoming, answer.outgoing)
    else void admit(pool, parts.admission, answer)
  }
  const receive = createBodyReceiver(parts)
  const readBodyAndDispatch = async (answer: Answer) => {
    const { incoming } = answer
    const body = await receive(incoming)
    if (body === 'gone') return
    if (!Buffer.isBuffer(body)) return refuseAtOnce(answer, body, 'admission')
    // The adapter takes a body that was received before from this property.
    Object.assign(incoming, { rawBody: body })
    dispatch(answer)
  }
  const guardOptions = {
    ...parts,
    mayBringFiles: parts.staff && mayBringFiles,
    mayBeLarge: parts.staff && isStaffCall,
  }
  return (incoming, outgoing) => {
    const answer = lifecycle.begin(incoming, outgoing)
    const cached = parts.serveFromCache?.(incoming)
    if (cached) return lifecycle.send(answer, cached)
    // Before the adapter, which answers an invalid host in its own way.
    const refusal = guard(incoming, guardOptions)
    if (refusal) return refuseAtOnce(answer, refusal, 'guard')
    const metrics = incoming.url === '/metrics' ? parts.metrics?.read(incoming) : undefined
    if (metrics) return void readyMetrics(metrics).then((ready) => lifecycle.send(answer, ready))
    lifecycle.track(answer)
    if (incoming.method === 'POST') void readBodyAndDispatch(answer)
    else dispatch(answer)
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

/** Calls the API; 503 when an API on another machine is unavailable. */
async function callApi(context: Context<Env>, parts: SiteParts): Promise<Response> {
  try {
    return await parts.fetchApi(context.req.raw, clientIpOf(context.env.incoming, parts))
  } catch {
    return refuse(context.req.raw, unavailable)
  }
}

/** Hidden names, which scanners probe: no page of the site has one. */
const hiddenName = /\/\./
