import path from 'node:path'
import type { Config } from './config.ts'
import { connectDatabase, type DatabaseConnection } from './db/connect.ts'
import { describeFailure, isUnavailable } from './db/failure.ts'
import type { DatabaseLog } from './db/log.ts'
import { freeDiskBytes } from './telemetry/free-disk-bytes.ts'
import { createEventCounters, type EventCounters } from './telemetry/event-counters.ts'
import { migrate } from './db/migrate.ts'
import { openReplicas, type Replicas } from './db/replicas.ts'
import { createApi } from './http/create-api.ts'
import { isOverload, readLimits } from './http/read-turns.ts'
import { createMedia } from './http/media/media.ts'
import { posterPicture, posterRate, sharedRendition } from './http/media/poster-pictures.ts'
import { qrPicture } from './http/media/qr-pictures.ts'
import { startJobs } from './process/jobs.ts'
import type { Logger } from './telemetry/log.ts'
import { createFairQueue } from './network/fair-queue.ts'
import { readNetworks } from './network/read-networks.ts'
import { networksOutsideEvents } from './services/limits/client-network.ts'
import { watchContentVersion } from './services/content-version.ts'
import { createWordCheck, readWordList } from './services/leads/word-check.ts'
import { missingSettings } from './config/missing-settings.ts'
import { createDataCache } from './services/data-cache.ts'
import { openPersonalData } from './services/personal-data/open-personal-data.ts'
import { deriveKey, type PersonalData } from './services/personal-data/personal-data.ts'
import { findSmsLeft, smsBudgetOf, type SmsBudget } from './services/accounts/sms-budget.ts'
import { replayDeletions } from './services/accounts/replay-deletions.ts'
import { discardUnfinishedImport } from './services/content/import/discard-import.ts'
import { createLocator } from './services/browser/location/locate.ts'
import { addressSigner } from './services/browser/share/sign-address.ts'
import { openImages } from './services/media/images/open-images.ts'
import { openRenditionCache } from './services/media/images/rendition-cache.ts'
import { createRenditions } from './services/media/images/renditions.ts'
import type { ImageStore } from './services/media/images/store.ts'
import { createWindowCounter } from './services/limits/window-counter.ts'
import { createPosters } from './services/media/posters/posters.ts'
import { fillEmptyDatabase } from './sample/sample-content.ts'
import { sendsLeadDigests, sendsReminders, smsNoticeKinds, smsSender } from './services/sms/send-sms.ts'
import { readOperations } from './services/operations/read-operations.ts'
import { keyIdOf } from './services/personal-data/personal-data.ts'
import { createUpstreams } from './services/upstream.ts'

/** The API in this process, with its database, caches and jobs. */
export type Backend = {
  connection: DatabaseConnection
  /** Encrypts and decrypts names and phones. */
  personal: PersonalData
  /** The content's version that this process last read; every write to content raises it. */
  contentVersion: () => number
  /** The operator's pictures. */
  images: ImageStore
  /** Answers a request to /api or /media. */
  fetchApi: (request: Request, clientAddress?: string) => Promise<Response>
  /** Answers a request to /media for which nothing needs to be drawn or resized. */
  cachedPicture: (request: Request) => Promise<Response | undefined>
  /** Kinds of outbox jobs that this process handles. */
  jobKinds: readonly string[]
  /** The replicas for public reads; undefined: there are none. */
  replicas: Pick<Replicas, 'databases' | 'usable' | 'lags'> | undefined
  /** Whether the circuit of each upstream system is open, by name. */
  circuits: () => ReadonlyMap<string, boolean>
  /** Counters of refused requests and failed messages. */
  counters: EventCounters
  /** Remaining SMS budget. */
  smsLeft: () => Promise<SmsBudget>
  /** Route patterns of the API, such as `/api/news/:id`. */
  apiRoutes: readonly string[]
  /** Signs cookies of the pages. */
  pageSecret: string
  close: () => Promise<void>
}

const cacheBytes = 48 * 1024 * 1024

/**
 * Opens the API: connects and migrates the database, fills an empty embedded one with sample content, starts the
 * jobs. `build`: the build of the pages, for the state of the site. @throws DatabaseInUseError when another process
 * has the embedded database.
 */
