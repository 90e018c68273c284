import { destination, type DestinationStream } from 'pino'

/** Bytes buffered while standard output cannot be written; lines beyond are lost. */
const bufferBytes = 1024 * 1024

/**
 * Standard output as a log destination. When it cannot be written, as on a full disk, the process continues: lines are
 * buffered and written with the first write that succeeds.
 */
export function logDestination(): DestinationStream {
  const stream = destination({ dest: 1, sync: true, maxLength: bufferBytes })
  ignoreWriteErrors(stream)
  process.stdout.on('error', () => undefined)
  return stream
}

/** Whether the last write to standard output, which all destinations share, failed. */
let isBlocked = false

/** Prevents an unwritable destination from ending the process by an error event, and from blocking its exit. */
export function ignoreWriteErrors(stream: ReturnType<typeof destination>): void {
  stream.on('error', () => (isBlocked = true))
  stream.on('write', () => (isBlocked = false))
  const flush = stream.flushSync.bind(stream)
  // The library's own flush retries for ever when there is no space, or no reader.
  stream.flushSync = () => {
    if (!isBlocked) flush()
  }
}
