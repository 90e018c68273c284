import { kioskPaths } from '#server/contract/check-ins/check-in-paths.ts'
import { isPrivatePath } from '#app/visitor/private-paths.ts'

/**
 * Rules for which URLs client-side navigation may open. The router itself treats every URL of the site as a page,
 * also files and pages that must be documents.
 */

/** Paths that are no pages, and those that change a cookie. */
const files = /^\/(?:api|media|assets|builds|logout|lite)(?:\/|$)|\.\w+$/

/**
 * Whether a path is entered and left by document loads only: files; private pages, of which nothing may stay in a
 * document that lives on; check-in pages, which belong to their service worker.
 */
export function needsDocument(pathname: string): boolean {
  return (
    files.test(pathname) ||
    isPrivatePath(pathname) ||
    kioskPaths.some((page) => `${pathname}/`.startsWith(page))
  )
}

/** Whether the router may open a URL from the current location. Addresses of modal forms have links of their own. */
export function isClientNavigable(url: URL, from: Location = window.location): boolean {
  return (
    url.origin === from.origin &&
    !needsDocument(url.pathname) &&
    !needsDocument(from.pathname) &&
    !/[?&]modal=/.test(url.search + from.search)
  )
}

/** Whether a click is a plain one: the main button without a modifier key. */
export function isPlainClick({ button, altKey, ctrlKey, metaKey, shiftKey }: ClickKeys): boolean {
  return button === 0 && !(altKey || ctrlKey || metaKey || shiftKey)
}

type ClickKeys = Pick<MouseEvent, 'button' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** The link around an event's target that navigates in this window; undefined for downloads and other targets. */
export function plainLinkOf(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null
  if (!(link instanceof HTMLAnchorElement) || !link.hasAttribute('href')) return undefined
  const opensElsewhere = link.hasAttribute('download') || (link.target !== '' && link.target !== '_self')
  return opensElsewhere ? undefined : link
}

/** Identity of a page by its location: the path and query without modal and fragment. */
export function pageKeyOf({ pathname, search }: { pathname: string; search: string }): string {
  return pathname + search.replace(/[?&]modal=.*/, '')
}

/** Whether a URL differs from the current one in the fragment only, which the browser handles itself. */
export function isFragmentNavigation(url: URL, from: Location = window.location): boolean {
  return url.hash !== '' && url.pathname === from.pathname && url.search === from.search
}
