import { openBackend, type Backend } from './backend.ts'
import { readConfig } from './config.ts'
import { createLog } from './telemetry/log.ts'

declare global {
  /** One API for each process, however often a host loads this module. */
  var embeddedBackend: Promise<Backend> | undefined
}

function embeddedBackend(): Promise<Backend> {
  globalThis.embeddedBackend ??= open()
  return globalThis.embeddedBackend
}

async function open(): Promise<Backend> {
  const config = readConfig()
  const backend = await openBackend(config, createLog(config.logLevel))
  // Stock hosts close their listener at these signals and know nothing of a database that keeps the process alive.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void backend.close())
  return backend
}

/** What pages under a stock host get in place of a load context. */
export type EmbeddedApi = {
  fetchApi: (request: Request) => Promise<Response>
  /** Signs cookies of the pages. */
  pageSecret: string
}

/**
 * The API inside a host that is not our own process, such as stock remix-serve. Resolves once it is open, which takes
 * some seconds at the very first start; one for all callers.
 */
export async function openEmbeddedApi(): Promise<EmbeddedApi> {
  const { fetchApi, pageSecret } = await embeddedBackend()
  return { fetchApi: (request) => fetchApi(request), pageSecret }
}
