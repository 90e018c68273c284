import { matchRoutes } from '@remix-run/react'
import { buildManifest } from './build-id.ts'

const loaded = new Set<string>()

/**
 * Loads the route modules of the page at a path before the router navigates there; undefined when all are loaded.
 * Rejects when one is missing or throws: such a page is opened as a document. Remix itself would reload the current
 * page, and lose its input offline.
 */
export function loadPageModules(pathname: string): Promise<unknown> | undefined {
  const { routes } = buildManifest()
  const matches = matchRoutes(window.__remixRouter.routes, pathname) ?? []
  const missing = matches.flatMap(({ route: { id } }) => {
    const file = routes[id]?.module
    return file === undefined || loaded.has(file) ? [] : [file]
  })
  if (missing.length === 0) return undefined
  return Promise.all(missing.map((file) => import(/* @vite-ignore */ file).then(() => loaded.add(file))))
}
