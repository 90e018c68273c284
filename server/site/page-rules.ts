import type { ServerBuild } from '@remix-run/node'

/** A cacheable page: its cache key, and the request to render it from, stripped of everything about the visitor. */
export type CacheablePage = { key: string; request: Request }

/** Cache rules of the Remix build, which alone knows which cookies and parameters pages read. */
export type PageRules = {
  /** The cacheable page of a request; undefined for every other request. */
  cacheablePageOf: (request: Request) => CacheablePage | undefined
  /** Whether a rendered page may be cached. */
  isCacheable: (response: Response) => boolean
}

/**
 * The cache rules exported by a Remix build's server entry.
 * @throws Error when it exports none.
 */
export function pageRulesOf(build: ServerBuild): PageRules {
  const { module } = build.entry
  if (!hasRules(module)) throw new Error('this build of the pages exports no cache rules')
  return module
}

function hasRules(module: object): module is PageRules {
  return 'cacheablePageOf' in module && 'isCacheable' in module
}
