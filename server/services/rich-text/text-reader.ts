import { tooComplex, UnreadableText } from './unreadable-text.ts'
import type { TextReply } from './text-messages.ts'

/** A running thread that reads one text at a time. */
export type TextThread = {
  /** Rejects with `ThreadMemoryError` when the text takes more memory than the thread has. */
  readonly read: (text: string) => Promise<TextReply>
  /** Ends the thread at once, whatever it does. */
  readonly end: () => Promise<unknown>
}

/** A thread ended because it had no more memory. */
export class ThreadMemoryError extends Error {
  override readonly name = 'ThreadMemoryError'
}

type Options = {
  start: () => Promise<TextThread>
  /** Most time for one text, in ms, without that in which it waits for others. */
  limitMs: number
  /** A thread without work ends after so many ms: it holds some 20 MB. */
  idleMs: number
}

/**
 * Creates a reader of texts that others write: each is read in a thread, one after another, within a time limit, after
 * which the thread is ended and the text refused. The thread starts with the first text.
 */
export function createTextReader({ start, limitMs, idleMs }: Options): (text: string) => Promise<string> {
  let thread: Promise<TextThread> | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  const endThread = async (): Promise<void> => {
    const ending = thread
    thread = undefined
    await (await ending?.catch(() => undefined))?.end()
  }

  const readNext = async (text: string): Promise<string> => {
    clearTimeout(idle)
    try {
      thread ??= start()
      const reply = await within(limitMs, (await thread).read(text))
      idle = setTimeout(() => void endThread(), idleMs).unref()
      if ('why' in reply) throw new UnreadableText(reply.why)
      return reply.stored
    } catch (error) {
      if (!(error instanceof UnreadableText)) await endThread()
      throw error instanceof TimeUpError || error instanceof ThreadMemoryError ? tooComplex() : error
    }
  }

  return (text) => {
    const reading = last.then(() => readNext(text))
    last = reading.catch(() => undefined)
    return reading
  }
}

class TimeUpError extends Error {
  override readonly name = 'TimeUpError'
}

async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeUpError(`not read within ${ms} ms`)), ms)
  })
  return Promise.race([work, end]).finally(() => clearTimeout(timer))
}