export async function openBackend(
  config: Config,
  log: Logger,
  { now = () => new Date(), build }: { now?: () => Date; build?: string } = {},
): Promise<Backend> {
  const staffNetworks = config.staffNetworks && readNetworks('STAFF_NETWORKS', config.staffNetworks)
  const connection = await connectDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    log: databaseLog(log),
  })
  const opened: CloseStep[] = [() => connection.close()]
  try {
    await migrate(connection)
    const { personal, key } = await openPersonalData(connection, config)
    await replayDeletions(connection.db, now())
    const upstreams = createUpstreams(log)
    const counters = createEventCounters()
    const images = openImages(config, upstreams)
    const eventNetworks = readNetworks('EVENT_NETWORKS', config.eventNetworks)
    discardUnfinishedImport(connection, images).catch((error: unknown) => {
      log.warn({ failure: describeFailure(error) }, 'what an unfinished import left is still there, hidden')
    })
    if (config.sample && connection.engine === 'embedded') {
      await fillEmptyDatabase(connection, personal, { images, log, now: now() })
    }
    const version = await watchContentVersion(connection, {
      onError: (error) => log.warn({ err: error }, 'content version not read'),
    })
    opened.push(version.stop)
    const replicas =
      config.replicaUrls.length === 0
        ? undefined
        : openReplicas(connection, {
            urls: config.replicaUrls,
            version: version.current,
            log: databaseLog(log),
          })
    if (replicas !== undefined) opened.push(replicas.close)
    const smsLeft = () => findSmsLeft(connection.db, smsBudgetOf(config), now())
    const startedAt = now()
    const api = createApi({
      database: connection,
      replicas,
      log,
      now,
      reads: createFairQueue(readLimits(connectionsOf(connection, replicas))),
      cache: createDataCache({
        maxBytes: cacheBytes,
        version: version.current,
        isUnavailable: (error) => isUnavailable(error) || isOverload(error),
      }),
      publicOrigin: config.publicOrigin,
      images,
      personal,
      sendSms: smsSender(config.sms, { upstreams, onFailure: counters.smsFailed }),
      smsNoticeKinds: smsNoticeKinds(config.sms),
      sendsReminders: sendsReminders(config.sms),
      sendsLeadDigests: sendsLeadDigests(config.sms),
      onRefused: counters.refused,
      eventNetworks,
      staffNetworks,
      freeDiskBytes: () => freeDiskBytes(config.dataDir),
      jobKinds: () => jobs.kinds,
      operations: () =>
        readOperations({
          connection,
          replicas,
          jobKinds: jobs.kinds,
          timedRuns: jobs.timedRuns,
          build,
          circuits: upstreams.circuits,
          smsLeft,
          smsBudget: smsBudgetOf(config),
          freeDiskBytes: () => freeDiskBytes(config.dataDir),
          missingSettings: missingSettings(config),
          keyId: keyIdOf(key),
          startedAt,
          now,
        }),
      smsCountries: config.smsCountries,
      smsDailyLimit: config.smsDailyLimit,
      smsHourlyLimit: config.smsHourlyLimit,
      verifiedQuestions: config.site.verifiedQuestions,
      checkText: config.wordList === undefined ? undefined : createWordCheck(readWordList(config.wordList)),
      siteName: config.site.name,
      allowedHosts: config.allowedHosts.map((host) => host.toLowerCase()),
      signAddress: config.wechat && addressSigner(config.wechat, now, upstreams),
      locate: createLocator(config.maps, upstreams),
    })
    const onSmsFailure = counters.smsFailed
    const jobs = startJobs({ connection, personal, images, config, log, now, upstreams, onSmsFailure })
    opened.push(jobs.stop)
    const made = openRenditionCache(path.join(config.dataDir, 'renditions'), config.pictureCacheBytes)
    const renditions = createRenditions(images, made)
    const media = createMedia({ renditions, log })
    const posters = createPosters({
      db: connection.db,
      cache: made,
      now,
      pictureOf: (picture) => sharedRendition(picture, renditions),
    })
    const rate = createWindowCounter({
      ...posterRate,
      now,
      onRefused: () => counters.refused('poster'),
    })
    const posterSite = { name: config.site.name, publicOrigin: config.publicOrigin }
    return {
      connection,
      personal,
      contentVersion: version.current,
      images,
      fetchApi: async (request, clientAddress) =>
        new URL(request.url).pathname.startsWith('/media/')
          ? (qrPicture(request, { personal, publicOrigin: config.publicOrigin }) ??
            posterPicture(request, {
              posters,
              rate,
              site: posterSite,
              log,
              client: networksOutsideEvents(clientAddress, eventNetworks),
            }) ??
            media.answer(request))
          : api.fetch(request, { clientAddress }),
      cachedPicture: media.cached,
      jobKinds: jobs.kinds,
      replicas,
      circuits: upstreams.circuits,
      counters,
      smsLeft,
      apiRoutes: [...new Set(api.routes.map((route) => route.path))],
      pageSecret: deriveKey(key, 'pages').toString('base64url'),
      close: () => closeAll(opened),
    }
  } catch (error) {
    await closeAll(opened)
    throw error
  }
}

/** Connections that public reads may use. */
function connectionsOf(primary: DatabaseConnection, replicas: Replicas | undefined): number {
  return [primary, ...(replicas?.databases ?? [])].reduce((sum, { pool }) => sum + pool.options.max, 0)
}

type CloseStep = () => Promise<void> | void

/** Closes in reverse order of opening; a failing step does not keep the others open. */
async function closeAll(opened: readonly CloseStep[]): Promise<void> {
  const last = opened.at(-1)
  if (last === undefined) return
  try {
    await last()
  } finally {
    await closeAll(opened.slice(0, -1))
  }
}

function databaseLog(log: Logger): DatabaseLog {
  return (level, message, details) => log[level](details ?? {}, message)
}
