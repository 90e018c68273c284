import type { ServerBuild } from '@remix-run/node'

/** A page that any visitor with the same key may be shown: what to render once, and under which name to keep it. */
export type CacheablePage = { key: string; request: Request }

/** What the pages themselves say about being kept: they alone know which cookies and parameters they read. */
export type PageRules = {
  /** The page that a request asks for when others may be shown the same; undefined for every other request. */
  cacheablePageOf: (request: Request) => CacheablePage | undefined
  /** Whether a rendered page may be kept. */
  isCacheable: (response: Response) => boolean
}

/**
 * The rules that a build of the pages brings with it.
 * @throws Error when it brings none.
 */
export function pageRulesOf(build: ServerBuild): PageRules {
  const { module } = build.entry
  if (!hasRules(module)) throw new Error('this build of the pages does not say what may be kept')
  return module
}

function hasRules(module: object): module is PageRules {
  return 'cacheablePageOf' in module && 'isCacheable' in module
}
