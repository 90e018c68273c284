import { spawn } from 'node:child_process'
import { Worker } from 'node:worker_threads'
import type { WorkerStart } from './messages.ts'
import { programFile } from './program-file.ts'

const entryFile = () => programFile('database-worker', 'server/db/embedded/worker.ts')

/** Small heap: the engine's memory is outside of it, and a larger one would keep some 40 MB of garbage. */
const memory = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 }

/** Starts the database worker on an existing database folder. */
export function launchWorker(start: WorkerStart): Worker {
  return new Worker(entryFile(), {
    workerData: start,
    execArgv: [],
    name: 'database',
    resourceLimits: memory,
  })
}

/**
 * Makes a new database in an empty folder, in a process of its own: that takes about 800 MB, which a process
 * keeps until its end. Rejects with what the child printed when it fails.
 */
export async function launchInitialise(folder: string): Promise<void> {
  const child = spawn(process.execPath, [entryFile(), 'initialise', folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const code = await new Promise<number | string | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status, signal) => resolve(signal ?? status))
  })
  if (code !== 0) throw new Error(`making the embedded database failed (${code}): ${complaint.trim()}`)
}
