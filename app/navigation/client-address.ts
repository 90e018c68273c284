/**
 * Addresses that only a full load opens: what is no page, what changes a cookie, a visitor's own pages (they are kept by
 * nobody, a document that lives on is no place for them), and check-in, whose pages belong to their service worker.
 */
const byFullLoad =
  /^\/(?:api|media|assets|builds|logout|lite|login|personal|mycollect|order|exhibitors|parents|signdetail)(?:\/|$)|\.\w+$/

/** Whether scripts may open an address inside the document that is shown now. A form over a page is not theirs. */
export function opensHere(url: URL, from: Location = window.location): boolean {
  return (
    url.origin === from.origin &&
    !byFullLoad.test(url.pathname) &&
    !byFullLoad.test(from.pathname) &&
    !/[?&]modal=/.test(url.search + from.search)
  )
}

/** The link around an event's target that asks for a plain navigation in this window; undefined for any other. */
export function plainLinkOf(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null
  if (!(link instanceof HTMLAnchorElement) || !link.hasAttribute('href')) return undefined
  const away = link.hasAttribute('download') || (link.target !== '' && link.target !== '_self')
  return away ? undefined : link
}

/** Whether only the part after `#` differs: the browser jumps there itself. */
export function isJump(url: URL): boolean {
  const { pathname, search } = window.location
  return url.hash !== '' && url.pathname === pathname && url.search === search
}
