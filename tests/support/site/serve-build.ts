import { BlockList } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { projectRoot } from '#server/db/project-root.ts'
import { createHttpServer, type ConnectionLimits } from '#server/process/http-server.ts'
import { createSite, type SiteParts } from '#server/site/create-site.ts'
import { readNetworks } from '#server/network/read-networks.ts'
import { networksOutsideEvents } from '#server/services/limits/client-network.ts'
import { clientIpOf } from '#server/site/client-address.ts'
import { createDocuments, pagesOf } from '#server/site/documents.ts'
import { createPageCache } from '#server/site/page-cache.ts'
import { pageRulesOf } from '#server/site/page-rules.ts'
import { createStaffArea } from '#server/site/staff-area.ts'
import { openStaticFiles } from '#server/site/static-files.ts'

/** A site in this process. */
export type ServedBuild = {
  url: string
  /** Decides by its path whether a request is ever answered; all are at first. */
  answers: (pathname: string) => boolean
  stop: () => Promise<void>
}

/** What a page cache goes by. */
export type CacheRules = { version: () => number; now: () => number }

type Parts = Pick<
  SiteParts,
  'fetchApi' | 'admission' | 'metrics' | 'renderRate' | 'readBody' | 'discard' | 'cachedPicture'
> & {
  pageSecret: string
  trustProxy?: readonly string[]
  publicOrigin?: string | undefined
  /** Pages are rendered anew for each request unless there is one. */
  cache?: CacheRules | undefined
  limits?: Partial<ConnectionLimits>
  /** Hears of what the log would say at the level of errors. */
  onError?: (details: unknown) => void
  /** Whether the API is asked for a staff area; without it such addresses are unknown ones. */
  hasStaffArea?: boolean
}

/** Serves the built pages and files over an API, on a free loopback port. */
export async function serveBuild(parts: Parts): Promise<ServedBuild> {
  const { fetchApi, pageSecret, trustProxy = [], publicOrigin, cache, admission, metrics, limits } = parts
  const { renderRate, readBody, discard, cachedPicture, onError, hasStaffArea = false } = parts
  const trusting = { trustProxy: readNetworks('TRUST_PROXY', trustProxy) }
  const build = path.join(projectRoot(), 'build')
  const builtPages = async (file: string) => pagesOf(await import(pathToFileURL(path.join(build, file)).href))
  const pages = await builtPages('server/index.js')
  const pageContext = {
    fetchApi,
    site: { name: '测试站' },
    publicOrigin,
    pageSecret,
    log: onError ? pino({ level: 'error' }, { write: onError }) : pino({ level: 'silent' }),
  }
  const documents = createDocuments({ build: pages, ...pageContext })
  const staff = createStaffArea({
    fetchApi,
    renderOver: (request, api) =>
      createDocuments({ build: pages, ...pageContext, fetchApi: api }).renderForCache(request).response,
    load: async () => ({
      files: await openStaticFiles(path.join(build, 'staff/client')),
      pages: createDocuments({ build: await builtPages('staff/server/index.js'), ...pageContext }).render,
    }),
  })
  const pageCache = cache && createPageCache({ documents, ...pageRulesOf(pages), ...cache })
  const site = createSite({
    hosts: new Set(['127.0.0.1']),
    publicOrigin,
    ...trusting,
    clientOf: (incoming) => networksOutsideEvents(clientIpOf(incoming, trusting), new BlockList()),
    ...(renderRate ? { renderRate } : {}),
    ...(readBody ? { readBody } : {}),
    ...(discard ? { discard } : {}),
    ...(cachedPicture ? { cachedPicture } : {}),
    ...(hasStaffArea ? { staff } : {}),
    files: await openStaticFiles(path.join(build, 'client')),
    pages: pageCache?.answer ?? documents.render,
    ...(pageCache ? { serveFromCache: pageCache.serveFromCache, serveStale: pageCache.serveStale } : {}),
    ...(admission ? { admission } : {}),
    metrics,
    fetchApi,
    ready: async () => true,
  })
  const listener: typeof site = (request, response) => {
    const [pathname = ''] = (request.url ?? '').split('?', 1)
    if (served.answers(pathname)) site(request, response)
  }
  const server = createHttpServer(() => listener, limits)
  await server.listen(0, '127.0.0.1')
  const served: ServedBuild = {
    url: `http://127.0.0.1:${server.port()}`,
    answers: () => true,
    stop: server.end,
  }
  return served
}
