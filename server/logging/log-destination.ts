import { destination, type DestinationStream } from 'pino'

/** What waits for room, in bytes; lines beyond are lost. */
const waitingBytes = 1024 * 1024

/**
 * Standard output for a log. Where nothing can be written, as on a full disk, the process goes on: lines wait, and leave
 * with the first one that finds room.
 */
export function logDestination(): DestinationStream {
  const stream = destination({ dest: 1, sync: true, maxLength: waitingBytes })
  // A fault that nobody listens to would end the process.
  for (const output of [stream, process.stdout]) output.on('error', () => undefined)
  return stream
}
