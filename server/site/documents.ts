import { randomUUID } from 'node:crypto'
import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/node'
import type { SiteFacts } from '../config.ts'
import type { Logger } from '../log.ts'

/** What pages get from the process. */
export type DocumentOptions = {
  build: ServerBuild | (() => Promise<ServerBuild>)
  fetchApi: (request: Request, clientAddress: string | undefined) => Promise<Response>
  site: SiteFacts
  publicOrigin: string | undefined
  pageSecret: string
  log: Logger
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

/** Wraps the Remix build: hands the context to loaders and ends Remix's timers when an answer has left. */
export function createDocuments({
  build,
  fetchApi,
  site,
  publicOrigin,
  pageSecret,
  log,
}: DocumentOptions): RenderDocument {
  const handle = createRequestHandler(build, 'production')
  return async (incoming, clientAddress) => {
    const over = new AbortController()
    const request = new Request(incoming, { signal: over.signal })
    const requestId = randomUUID()
    const context: AppLoadContext = {
      fetchApi: (call) => fetchApi(call, clientAddress),
      pageSecret,
      site,
      ...(publicOrigin === undefined ? {} : { publicOrigin }),
      requestId,
      reportError: (error) => {
        log.error({ err: error, requestId, path: new URL(request.url).pathname }, 'page failed')
      },
    }
    const response = await handle(request, context)
    return whenSent(response, () => over.abort())
  }
}

/** Calls back when the body has left or was given up: Remix holds a timer for each answer until then. */
function whenSent(response: Response, done: () => void): Response {
  if (!response.body || response.headers.has('content-length')) {
    done()
    return response
  }
  const reader = response.body.getReader()
  const watched = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await reader.read()
      if (!next.done) return controller.enqueue(next.value)
      done()
      controller.close()
    },
    async cancel(reason) {
      done()
      await reader.cancel(reason)
    },
  })
  return new Response(watched, response)
}
