import { buildManifest } from './build-id.ts'

const loaded = new Map<string, Promise<unknown>>()

/**
 * Loads a route's module before a fetcher calls its loader or action; rejects when it does not load.
 *
 * Relies on `routes[id].module` of the manifest. Remix itself reloads the page when that module does not load, and
 * loses it offline; here the fetcher's caller shows a message. In React Router 7 the manifest is
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
