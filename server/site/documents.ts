import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/server-runtime'
import type { SiteFacts } from '../config.ts'
import type { Logger } from '../telemetry/log.ts'
import { newRequestId, requestIdHeader, requestIdOf } from '../logging/request-id.ts'
import type { RouteOf } from './route-patterns.ts'
import { whenSent } from './when-sent.ts'

/** What pages get from the process. */
export type DocumentOptions = {
  build: ServerBuild | (() => Promise<ServerBuild>)
  fetchApi: (request: Request, clientAddress: string | undefined) => Promise<Response>
  site: SiteFacts
  publicOrigin: string | undefined
  pageSecret: string
  log: Logger
  /** The pattern of a path's route: logs name no path, which may hold a name or a reference. */
  routeOf?: RouteOf
}

/**
 * The pages of a loaded module.
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

/** A render whose answer may be kept for other visitors. */
export type CacheableRender = {
  response: Promise<Response>
  /** Whether the page is waiting for the API now. */
  isWaiting: () => boolean
  /** Whether every call of the API so far was answered, and not with older data: no other page is kept. */
  isSound: () => boolean
}

/** The Remix build as the process uses it. */
export type Documents = {
  render: RenderDocument
  /** Renders a finished document without a nonce; the request must hold nothing of one visitor. */
  renderForCache: (request: Request) => CacheableRender
}

/** Wraps the Remix build: hands the context to loaders and ends Remix's timers when an answer has left. */
export function createDocuments(options: DocumentOptions): Documents {
  const handle = createRequestHandler(options.build, 'production')
  const answer = async (incoming: Request, context: AppLoadContext) => {
    const over = new AbortController()
    const request = new Request(withoutDataParameter(incoming), { signal: over.signal })
    return whenSent(privately(await handle(request, context)), () => over.abort())
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
      const calls = watchCalls((call) => options.fetchApi(call, clientAddress))
      return answer(request, { ...contextOf(request, calls.fetchApi), isWaiting: calls.isWaiting })
    },
    renderForCache(request) {
      const calls = watchCalls((call) => options.fetchApi(call, undefined))
      const context = { ...contextOf(request, calls.fetchApi), isForCache: true }
      return { response: answer(request, context), isWaiting: calls.isWaiting, isSound: calls.isSound }
    },
  }
}

/** What is said of an answer that may hold something of a visitor and says nothing itself. */
export const documentHeaders = { 'cache-control': 'private, no-cache', vary: 'Cookie, Save-Data' } as const

/** Redirects, page data and files of Remix are kept by nobody else unless they say so themselves. */
function privately(response: Response): Response {
  const { headers } = response
  if (headers.get('cache-control')?.includes('public') === true) return response
  if (!headers.has('cache-control')) headers.set('cache-control', documentHeaders['cache-control'])
  if (!/\bcookie\b/i.test(headers.get('vary') ?? '')) headers.append('vary', documentHeaders.vary)
  return response
}

/** Remix takes documents with this parameter for data requests of its old kind, which no page of this site sends. */
function withoutDataParameter(request: Request): Request {
  const url = new URL(request.url)
  if (!url.searchParams.has('_data')) return request
  url.searchParams.delete('_data')
  return new Request(url, request)
}

/** Counts the calls under way and remembers whether one failed. */
function watchCalls(fetchApi: (call: Request) => Promise<Response>) {
  let underWay = 0
  let failed = false
  return {
    isWaiting: () => underWay > 0,
    isSound: () => !failed,
    fetchApi: async (call: Request) => {
      underWay += 1
      try {
        const response = await fetchApi(call)
        if (response.status >= 500 || response.status === 429 || isOlder(response)) failed = true
        return response
      } catch (error) {
        failed = true
        throw error
      } finally {
        underWay -= 1
      }
    },
  }
}

/** Whether the API gave the last good data for want of newer ones. */
function isOlder({ headers }: Response): boolean {
  return headers.get('server-timing')?.includes('desc="older"') === true
}
