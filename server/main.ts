import cluster from 'node:cluster'
import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import { openBackend, type Backend } from './backend.ts'
import { readConfig, type Config } from './config.ts'
import { operatorCommands } from './cli/commands.ts'
import { projectRoot } from './db/project-root.ts'
import { createLog, type Logger } from './log.ts'
import { remoteApi } from './remote-api.ts'
import { openControlSocket } from './services/control-socket.ts'
import { deriveKey, readDataKey } from './services/personal-data/personal-data.ts'
import { createSite } from './site.ts'
import { readTrustProxy } from './site/client-address.ts'
import { createDocuments, pagesOf } from './site/documents.ts'
import { createPageCache } from './site/page-cache.ts'
import { pageRulesOf } from './site/page-rules.ts'
import { openStaticFiles } from './site/static-files.ts'
import { superviseWebProcesses } from './web-processes.ts'

/** Time limits of a connection, in ms: for headers, for a whole request, between requests. */
const limits = { headers: 10_000, request: 15_000, keepAlive: 5_000 }
const stopWithin = 10_000
const sameSignalMs = 1000

async function main(): Promise<void> {
  const config = readConfig()
  const log = createLog(config.logLevel)
  if (config.webProcesses > 1 && cluster.isPrimary) return superviseWebProcesses(config.webProcesses, log)
  const trustProxy = readTrustProxy(config.trustProxy)
  const backend = config.apiOrigin === undefined ? await openBackend(config, log) : undefined
  const fetchApi = backend?.fetchApi ?? remoteApi(config.apiOrigin ?? '')
  const control = backend && (await openOperatorSocket(backend, config, log))
  const build = path.join(projectRoot(), 'build')
  const pages = await loadPages(path.join(build, 'server/index.js'))
  const documents = createDocuments({
    build: pages,
    fetchApi,
    site: config.site,
    publicOrigin: config.publicOrigin,
    pageSecret: backend?.pageSecret ?? pageSecretOf(config),
    log,
  })
  const pageCache = config.pageCache
    ? createPageCache({
        documents,
        ...pageRulesOf(pages),
        version: backend?.contentVersion ?? (() => 0),
      })
    : undefined
  const site = createSite({
    hosts: allowedHosts(config),
    trustProxy,
    files: await openStaticFiles(path.join(build, 'client')),
    pages: pageCache?.answer ?? documents.render,
    ...(pageCache ? { answerAtOnce: pageCache.answerAtOnce } : {}),
    fetchApi,
    ready: async () => backend === undefined || (await backend.connection.healthy()),
  })
  const server = createServer({ headersTimeout: limits.headers, requestTimeout: limits.request }, site)
  server.keepAliveTimeout = limits.keepAlive
  await listen(server, config)
  log.info({ address: `http://${config.host}:${portOf(server)}/` }, 'serving')
  stopOnSignal(server, log, async () => {
    await control?.close()
    await backend?.close()
  })
}

async function openOperatorSocket(backend: Backend, config: Config, log: Logger) {
  if (backend.connection.engine !== 'embedded') return undefined
  return openControlSocket({
    dataDir: config.dataDir,
    commands: operatorCommands(backend.connection, config.dataDir, backend.personal, backend.images),
    log,
  })
}

async function loadPages(file: string): Promise<ServerBuild> {
  return pagesOf(await import(pathToFileURL(file).href))
}

/** Without the API in this process the secret follows from DATA_KEY or API_SECRET, or holds for this process alone. */
function pageSecretOf({ dataKey, apiSecret }: Config): string {
  const secret = apiSecret === undefined ? randomBytes(32) : Buffer.from(apiSecret)
  const key = dataKey === undefined ? secret : readDataKey(dataKey)
  return deriveKey(key, 'pages').toString('base64url')
}

function allowedHosts({ allowedHosts: named, publicOrigin }: Config): ReadonlySet<string> {
  const own = publicOrigin === undefined ? [] : [new URL(publicOrigin).hostname]
  return new Set(['localhost', '127.0.0.1', '[::1]', ...own, ...named].map((host) => host.toLowerCase()))
}

function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
}

function portOf(server: Server): number | undefined {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : undefined
}

/** Finishes the requests under way, then closes the rest; a second signal, or 10 s, ends the process at once. */
function stopOnSignal(server: Server, log: Logger, close: () => Promise<void>): void {
  let stoppingSince: number | undefined
  const stop = (signal: NodeJS.Signals) => {
    // A terminal's signal reaches every process of its group, and comes once more from the one above.
    if (stoppingSince !== undefined && Date.now() - stoppingSince < sameSignalMs) return
    if (stoppingSince !== undefined) process.exit(1)
    stoppingSince = Date.now()
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), stopWithin).unref()
    server.close(() => {
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'stop failed')
          process.exit(1)
        },
      )
    })
    server.closeIdleConnections()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

main().catch((error: unknown) => {
  console.error(
    JSON.stringify({ level: 'fatal', msg: error instanceof Error ? error.message : String(error) }),
  )
  process.exit(1)
})
