import { Worker } from 'node:worker_threads'
import { programFile } from '#server/db/embedded/program-file.ts'
import { WorkerLimitError, type RunningWorker } from '../../serial-worker.ts'
import { readyMessage, type TextReply } from './text-messages.ts'
import { createTextReader } from './text-reader.ts'

/** The longest articles of people take some 300 ms of an idle core, and ten times as long on a busy machine. */
const limitMs = 5000
/** A thread holds some 20 MB. */
const idleMs = 30_000
const memory = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 }

/**
 * Reads a text that others write as `storedText` does, in a thread, so that no text keeps the process from its other work.
 * @throws UnreadableText also for a text that takes more than 5 s or 256 MB
 */
export const readText = createTextReader({ start: startThread, limitMs, idleMs })

async function startThread(): Promise<RunningWorker<string, TextReply>> {
  const worker = new Worker(programFile('text-worker', 'server/services/content/texts/text-worker.ts'), {
    execArgv: [],
    name: 'texts',
    resourceLimits: memory,
  })
  const answer = () =>
    new Promise<TextReply | typeof readyMessage>((resolve, reject) => {
      worker.removeAllListeners()
      worker.once('message', resolve)
      worker.once('error', (error) => reject(isMemory(error) ? new WorkerLimitError() : error))
      worker.once('exit', (code) => reject(new Error(`the thread for texts stopped (${code})`)))
    })
  await answer()
  worker.unref()
  return {
    async run(text) {
      worker.ref()
      const reply = answer()
      worker.postMessage(text, [])
      const read = await reply.finally(() => worker.unref())
      if (read === readyMessage) throw new Error('the thread for texts answered nothing')
      return read
    },
    end: () => worker.terminate(),
  }
}

const isMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
