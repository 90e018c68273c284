import { kioskPaths } from '#server/contract/check-in-paths.ts'

const standalonePaths = new Set<string>(kioskPaths)

/** Whether a page brings scripts of its own, or none, instead of those of the site: the check-in pages. */
export function isStandalonePage(request: Request): boolean {
  const { pathname } = new URL(request.url)
  return standalonePaths.has(pathname.endsWith('/') ? pathname : `${pathname}/`)
}
