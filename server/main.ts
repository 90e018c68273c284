import cluster from 'node:cluster'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import { openBackend, type Backend } from './backend.ts'
import { failConfig } from './config/config-error.ts'
import { preferProduction, readConfig, type Config } from './config.ts'
import { unverifiedHosts } from '#server/network/database-tls.ts'
import { operatorCommands } from './cli/commands.ts'
import { printSiteLine, siteLineCommand } from './cli/site-line.ts'
import { projectRoot } from './db/project-root.ts'
import { createEventCounters } from './telemetry/event-counters.ts'
import { createHttpServer } from './process/http-server.ts'
import { createLog, createAsyncLog, type Logger } from './telemetry/log.ts'
import { startTracing } from './logging/tracing.ts'
import { metricsOfAllProcesses } from './telemetry/cluster-metrics.ts'
import { processGauges, siteGauges } from './telemetry/site-gauges.ts'
import { notReady } from './process/startup-probe.ts'
import { retryUntilAvailable } from './process/retry-until-available.ts'
import { remoteApi } from './remote-api/remote-api.ts'
import { watchRemoteContentVersion } from './remote-api/remote-content-version.ts'
import { openControlSocket } from './services/operations/control-socket.ts'
import { smsBudgetOf } from './services/accounts/sms-budget.ts'
import { addressPrefixOf, networksOutsideEvents } from './services/limits/client-network.ts'
import { createWindowCounter } from './services/limits/window-counter.ts'
import { isEndOfLife } from './process/node-release.ts'
import { systemErrorText } from './services/operations/operator-command.ts'
import { deriveKey, readDataKey } from './services/personal-data/personal-data.ts'
import { createSite } from './site/create-site.ts'
import { createAccessLog } from './site/access-log.ts'
import { stopOnSignal } from './process/stop-on-signal.ts'
import { clientIpOf, isTrustedProxy, type TrustOptions } from './site/client-address.ts'
import { detectUnnamedProxy } from './site/unnamed-proxy.ts'
import { readNetworks } from './network/read-networks.ts'
import { createDocuments, pagesOf } from './site/documents.ts'
import { logClient } from './site/log-client.ts'
import { createMetrics } from './site/metrics.ts'
import { createPageCache } from './site/page-cache.ts'
import { missingSettings } from './config/missing-settings.ts'
import { watchEventLoop } from './site/event-loop-delay.ts'
import { createAdmissionControl } from './site/admission-control.ts'
import { pageRulesOf } from './site/page-rules.ts'
import { createRenderRate, formRate, renderRate, searchCallRate, searchRate } from './site/render-rate.ts'
import { createStaffArea } from './site/staff-area.ts'
import { routePatterns, type RouteOf } from './site/route-patterns.ts'
import { withOperatorFiles } from './site/operator-files.ts'
import { openStaticFiles, type StaticFiles } from './site/static-files.ts'
import { tracedPages } from './site/traced-pages.ts'
import { tracedSite } from './site/traced-site.ts'
import { traceOutside } from './telemetry/trace-outside.ts'
import { superviseWebProcesses } from './process/web-processes.ts'

const build = path.join(projectRoot(), 'build')
/** With more renders at once than this, a visitor waits for a running render of the same page. */
const busyRenders = 4

