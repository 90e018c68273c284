import type { Logger } from '../telemetry/log.ts'

/** The longest that an end may take, in ms; at the end of it nothing is waited for. */
const stopWithin = 10_000
/** The same after a fault: until the end nobody else can start in this one's place. */
const faultWithin = 3000
const sameSignalMs = 1000

type Ending = {
  log: Logger
  /** Finishes the requests under way. */
  drain: () => Promise<void>
  /** Closes what the answers stood on. */
  close: () => Promise<void>
}

/**
 * Ends the process at SIGTERM or SIGINT: what is under way is finished, then all is closed; a second signal, or 10 s,
 * ends it at once. A fault that nobody caught ends it the same way within 3 s, with exit code 1: what it left behind in
 * memory is not to be trusted, and whoever started the process starts another.
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
    // A terminal's signal reaches every process of its group, and comes once more from the one above.
    if (stoppingSince !== undefined && Date.now() - stoppingSince < sameSignalMs) return
    if (stoppingSince !== undefined) process.exit(1)
    log.info({ signal }, 'stopping')
    stop(0)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a fault that nobody caught, stopping')
    if (stoppingSince === undefined) stop(1)
  })
}
