import { pino, type Logger } from 'pino'

export type { Logger }

/** The process's log: JSON lines on standard output, times in ISO 8601. */
export function createLog(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}
