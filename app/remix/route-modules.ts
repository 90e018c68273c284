import { buildManifest } from './build-id.ts'

const loaded = new Map<string, Promise<unknown>>()

/**
 * Loads the module of a route before a fetcher calls its loader or action; rejects when it does not come.
 *
 * Relies on: `routes[id].module` of the manifest. Gains: Remix itself reloads the page when the module of a fetcher's
 * route does not come, and offline loses it; here the fetcher's caller says so. In React Router 7 the manifest is
 * `window.__reactRouterManifest`.
 */
export function loadRouteModule(id: string): Promise<unknown> {
  const file = buildManifest().routes[id]?.module
  if (file === undefined || import.meta.env.DEV) return Promise.resolve()
  const module = loaded.get(id) ?? import(/* @vite-ignore */ file)
  loaded.set(id, module)
  module.catch(() => loaded.delete(id))
  return module
}
