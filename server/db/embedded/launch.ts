import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { projectRoot } from '../project-root.ts'
import { bundleSources } from './bundle-sources.ts'
import type { WorkerStart } from './messages.ts'

/** The extension of this module's file tells whether it runs from source or from the build. */
const fromSource = import.meta.url.endsWith('.ts')

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

let bundled: string | undefined

function entryFile(): string {
  const here = path.dirname(fileURLToPath(import.meta.url))
  if (fromSource) {
    bundled ??= bundleSources({ 'database-worker': path.join(here, 'worker.ts') })
    return path.join(bundled, 'database-worker.js')
  }
  const beside = path.join(here, 'database-worker.js')
  return existsSync(beside) ? beside : path.join(projectRoot(), 'build/process/database-worker.js')
}