async function main(): Promise<void> {
  preferProduction()
  const config = readConfig()
  const log = createLog(config.logLevel)
  if (config.webProcesses > 1 && cluster.isPrimary) return superviseWebProcesses(config.webProcesses, log)
  if (isEndOfLife(process.versions.node, new Date()))
    log.warn(
      { node: process.versions.node },
      'this release of Node gets no security fixes any more: take Node 24',
    )
  const unverified = unverifiedHosts([config.databaseUrl ?? [], config.replicaUrls].flat())
  if (unverified.length > 0)
    log.warn({ hosts: unverified }, 'the database is reached without verified TLS: set sslmode=verify-full')
  const missing = config.sample ? [] : missingSettings(config).map(({ variable }) => variable)
  if (missing.length > 0)
    log.warn(
      { variables: missing },
      'a public site should set these, worst first: /staff/operations/ says why',
    )
  if (config.tracing) {
    startTracing()
    traceOutside()
  }
  const files = await withOperatorFiles(await openStaticFiles(path.join(build, 'client')), {
    folder: path.join(config.dataDir, 'public'),
    securityContact: config.securityContact,
    publicOrigin: config.publicOrigin,
    now: () => new Date(),
  })
  checkWechatPicture(config, files)
  const edge = {
    hosts: allowedHosts(config),
    publicOrigin: config.publicOrigin,
    trustProxy: readNetworks('TRUST_PROXY', config.trustProxy),
    apiSecret: config.apiSecret,
    files,
  }
  let site = createSite({ ...edge, ...notReady })
  const server = createHttpServer(() => site)
  let close = async (): Promise<void> => undefined
  stopOnSignal({ log, drain: server.drain, close: () => close() })
  const listen = async (words: string) => {
    if (server.port() === undefined) await server.listen(config.port, config.host)
    log.info({ address: `http://${config.host}:${server.port()}/` }, words)
  }

  const visitorsBuild = await loadPages(path.join(build, 'server/index.js'))
  const backend =
    config.apiOrigin === undefined
      ? await retryUntilAvailable(
          () => openBackend(config, log, { build: visitorsBuild.assets.version }),
          log,
          () => listen('serving nothing but its health'),
        )
      : undefined
  close = async () => backend?.close()
  const control = backend && (await openOperatorSocket(backend, config, log))
  close = async () => {
    await control?.close()
    await backend?.close()
  }
  const fetchApi = backend?.fetchApi ?? remoteApi(config.apiOrigin ?? '', config.apiSecret)
  const contentVersion = backend?.contentVersion ?? watchRemoteContentVersion(config.apiOrigin ?? '').current
  const pages = tracedPages(visitorsBuild)
  const routeOf = routePatterns(pages.routes, backend?.apiRoutes ?? [])
  const pageSecret = backend?.pageSecret ?? pageSecretOf(config)
  const pageContext = {
    fetchApi,
    site: config.site,
    publicOrigin: config.publicOrigin,
    pageSecret,
    log,
    routeOf,
  }
  const documents = createDocuments({ build: pages, ...pageContext })
  const staff = createStaffArea({
    fetchApi,
    renderOver: (request, api) =>
      createDocuments({ build: pages, ...pageContext, fetchApi: api }).renderForCache(request).response,
    load: async () => ({
      files: await openStaticFiles(path.join(build, 'staff/client')),
      pages: createDocuments({
        build: tracedPages(await loadPages(path.join(build, 'staff/server/index.js'))),
        ...pageContext,
      }).render,
    }),
  })
  const now = () => new Date()
  const eventNetworks = readNetworks('EVENT_NETWORKS', config.eventNetworks)
  const delayMs = watchEventLoop().ms
  const admission = createAdmissionControl({ delayMs })
  const pageCache = config.pageCache
    ? createPageCache({
        documents,
        ...pageRulesOf(pages),
        version: contentVersion,
        isBusy: () => admission.occupancy('pages') > busyRenders,
      })
    : undefined
  const unnamedProxy = detectUnnamedProxy(edge, log)
  const gauges = {
    site_requests_by_unnamed_proxy: {
      help: 'Requests with X-Forwarded-For from a peer that TRUST_PROXY does not name',
      ask: unnamedProxy.count,
    },
    ...(backend === undefined ? {} : processGauges(backend)),
  }
  const counters = backend?.counters ?? createEventCounters()
  const running = {
    build: pages.assets.version,
    node: process.version,
    data_key: backend?.personal.keyId ?? '',
  }
  const servingSite = createSite({
    ...edge,
    pages: pageCache?.answer ?? documents.render,
    ...(pageCache ? { serveFromCache: pageCache.serveFromCache, serveStale: pageCache.serveStale } : {}),
    admission,
    clientOf: (incoming) => networksOutsideEvents(clientIpOf(incoming, edge), eventNetworks),
    renderRate: createRenderRate({
      searches: createWindowCounter({ ...searchRate, now, onRefused: () => counters.refused('search') }),
      searchCalls: createWindowCounter({
        ...searchCallRate,
        now,
        onRefused: () => counters.refused('search'),
      }),
      renders: createWindowCounter({ ...renderRate, now, onRefused: () => counters.refused('page') }),
      calls: createWindowCounter({ ...renderRate, now, onRefused: () => counters.refused('call') }),
      forms: createWindowCounter({ ...formRate, now, onRefused: () => counters.refused('form') }),
    }),
    cachedPicture: backend?.cachedPicture,
    staff,
    accessLog: accessLogOf(config, { log, routeOf, trust: edge, pageSecret }),
    unnamedProxy: unnamedProxy.observe,
    metrics:
      config.metrics &&
      createMetrics(config.metrics, {
        admission,
        delayMs,
        gauges,
        build: running,
        ofAllProcesses: metricsOfAllProcesses,
        counters: counters.all,
        ...(backend === undefined
          ? {}
          : { site: siteGauges(backend, { ...config, smsBudget: smsBudgetOf(config) }) }),
      }),
    fetchApi,
    contentVersion,
    ready: async () =>
      !server.isDraining() && (backend === undefined || (await backend.connection.healthy())),
  })
  site = tracedSite(servingSite, { routeOf, isTrustedProxy: (incoming) => isTrustedProxy(incoming, edge) })
  await listen('serving')
}

