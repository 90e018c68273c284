import { launchWorker } from './launch.ts'
import type { FromWorker, ToWorker } from './messages.ts'

/** A running database worker, from ready to exit. */
export type RunningWorker = {
  /** Sends one message; every `request` is answered by a reply to its session, in order. */
  readonly post: (message: ToWorker) => void
  /** Calls back with each reply to a session, until the returned function is called. */
  readonly onReply: (session: number, listener: (bytes: Uint8Array) => void) => () => void
  /** Resolves with the reason when the worker has ended; never rejects. */
  readonly ended: Promise<Error>
  /** Terminates it at once; the database recovers at the next start. */
  readonly terminate: (reason: Error) => Promise<void>
}

/** Statement timeout in ms, which `withStatementTimeout` changes for its task. */
export type RequestLimit = { ms: number }

/** A statement exceeded its timeout; with PostgreSQL's SQLSTATE for it. */
class StatementTimeoutError extends Error {
  override readonly name = 'StatementTimeoutError'
  readonly code = '57014'

  constructor(limitMs: number) {
    super(`canceling statement due to statement timeout (${limitMs} ms)`)
  }
}

/** Starts a worker on an existing database; rejects with the engine's reason when it does not come up. */
export async function startWorker(folder: string, limit: RequestLimit): Promise<RunningWorker> {
  const worker = launchWorker({ folder })
  const replies = new Map<number, (bytes: Uint8Array) => void>()
  let pending = 0
  let timer: NodeJS.Timeout | undefined
  let reason: Error | undefined

  const terminate = async (why: Error): Promise<void> => {
    reason ??= why
    await worker.terminate()
  }
  // The engine ignores statement_timeout, and its thread runs no timers while it computes.
  const watch = (): void => {
    clearTimeout(timer)
    const allowed = limit.ms
    if (pending > 0) timer = setTimeout(() => void terminate(new StatementTimeoutError(allowed)), allowed)
  }

  const ready = new Promise<void>((resolve) => {
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') resolve()
      else if (message.kind === 'failed') reason ??= new Error(message.reason)
      else {
        pending -= 1
        watch()
        replies.get(message.session)?.(message.bytes)
      }
    })
  })
  const ended = new Promise<Error>((resolve) => {
    worker.on('error', (error) => (reason ??= error instanceof Error ? error : new Error(String(error))))
    worker.once('exit', (code) => {
      clearTimeout(timer)
      resolve(reason ?? new Error(`the embedded database stopped (${code})`))
    })
  })

  const failure = await Promise.race([ready, ended])
  if (failure) throw failure
  return {
    post(message) {
      if (message.kind !== 'request') return worker.postMessage(message, [])
      pending += 1
      if (pending === 1) watch()
      return worker.postMessage(message, [message.bytes.buffer])
    },
    onReply(session, listener) {
      replies.set(session, listener)
      return () => replies.delete(session)
    },
    ended,
    terminate,
  }
}
