import { createServer } from 'node:http'
import { createServer as createVite, type ViteDevServer } from 'vite'
import { openBackend } from './backend.ts'
import { readConfig } from './config.ts'
import { createLog } from './telemetry/log.ts'
import { createSite } from './site/create-site.ts'
import { readNetworks } from './network/read-networks.ts'
import { staffPrefix } from './contract/staff/staff-paths.ts'
import { createDocuments, pagesOf } from './site/documents.ts'
import { createStaffArea } from './site/staff-area.ts'

/** `npm run dev`: the same process with pages straight from their sources, by Vite's middleware. */
async function main(): Promise<void> {
  const config = readConfig()
  const log = createLog(config.logLevel)
  const backend = await openBackend(config, log)
  const server = createServer()
  // One port for pages and for what Vite tells of changes: two sites may be developed at once.
  const vite = await createVite({ server: { middlewareMode: true, hmr: { server } } })
  const staffVite = whenUsed(() =>
    createVite({ mode: 'staff', server: { middlewareMode: true, hmr: { server } } }),
  )
  const files = { answer: () => undefined, has: () => false }
  const visitorsVite = async () => vite
  const documentsOf = (build: () => Promise<ViteDevServer>, fetchApi = backend.fetchApi) =>
    createDocuments({
      build: async () => pagesOf(await (await build()).ssrLoadModule('virtual:remix/server-build')),
      fetchApi,
      pageSecret: backend.pageSecret,
      site: config.site,
      publicOrigin: config.publicOrigin,
      log,
    })
  const site = createSite({
    hosts: new Set(['localhost', '127.0.0.1', '[::1]']),
    trustProxy: readNetworks('TRUST_PROXY', []),
    files,
    pages: documentsOf(visitorsVite).render,
    staff: createStaffArea({
      fetchApi: backend.fetchApi,
      renderOver: (request, api) => documentsOf(visitorsVite, api).renderForCache(request).response,
      load: async () => ({ files, pages: documentsOf(staffVite).render }),
    }),
    fetchApi: backend.fetchApi,
    ready: backend.connection.healthy,
  })
  server.on('request', (request, response) => {
    const { url = '/' } = request
    const render = () => {
      // Vite takes its base away.
      request.url = url
      site(request, response)
    }
    if (!url.startsWith(staffPrefix)) return vite.middlewares(request, response, render)
    void staffVite().then(({ middlewares }) => middlewares(request, response, render))
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void Promise.allSettled([vite.close(), backend.close()]).then(() => process.exit(0))
    })
  }
  server.listen(config.port, config.host, () => log.info(`http://${config.host}:${config.port}/`))
}

/** Makes something at its first use. */
function whenUsed<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => (made ??= make())
}

await main()
