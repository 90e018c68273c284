import type { Logger } from '../telemetry/log.ts'

/** Time limit of a graceful shutdown in ms. */
const stopWithin = 10_000
/** The same after an uncaught exception: until the process ends, its successor cannot start. */
const faultWithin = 3000
const sameSignalMs = 1000

type Ending = {
  log: Logger
  /** Drains the HTTP server. */
  drain: () => Promise<void>
  /** Closes database and jobs. */
  close: () => Promise<void>
}

/**
 * Graceful shutdown at SIGTERM, SIGINT or SIGHUP: drains, then closes; a second signal, or 10 s, ends the process at once. An
 * uncaught exception ends it the same way within 3 s, with exit code 1: the state in memory is not reliable after it, and
 * the supervisor starts another process.
 */
export function stopOnSignal({ log, drain, close }: Ending): void {
  let stoppingSince: number | undefined
  const stop = (code: 0 | 1) => {
    stoppingSince = Date.now()
    setTimeout(() => process.exit(1), code === 0 ? stopWithin : faultWithin).unref()
    drain()
      .then(close)
      .then(
        () => process.exit(code),
        (error: unknown) => {
          log.error({ err: error }, 'stop failed')
          process.exit(1)
        },
      )
  }
  const onSignal = (signal: NodeJS.Signals) => {
    // A terminal sends its signal to every process of the group, and the primary process sends it once more.
    if (stoppingSince !== undefined && Date.now() - stoppingSince < sameSignalMs) return
    if (stoppingSince !== undefined) process.exit(1)
    log.info({ signal }, 'stopping')
    stop(0)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  // A reload of the unit, or a terminal that closes; systemd starts the new build.
  process.on('SIGHUP', onSignal)
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a fault that nobody caught, stopping')
    if (stoppingSince === undefined) stop(1)
  })
}
