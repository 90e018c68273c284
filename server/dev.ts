import { createServer } from 'node:http'
import { createServer as createVite } from 'vite'
import { openBackend } from './backend.ts'
import { readConfig } from './config.ts'
import { createLog } from './telemetry/log.ts'
import { createSite } from './site/create-site.ts'
import { readNetworks } from './network/read-networks.ts'
import { createDocuments, pagesOf } from './site/documents.ts'

/** `npm run dev`: the same process with pages straight from their sources, by Vite's middleware. */
async function main(): Promise<void> {
  const config = readConfig()
  const log = createLog(config.logLevel)
  const backend = await openBackend(config, log)
  const server = createServer()
  // One port for pages and for what Vite tells of changes: two sites may be developed at once.
  const vite = await createVite({ server: { middlewareMode: true, hmr: { server } } })
  const site = createSite({
    hosts: new Set(['localhost', '127.0.0.1', '[::1]']),
    trustProxy: readNetworks('TRUST_PROXY', []),
    files: { answer: () => undefined, has: () => false },
    pages: createDocuments({
      build: async () => pagesOf(await vite.ssrLoadModule('virtual:remix/server-build')),
      fetchApi: backend.fetchApi,
      pageSecret: backend.pageSecret,
      site: config.site,
      publicOrigin: config.publicOrigin,
      log,
    }).render,
    fetchApi: backend.fetchApi,
    ready: backend.connection.healthy,
  })
  server.on('request', (request, response) => {
    vite.middlewares(request, response, () => {
      site(request, response)
    })
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void Promise.allSettled([vite.close(), backend.close()]).then(() => process.exit(0))
    })
  }
  server.listen(config.port, config.host, () => log.info(`http://${config.host}:${config.port}/`))
}

await main()
