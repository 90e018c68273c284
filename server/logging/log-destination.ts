import { destination, type DestinationStream } from 'pino'

/** What waits for room, in bytes; lines beyond are lost. */
const waitingBytes = 1024 * 1024

/**
 * Standard output for a log. Where nothing can be written, as on a full disk, the process goes on: lines wait, and leave
 * with the first one that finds room.
 */
export function logDestination(): DestinationStream {
  const stream = destination({ dest: 1, sync: true, maxLength: waitingBytes })
  outliveFaults(stream)
  process.stdout.on('error', () => undefined)
  return stream
}

/** Whether standard output, which all destinations share, took nothing when it was last written to. */
let isStuck = false

/** Keeps a destination that cannot be written from ending the process by its fault, and from keeping it at its end. */
export function outliveFaults(stream: ReturnType<typeof destination>): void {
  stream.on('error', () => (isStuck = true))
  stream.on('write', () => (isStuck = false))
  const flush = stream.flushSync.bind(stream)
  // Its own tries for ever when there is no room, or nobody who reads.
  stream.flushSync = () => {
    if (!isStuck) flush()
  }
}
