/**
 * Which addresses the router may open. It takes every address of the site for a page of its own, and knows neither files
 * nor pages that must be documents.
 */

/** What is no page, and what changes a cookie. */
const files = /^\/(?:api|media|assets|builds|logout|lite)(?:\/|$)|\.\w+$/
/**
 * A visitor's own pages, of which nothing may stay in a document that lives on, and check-in, whose pages belong to their
 * service worker.
 */
const documents = /^\/(?:login|personal|mycollect|order|exhibitors|parents|signdetail)(?:\/|$)/

/** Whether a path is opened, or left, by loading a document only. */
export function needsDocument(pathname: string): boolean {
  return files.test(pathname) || documents.test(pathname)
}

/** Whether the router opens an address from here. A form over a page has links of its own. */
export function isClientNavigable(url: URL, from: Location = window.location): boolean {
  return (
    url.origin === from.origin &&
    !needsDocument(url.pathname) &&
    !needsDocument(from.pathname) &&
    !/[?&]modal=/.test(url.search + from.search)
  )
}

/** Whether a click asks for a navigation in this window: the main button without a modifier key. */
export function isPlainClick({ button, altKey, ctrlKey, metaKey, shiftKey }: ClickKeys): boolean {
  return button === 0 && !(altKey || ctrlKey || metaKey || shiftKey)
}

type ClickKeys = Pick<MouseEvent, 'button' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** The link around an event's target that asks for a plain navigation in this window; undefined for any other. */
export function plainLinkOf(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null
  if (!(link instanceof HTMLAnchorElement) || !link.hasAttribute('href')) return undefined
  const away = link.hasAttribute('download') || (link.target !== '' && link.target !== '_self')
  return away ? undefined : link
}

/** Which page an address shows: a form over it and the part after `#` make no other one. */
export function pageKeyOf({ pathname, search }: { pathname: string; search: string }): string {
  return pathname + search.replace(/[?&]modal=.*/, '')
}

/** Whether only the part after `#` differs: the browser jumps there itself. */
export function isFragmentNavigation(url: URL, from: Location = window.location): boolean {
  return url.hash !== '' && url.pathname === from.pathname && url.search === from.search
}
