import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { projectRoot } from '../project-root.ts'
import type { WorkerStart } from './messages.ts'

/**
 * The extension of this module's file tells whether it runs from source or from the build. Node 20 reads no TypeScript, so a source worker registers
 * tsx inside its own thread first (`--import` has no effect in worker threads there).
 */
const fromSource = import.meta.url.endsWith('.ts')

/** Small heap: the engine's memory is outside of it, and a larger one would keep some 40 MB of garbage. */
const memory = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 }

/** Starts the database worker on an existing database folder. */
export function launchWorker(start: WorkerStart): Worker {
  const options = { workerData: start, execArgv: [], name: 'database', resourceLimits: memory }
  if (!fromSource) return new Worker(entryFile(), options)
  const bootstrap = `
    const { register } = await import(${JSON.stringify(tsxFile('esm/api/index.mjs'))})
    register()
    await import(${JSON.stringify(pathToFileURL(entryFile()).href)})`
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(bootstrap)}`), options)
}

/**
 * Makes a new database in an empty folder, in a process of its own: that takes about 800 MB, which a process
 * keeps until its end. Rejects with what the child printed when it fails.
 */
export async function launchInitialise(folder: string): Promise<void> {
  const loader = fromSource ? ['--import', tsxFile('loader.mjs')] : []
  const child = spawn(process.execPath, [...loader, entryFile(), 'initialise', folder], {
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

function entryFile(): string {
  const here = fileURLToPath(import.meta.url)
  if (fromSource) return path.join(path.dirname(here), 'worker.ts')
  const beside = path.join(path.dirname(here), 'database-worker.js')
  return existsSync(beside) ? beside : path.join(projectRoot(), 'build/process/database-worker.js')
}

/** The address of a file of tsx, by path: `require.resolve` would give the other module format. */
function tsxFile(name: string): string {
  const home = path.dirname(createRequire(import.meta.url).resolve('tsx/package.json'))
  return pathToFileURL(path.join(home, 'dist', name)).href
}
