/** How a data request failed: no response at all, or one that is no page data. */
export type DataFailure = 'unreachable' | 'unusable'

/** Returns whether it handles the failure; the router's request then stays pending until its navigation is aborted. */
type OnDataFailure = (data: URL, failure: DataFailure) => boolean

/**
 * Intercepts the router's data requests, until the returned function is called. Remix replaces the current page, with
 * all input in it, by an error page when one fails, and offers no hook but the global `fetch`. From React Router 7.9
 * on a `clientMiddleware` of the root does this.
 */
export function watchPageData(onFailure: OnDataFailure): () => void {
  const original = window.fetch
  const watched: typeof fetch = async (input, init) => {
    const data = dataUrl(input, init)
    if (data === undefined) return original.call(window, input, init)
    try {
      const answer = await original.call(window, input, init)
      return isUsable(answer) || !onFailure(data, 'unusable') ? answer : await untilAborted(init)
    } catch (error) {
      const isAborted = init?.signal?.aborted === true
      if (!isAborted && onFailure(data, 'unreachable')) return untilAborted(init)
      throw error
    }
  }
  window.fetch = watched
  return () => {
    if (window.fetch === watched) window.fetch = original
  }
}

/** The URL of a data request; undefined for other requests. */
function dataUrl(input: RequestInfo | URL, init: RequestInit | undefined): URL | undefined {
  if (input instanceof Request || (init?.method ?? 'GET') !== 'GET') return undefined
  const url = new URL(input, window.location.href)
  return url.pathname.endsWith('.data') ? url : undefined
}

/**
 * Whether a response is page data. Server errors are shown by a document, with the request id; HTML and texts come
 * from portals and proxies.
 */
function isUsable({ status, headers }: Response): boolean {
  return status < 500 && !/^$|html|plain|json/.test(headers.get('content-type') ?? '')
}

function untilAborted(init: RequestInit | undefined): Promise<Response> {
  return new Promise((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')))
  })
}

/** Whether a URL is the data request of the page at a path. */
export function isDataOf(data: URL, pathname: string): boolean {
  return data.pathname === (pathname === '/' ? '/_root.data' : `${pathname.replace(/\/$/, '')}.data`)
}
