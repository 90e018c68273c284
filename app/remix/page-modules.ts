import { matchRoutes } from '@remix-run/react'

/**
 * Loads the modules of the page at a path before the router navigates there; undefined when all of them are there. Rejects
 * when one is missing or throws.
 *
 * Relies on: `window.__remixRouter.routes`, `window.__remixManifest.routes[id].module`, `window.__remixRouteModules`. Gains:
 * a page one of whose files is gone is opened as a document. Remix itself reloads the page that is shown, and offline loses
 * it with all that was typed. In React Router 7 the same names begin with `__reactRouter`.
 */
export function loadPageModules(pathname: string): Promise<unknown> | undefined {
  const { routes } = window.__remixManifest
  const { __remixRouteModules: loaded } = window
  const matches = matchRoutes(window.__remixRouter.routes, pathname) ?? []
  const missing = matches.flatMap(({ route: { id } }) => {
    const file = loaded[id] === undefined ? routes[id]?.module : undefined
    return file === undefined ? [] : [file]
  })
  return missing.length === 0
    ? undefined
    : Promise.all(missing.map((file) => import(/* @vite-ignore */ file)))
}
