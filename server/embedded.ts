import { openBackend, type Backend } from './backend.ts'
import { readConfig } from './config.ts'
import { createLog } from './log.ts'

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
  return openBackend(config, createLog(config.logLevel))
}

/** The API inside a host that is not our own process, such as stock remix-serve; opened at the first call. */
export async function fetchEmbeddedApi(request: Request): Promise<Response> {
  return (await embeddedBackend()).fetchApi(request)
}
