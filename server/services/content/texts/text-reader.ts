import { createSerialWorker, WorkerLimitError, type RunningWorker } from '../../serial-worker.ts'
import { tooComplex, UnreadableText } from './unreadable-text.ts'
import type { TextReply } from './text-messages.ts'

/**
 * Creates a reader of texts that others write: each is read in a thread, one after another. A text beyond the limits of
 * time and memory is refused.
 */
export function createTextReader(options: {
  start: () => Promise<RunningWorker<string, TextReply>>
  limitMs: number
  idleMs: number
}): (text: string) => Promise<string> {
  const read = createSerialWorker(options)
  return async (text) => {
    const reply = await read(text).catch((error: unknown) => {
      throw error instanceof WorkerLimitError ? tooComplex() : error
    })
    if ('why' in reply) throw new UnreadableText(reply.why)
    return reply.stored
  }
}
