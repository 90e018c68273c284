import { fork } from 'node:child_process'
import { once } from 'node:events'
import { homedir } from 'node:os'
import { z } from 'zod'
import { programFile } from '#server/db/embedded/program-file.ts'
import { createFairQueue } from '#server/network/fair-queue.ts'
import { createSerialWorker, WorkerLimitError, type RunningWorker } from '../../serial-worker.ts'
import { limitMessage, readyMessage, type PictureReply, type PictureTask } from './picture-tasks.ts'

/** On a machine that has no processor for it; else the process limits itself (picture-process/entry.ts). */
const limitMs = 60_000
/** The process holds some 80 MB. */
const idleMs = 30_000

/** Whose turn a task takes: a member's, or that of a purpose. */
export type PictureClient = `member ${number}` | 'imports' | 'posters' | 'renditions'

/** Too many pictures wait. */
export class BusyError extends Error {}

/** The library could not do a task: the picture is damaged. */
export class PictureError extends Error {}

/** The process ended during a task. */
class ProcessEndedError extends Error {}

const work = createSerialWorker({ start: startProcess, limitMs, idleMs })
const queue = createFairQueue({ concurrency: 1, queued: 60, perClient: 20, waitMs: 120_000 })

/**
 * Runs a task in a process of its own, so that no thread, memory or crash of the image library is that of the process
 * that serves. One task runs at a time, clients take turns; a task whose process was ended runs once more.
 * Rejects with `BusyError` when too many wait, with `PictureError` for a damaged picture, with `WorkerLimitError` for
 * one that takes too much time or memory.
 */
export async function workOnPicture<Schema extends z.ZodType>(
  client: PictureClient,
  task: PictureTask,
  result: Schema,
): Promise<z.output<Schema>> {
  const release = await queue.acquire([{ key: client, allowanceFactor: 1 }])
  if (release === undefined) throw new BusyError('too many pictures wait')
  const reply = await work(task)
    .catch((error: unknown) => {
      if (error instanceof ProcessEndedError) return work(task)
      throw error
    })
    .finally(release)
  if ('failure' in reply) throw new PictureError(reply.failure)
  return result.parse(reply.result)
}

/** Bytes as the process sends them. */
export const pictureBytes = z.instanceof(Buffer)

/**
 * Starts the process, without this one's environment, which has keys and passwords. It ends when this process does,
 * however that ends, since its channel is closed then.
 */
async function startProcess(): Promise<RunningWorker<PictureTask, PictureReply>> {
  const child = fork(programFile('picture-process', 'server/services/media/process/entry.ts'), {
    execArgv: ['--max-old-space-size=128'],
    // One arena, given back at once: the library's buffers are large.
    env: { NODE_ENV: 'production', HOME: homedir(), MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let ended: Error | undefined
  let awaited: { resolve: (message: unknown) => void; reject: (error: Error) => void } | undefined
  const end = (error: Error): void => {
    ended ??= error
    awaited?.reject(ended)
  }
  child.on('message', (message) =>
    message === limitMessage
      ? end(new WorkerLimitError('a picture took too much time or memory'))
      : awaited?.resolve(message),
  )
  child.on('error', end)
  child.on('exit', (code, signal) =>
    end(new ProcessEndedError(`the process for pictures ended (${signal ?? code})`)),
  )
  /** The next message, in answer to a task. */
  const answerTo = (task?: PictureTask) =>
    new Promise<unknown>((resolve, reject) => {
      if (ended !== undefined) return reject(new ProcessEndedError(ended.message))
      awaited = { resolve, reject }
      child.ref()
      child.channel?.ref()
      if (task !== undefined)
        child.send(task, (error) => error && reject(new ProcessEndedError(error.message)))
    }).finally(() => {
      // An idle process does not keep this one from ending.
      child.unref()
      child.channel?.unref()
    })

  if ((await answerTo()) !== readyMessage) throw new Error('the process for pictures is not ready')
  return {
    run: async (task) => pictureReply.parse(await answerTo(task)),
    async end() {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}

const pictureReply = z.union([z.object({ failure: z.string() }), z.object({ result: z.unknown() })])
