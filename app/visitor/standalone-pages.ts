import { checkInPath, signDetailPath } from '#app/paths.ts'

const addresses = new Set([checkInPath('parent'), checkInPath('exhibitor'), signDetailPath()])

/** Whether a page brings scripts of its own, or none, instead of those of the site: the check-in pages. */
export function isStandalonePage(request: Request): boolean {
  const { pathname } = new URL(request.url)
  return addresses.has(pathname.endsWith('/') ? pathname : `${pathname}/`)
}
