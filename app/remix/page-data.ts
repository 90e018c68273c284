/** What became of a question for a page's data: no answer at all, or one that no page can be made of. */
export type Fault = 'unreachable' | 'unusable'

/** Whether somebody else takes care of a fault; the router then waits on until its navigation is given up. */
type TakeFault = (data: URL, fault: Fault) => boolean

/**
 * Looks at the answers that the router gets for a page's data, until the returned function is called. Remix has one door,
 * the global `fetch`, and puts an error in the place of the page that is shown and of all that was typed in it. From React
 * Router 7.9 on a `clientMiddleware` of the root does this.
 */
export function watchPageData(takeFault: TakeFault): () => void {
  const original = window.fetch
  const watched: typeof fetch = async (input, init) => {
    const data = dataAddress(input, init)
    if (data === undefined) return original.call(window, input, init)
    try {
      const answer = await original.call(window, input, init)
      return isUsable(answer) || !takeFault(data, 'unusable') ? answer : await untilGivenUp(init)
    } catch (error) {
      const isGivenUp = init?.signal?.aborted === true
      if (!isGivenUp && takeFault(data, 'unreachable')) return untilGivenUp(init)
      throw error
    }
  }
  window.fetch = watched
  return () => {
    if (window.fetch === watched) window.fetch = original
  }
}

/** The address of a question for a page's data; undefined for every other request. */
function dataAddress(input: RequestInfo | URL, init: RequestInit | undefined): URL | undefined {
  if (input instanceof Request || (init?.method ?? 'GET') !== 'GET') return undefined
  const url = new URL(input, window.location.href)
  return url.pathname.endsWith('.data') ? url : undefined
}

/** Errors of the server are told by a document, with the reference that names them; pages of a portal, and texts, are no data. */
function isUsable({ status, headers }: Response): boolean {
  return status < 500 && !/^$|html|plain|json/.test(headers.get('content-type') ?? '')
}

function untilGivenUp(init: RequestInit | undefined): Promise<Response> {
  return new Promise((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')))
  })
}

/** Whether an address of data is that of a page at a path. */
export function isDataOf(data: URL, pathname: string): boolean {
  return data.pathname === (pathname === '/' ? '/_root.data' : `${pathname.replace(/\/$/, '')}.data`)
}
