import { Hono, type Context } from 'hono'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { RenderDocument } from './site/documents.ts'
import { clientAddressOf, knowsSecret, namedAddressOf, type TrustProxy } from './site/client-address.ts'
import { compress } from './site/compression.ts'
import { guard, type GuardOptions } from './site/guard.ts'
import { securityHeaders } from './site/headers.ts'
import { laneOf, type Lane, type LoadGate } from './site/load-gate.ts'
import { overloaded, readyRefusal, refuse, unavailable } from './site/refusal.ts'
import type { Metrics } from './site/metrics.ts'
import type { PageCache } from './site/page-cache.ts'
import type { StaticFiles } from './site/static-files.ts'

/** What stands behind the guard. */
export type SiteParts = GuardOptions & {
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
  fetchApi: (request: Request, clientAddress: string | undefined) => Promise<Response>
  /** Whether the process may get traffic. */
  ready: () => Promise<boolean>
  trustProxy: TrustProxy
  /** What processes of pages on other machines show, whose word of the client is believed. */
  apiSecret?: string | undefined
  /** The content's version, which such processes follow. */
  contentVersion?: () => number
}

/** The header of `/readyz` that tells the content's version. */
export const contentVersionHeader = 'content-version'

type Env = { Bindings: HttpBindings }

/** The way of every request through the process: guard, probes, files, API, one slash at the end, document. */
export function createSite(parts: SiteParts): RequestListener {
  const site = new Hono<Env>()

  site.get('/healthz', (context) => context.text('ok'))
  site.get('/readyz', async (context) => {
    if (parts.contentVersion) context.header(contentVersionHeader, String(parts.contentVersion()))
    return (await parts.ready()) ? context.text('ok') : context.text('not ready', 503)
  })
  site.use(async (context, next) => parts.files(context.req.raw, context.req.path) ?? next())
  site.all('/api/*', (context) => callApi(context, parts))
  site.get('/media/*', (context) => callApi(context, parts))
  site.use(async (context, next) => withoutSlash(context.req.raw) ?? next())
  site.all('*', (context) => parts.pages(context.req.raw, addressOf(context, parts)))

  const leaves = new WeakMap<object, () => void>()
  const listener = getRequestListener(async (request, env) => {
    try {
      const response = await compress(request, await site.fetch(request, env))
      parts.metrics?.found(env.outgoing, response.headers.get('server-timing'))
      return withSecurityHeaders(response)
    } finally {
      // A client that takes its answer slowly keeps nobody out.
      leaves.get(env.incoming)?.()
    }
  })
  const tooMuch = readyRefusal(overloaded)
  const letGo = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    send(outgoing, parts.answerLast?.(incoming) ?? (isCall(incoming) ? tooMuch.api : tooMuch.page))
  }
  const comeIn = async (lane: Lane, gate: LoadGate, incoming: IncomingMessage, outgoing: ServerResponse) => {
    const leave = await gate.enter(lane)
    if (leave === undefined) return letGo(incoming, outgoing)
    // Nobody waits for this answer any more.
    if (outgoing.destroyed) return leave()
    leaves.set(incoming, leave)
    outgoing.once('close', leave)
    await listener(incoming, outgoing)
  }
  return (incoming, outgoing) => {
    parts.metrics?.watch(incoming, outgoing)
    const kept = parts.answerAtOnce?.(incoming)
    if (kept) {
      parts.metrics?.found(outgoing, kept.headers['server-timing'])
      return send(outgoing, kept)
    }
    // Before the adapter, which has words of its own for a host that is none.
    const refusal = guard(incoming, parts)
    if (refusal) return send(outgoing, readyRefusal(refusal)[isCall(incoming) ? 'api' : 'page'])
    const metrics = incoming.url === '/metrics' ? parts.metrics?.read(incoming) : undefined
    if (metrics !== undefined) return void sendMetrics(outgoing, metrics)
    const lane = parts.gate && laneOf(incoming)
    if (lane === undefined || parts.gate === undefined) void listener(incoming, outgoing)
    else void comeIn(lane, parts.gate, incoming, outgoing)
  }
}

type Ready = { status: number; headers: Record<string, string>; body: string | Buffer | undefined }

async function sendMetrics(outgoing: ServerResponse, metrics: Promise<string>): Promise<void> {
  const headers = {
    ...securityHeaders,
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  }
  send(outgoing, { status: 200, headers, body: await metrics })
}

function isCall({ url = '' }: IncomingMessage): boolean {
  return url.startsWith('/api/')
}

function send(outgoing: ServerResponse, { status, headers, body }: Ready): void {
  outgoing.writeHead(status, headers).end(body)
}

function addressOf(context: Context<Env>, { trustProxy, apiSecret }: SiteParts): string | undefined {
  const { incoming } = context.env
  return knowsSecret(incoming, apiSecret) ? namedAddressOf(incoming) : clientAddressOf(incoming, trustProxy)
}

/** An API on another machine may be away. */
async function callApi(context: Context<Env>, parts: SiteParts): Promise<Response> {
  try {
    return await parts.fetchApi(context.req.raw, addressOf(context, parts))
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

const inert = /^(?:application\/json|image\/|text\/(?:plain|x-script))/

/** Adds what every answer carries, and to a 503 when to ask again. */
function withSecurityHeaders(response: Response): Response {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(securityHeaders)) {
    // Pages about one visitor tell other sites less of their address than the rest.
    if (name !== 'referrer-policy' || !headers.has(name)) headers.set(name, value)
  }
  const { status, statusText } = response
  // What is no document loads nothing and stands in no frame; scripts are left out, a worker's policy is its own.
  if (inert.test(headers.get('content-type') ?? '') && !headers.has('content-security-policy')) {
    headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
  }
  if (status === 503 && !headers.has('retry-after')) headers.set('retry-after', '5')
  return new Response(response.body, { status, statusText, headers })
}
