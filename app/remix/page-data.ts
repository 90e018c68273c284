/** What became of a question for a page's data: no answer at all, or one that no page can be made of. */
export type DataFailure = 'unreachable' | 'unusable'

/** Whether somebody else takes care of a failure; the router then waits on until its navigation is given up. */
type OnDataFailure = (data: URL, failure: DataFailure) => boolean

/**
 * Looks at the answers that the router gets for a page's data, until the returned function is called. Remix has one door,
 * the global `fetch`, and puts an error in the place of the page that is shown and of all that was typed in it. From React
 * Router 7.9 on a `clientMiddleware` of the root does this.
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
      const isGivenUp = init?.signal?.aborted === true
      if (!isGivenUp && onFailure(data, 'unreachable')) return untilAborted(init)
      throw error
    }
  }
  window.fetch = watched
  return () => {
    if (window.fetch === watched) window.fetch = original
  }
}

/** The address of a question for a page's data; undefined for every other request. */
function dataUrl(input: RequestInfo | URL, init: RequestInit | undefined): URL | undefined {
  if (input instanceof Request || (init?.method ?? 'GET') !== 'GET') return undefined
  const url = new URL(input, window.location.href)
  return url.pathname.endsWith('.data') ? url : undefined
}

/** Errors of the server are told by a document, with the reference that names them; pages of a portal, and texts, are no data. */
function isUsable({ status, headers }: Response): boolean {
  return status < 500 && !/^$|html|plain|json/.test(headers.get('content-type') ?? '')
}

function untilAborted(init: RequestInit | undefined): Promise<Response> {
  return new Promise((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')))
  })
}

/** Whether an address of data is that of a page at a path. */
export function isDataOf(data: URL, pathname: string): boolean {
  return data.pathname === (pathname === '/' ? '/_root.data' : `${pathname.replace(/\/$/, '')}.data`)
}