/** @throws ConfigError for a configured picture that the build does not have. */
function checkWechatPicture({ site: { wechat } }: Config, files: StaticFiles): void {
  if (wechat === undefined || wechat.startsWith('/media/') || files.has(wechat)) return
  failConfig('SITE_WECHAT_QR', `本站没有 ${wechat} 这个文件：请放进 public/ 并重新构建`)
}

type AccessLogParts = { log: Logger; routeOf: RouteOf; trust: TrustOptions; pageSecret: string }

function accessLogOf(config: Config, { log, routeOf, trust, pageSecret }: AccessLogParts) {
  if (!config.accessLog || !log.isLevelEnabled('info')) return undefined
  const { observe, flush } = createAccessLog({
    lines: createAsyncLog(),
    log,
    routeOf,
    client: logClient({
      trust,
      isBehindHttps: config.publicOrigin?.startsWith('https:') === true,
      key: deriveKey(Buffer.from(pageSecret), 'access log'),
      addressPrefixOf,
    }),
    everything: log.isLevelEnabled('debug'),
  })
  process.once('exit', flush)
  return observe
}

async function openOperatorSocket(backend: Backend, config: Config, log: Logger) {
  if (backend.connection.engine !== 'embedded') return undefined
  return openControlSocket({
    dataDir: config.dataDir,
    commands: new Map([
      ...operatorCommands(backend.connection, config.dataDir, backend.personal, backend.images),
      [siteLineCommand, printSiteLine(config, backend.connection)],
    ]),
    log,
  })
}

async function loadPages(file: string): Promise<ServerBuild> {
  return pagesOf(await import(pathToFileURL(file).href))
}

/** Cookie secret without the API in this process: derived from DATA_KEY or API_SECRET, else random for this process. */
function pageSecretOf({ dataKey, apiSecret }: Config): string {
  const secret = apiSecret === undefined ? randomBytes(32) : Buffer.from(apiSecret)
  const key = dataKey === undefined ? secret : readDataKey(dataKey)
  return deriveKey(key, 'pages').toString('base64url')
}

function allowedHosts({ allowedHosts: named, publicOrigin }: Config): ReadonlySet<string> {
  const own = publicOrigin === undefined ? [] : [new URL(publicOrigin).hostname]
  return new Set(['localhost', '127.0.0.1', '[::1]', ...own, ...named].map((host) => host.toLowerCase()))
}

main().catch((error: unknown) => {
  const msg = error instanceof Error ? (systemErrorText(error) ?? error.message) : String(error)
  console.error(JSON.stringify({ level: 'fatal', msg }))
  process.exit(1)
})
