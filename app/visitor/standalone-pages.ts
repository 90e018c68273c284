import { kioskPaths } from '#server/contract/check-ins/check-in-paths.ts'

const standalonePaths = new Set<string>(kioskPaths)

/**
 * Whether a page is standalone: the check-in pages, which load scripts of their own, or none, instead of the site's.
 */
export function isStandalonePage(request: Request): boolean {
  const { pathname } = new URL(request.url)
  return standalonePaths.has(pathname.endsWith('/') ? pathname : `${pathname}/`)
}
