import { createServer } from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { projectRoot } from '#server/db/project-root.ts'
import { remoteApi } from '#server/remote-api.ts'
import { createSite } from '#server/site.ts'
import { readTrustProxy } from '#server/site/client-address.ts'
import { createDocuments, pagesOf } from '#server/site/documents.ts'
import { createPageCache } from '#server/site/page-cache.ts'
import { pageRulesOf } from '#server/site/page-rules.ts'
import { openStaticFiles } from '#server/site/static-files.ts'

/** A site in this process whose API is another site's, with a hook before every call. */
export type SlowSite = { url: string; stop: () => Promise<void> }

/** What a page cache goes by. */
type Cache = { version: () => number; now: () => number }

/**
 * Serves the built pages over the API of `origin`; `before` may hold a call back, or refuse it by throwing. Pages are
 * rendered anew for each request unless there is a `cache`.
 */
export async function startSlowSite(
  origin: string,
  before: (pathname: string) => Promise<void> | undefined,
  cache?: Cache,
): Promise<SlowSite> {
  const build = path.join(projectRoot(), 'build')
  const callApi = remoteApi(origin)
  const fetchApi = async (request: Request) => {
    await before(new URL(request.url).pathname)
    return callApi(request)
  }
  const pages = pagesOf(await import(pathToFileURL(path.join(build, 'server/index.js')).href))
  const documents = createDocuments({
    build: pages,
    fetchApi,
    site: { name: '测试站' },
    publicOrigin: undefined,
    pageSecret: 'of-a-test',
    log: pino({ level: 'silent' }),
  })
  const pageCache = cache && createPageCache({ documents, ...pageRulesOf(pages), ...cache })
  const site = createSite({
    hosts: new Set(['127.0.0.1']),
    trustProxy: readTrustProxy([]),
    files: await openStaticFiles(path.join(build, 'client')),
    pages: pageCache?.answer ?? documents.render,
    ...(pageCache ? { answerAtOnce: pageCache.answerAtOnce } : {}),
    fetchApi,
    ready: async () => true,
  })
  const server = createServer(site)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('a TCP server has a port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A gate that calls wait at until it is opened. */
export function createGate(): { passed: Promise<void>; open: () => void } {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open }
}
