import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/server-runtime'
import type { SiteFacts } from '../config.ts'
import type { Logger } from '../telemetry/log.ts'
import { newRequestId, requestIdHeader, requestIdOf } from '../logging/request-id.ts'
import type { RouteOf } from './route-patterns.ts'
import { onSent } from './when-sent.ts'

/** What the process gives to the Remix build. */
export type DocumentOptions = {
  build: ServerBuild | (() => Promise<ServerBuild>)
  fetchApi: (request: Request, clientAddress: string | undefined) => Promise<Response>
  site: SiteFacts
  publicOrigin: string | undefined
  pageSecret: string
  log: Logger
  /** Route pattern of a path: logs contain no paths, which may hold a name or a reference. */
  routeOf?: RouteOf
}

/**
 * The Remix build in a loaded module.
 * @throws Error when the module is no Remix build.
 */
export function pagesOf(module: unknown): ServerBuild {
  if (!isServerBuild(module)) throw new Error('this module is no build of the pages')
  return module
}

function isServerBuild(module: unknown): module is ServerBuild {
  return typeof module === 'object' && module !== null && 'entry' in module && 'routes' in module
}

/** Renders the documents and data requests of the Remix build. */
export type RenderDocument = (request: Request, clientAddress: string | undefined) => Promise<Response>

/** A render for the page cache. */
export type CacheableRender = {
  response: Promise<Response>
  /** Whether a call of the API is pending now. */
  isWaiting: () => boolean
  /** Whether every call of the API has succeeded with current data: a page with a pending one lacks that part. */
  isSound: () => boolean
}

/** Document renderer over the Remix build. */
export type Documents = {
  render: RenderDocument
  /** Renders a whole document without a nonce; the request must be stripped of everything about the visitor. */
  renderForCache: (request: Request) => CacheableRender
}

/** Makes the document renderer: gives loaders their context and ends Remix's timers when an answer was sent. */
export function createDocuments(options: DocumentOptions): Documents {
  const handle = createRequestHandler(options.build, 'production')
  const answer = async (incoming: Request, context: AppLoadContext) => {
    const sent = new AbortController()
    const request = new Request(withoutDataParameter(incoming), { signal: sent.signal })
    return onSent(withPrivateCaching(await handle(request, context)), () => sent.abort())
  }
  const contextOf = (request: Request, fetchApi: (call: Request) => Promise<Response>): AppLoadContext => {
    const requestId = requestIdOf(request) ?? newRequestId()
    const { pageSecret, site, publicOrigin, log, routeOf } = options
    return {
      fetchApi: (call) => {
        call.headers.set(requestIdHeader, requestId)
        return fetchApi(call)
      },
      pageSecret,
      site,
      ...(publicOrigin === undefined ? {} : { publicOrigin }),
      requestId,
      reportError: (error) => {
        log.error({ err: error, requestId, route: routeOf?.(new URL(request.url).pathname) }, 'page failed')
      },
    }
  }
  return {
    render(request, clientAddress) {
      const calls = trackApiCalls((call) => options.fetchApi(call, clientAddress))
      return answer(request, { ...contextOf(request, calls.fetchApi), isWaiting: calls.isWaiting })
    },
    renderForCache(request) {
      const calls = trackApiCalls((call) => options.fetchApi(call, undefined))
      const context = { ...contextOf(request, calls.fetchApi), isForCache: true }
      return { response: answer(request, context), isWaiting: calls.isWaiting, isSound: calls.isSound }
    },
  }
}

/** Cache headers of documents and data that set none: private, since they may contain something about the visitor. */
export const documentHeaders = { 'cache-control': 'private, no-cache', vary: 'Cookie, Save-Data' } as const

/** Marks redirects, page data and files of Remix as private unless they say that they are public. */
function withPrivateCaching(response: Response): Response {
  const { headers } = response
  if (headers.get('cache-control')?.includes('public') === true) return response
  // JSON comes from routes without a component, about the visitor; Remix drops the headers that they set with it.
  const isJson = headers.get('content-type')?.startsWith('application/json') === true
  const usual = isJson ? 'private, no-store' : documentHeaders['cache-control']
  if (!headers.has('cache-control')) headers.set('cache-control', usual)
  if (!/\bcookie\b/i.test(headers.get('vary') ?? '')) headers.append('vary', documentHeaders.vary)
  return response
}

/** Drops `_data`: Remix would take the document for a data request of its old protocol, which no page of this site sends. */
function withoutDataParameter(request: Request): Request {
  const url = new URL(request.url)
  if (!url.searchParams.has('_data')) return request
  url.searchParams.delete('_data')
  return new Request(url, request)
}

/** Tracks pending calls of the API and whether one failed. */
function trackApiCalls(fetchApi: (call: Request) => Promise<Response>) {
  let pending = 0
  let failed = false
  return {
    isWaiting: () => pending > 0,
    isSound: () => !failed && pending === 0,
    fetchApi: async (call: Request) => {
      pending += 1
      try {
        const response = await fetchApi(call)
        if (response.status >= 500 || response.status === 429 || isOlder(response)) failed = true
        return response
      } catch (error) {
        failed = true
        throw error
      } finally {
        pending -= 1
      }
    },
  }
}

/** Whether the API answered with older data because it had no newer (stale-if-error). */
function isOlder({ headers }: Response): boolean {
  return headers.get('server-timing')?.includes('desc="stale_if_error"') === true
}
