import type { ServerBuild } from '@remix-run/node'
import { LRUCache } from 'lru-cache'
import { TrieRouter } from 'hono/router/trie-router'
import { staffPrefix } from '../contract/staff/staff-paths.ts'

/** Route pattern of a path, such as `/school/:sid/news/:id`; one of a closed set. */
export type RouteOf = (path: string) => string

type Routes = ServerBuild['routes']
type Route = Routes[string]

/** Paths up to this length are cached, in characters. */
const longestCachedPath = 200
/** The pattern of paths without a route. */
const unknown = '*'
const media = [
  '/media/images/*',
  '/media/tickets/*',
  '/media/checkins/*',
  '/media/qr/*',
  '/media/poster/*',
  '/media/*',
]
const dataEnding = '.data'

/**
 * Matches paths (without query) to the patterns of the pages' routes, of the API's calls (`/api/news/:id`; none where
 * another machine has them), of pictures and of the staff area as a whole. Nothing of the path is part of the result.
 */
export function routePatterns(pages: Routes, calls: readonly string[]): RouteOf {
  const router = new TrieRouter<string>()
  const all = [...calls, '/api/*', ...media, `${staffPrefix}*`, ...patternsOf(pages)]
  for (const pattern of all.toSorted((one, other) => scoreOf(other) - scoreOf(one))) {
    router.add('GET', pattern, pattern)
  }
  const known = new LRUCache<string, string>({ max: 5000 })
  const find = (path: string): string => {
    const bare = path.endsWith(dataEnding) ? path.slice(0, -dataEnding.length) : path
    const [found] = router.match('GET', bare === '/_root' ? '/' : withoutSlash(decoded(bare)))[0]
    const pattern = found?.[0] ?? unknown
    return bare === path ? pattern : `${pattern}${dataEnding}`
  }
  return (path) => {
    const there = known.get(path)
    if (there !== undefined) return there
    const found = find(path)
    if (path.length <= longestCachedPath) known.set(path, found)
    return found
  }
}

function patternsOf(routes: Routes): string[] {
  return Object.values(routes).flatMap((route) => {
    if (!route.path && route.index !== true) return []
    const parts: string[] = []
    for (let at: Route | undefined = route; at; at = routes[at.parentId ?? '']) {
      if (at.path) parts.unshift(at.path)
    }
    return parts.length === 0 ? [] : [`/${parts.join('/')}`]
  })
}

/** Rank of a pattern: the more segments are fixed, the earlier it matches, as in Remix's own router. */
function scoreOf(pattern: string): number {
  const segments = pattern.split('/').filter(Boolean)
  return segments.reduce(
    (sum, segment) => sum + (segment === '*' ? -2 : segment.startsWith(':') ? 3 : 10),
    segments.length,
  )
}

function decoded(path: string): string {
  try {
    return decodeURI(path).toLowerCase()
  } catch {
    return path
  }
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
