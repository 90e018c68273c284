import { setTimeout as wait } from 'node:timers/promises'
import { isUnavailable } from '../db/failure.ts'
import type { Logger } from '../telemetry/log.ts'

const pauseMs = 1000

/**
 * Retries `open` every second while the database is unavailable; any other failure is thrown. `meanwhile` is called after
 * the first failure.
 */
export async function retryUntilAvailable<Opened>(
  open: () => Promise<Opened>,
  log: Logger,
  meanwhile: () => Promise<void>,
): Promise<Opened> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await open()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      log.warn({ err: error, attempt }, 'the database is not there yet')
      if (attempt === 1) await meanwhile()
      await wait(pauseMs)
    }
  }
}
