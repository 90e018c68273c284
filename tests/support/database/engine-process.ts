import { spawn } from 'node:child_process'
import path from 'node:path'
import { bundleSources } from '#server/db/embedded/bundle-sources.ts'
import { projectRoot } from '#server/db/project-root.ts'

/** A running `engine-program`. */
export type EngineProcess = {
  readonly pid: number
  /** Its whole lines on standard output so far. */
  readonly lines: () => string[]
  /** What it wrote to standard error so far. */
  readonly complaint: () => string
  /** Resolves when that many lines are there; rejects when it ends before. */
  readonly printed: (count: number) => Promise<void>
  /** Resolves with the signal or the code that it ended with. */
  readonly ended: Promise<NodeJS.Signals | number>
  /** Ends it alone, or with the processes that it started, and waits for its end. */
  readonly kill: (whom?: 'alone' | 'family') => Promise<void>
}

let folder: string | undefined

/** The program, with the database worker beside it. */
function engineProgram(): string {
  folder ??= bundleSources({
    'engine-program': path.join(projectRoot(), 'tests/support/database/engine-program.ts'),
    'database-worker': path.join(projectRoot(), 'server/db/embedded/worker.ts'),
  })
  return path.join(folder, 'engine-program.js')
}

/** Starts `engine-program` on a data folder. */
export function startEngineProcess(
  command: 'open' | 'write',
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): EngineProcess {
  const child = spawn(process.execPath, [engineProgram(), command, dataDir], {
    cwd: projectRoot(),
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const pid = child.pid
  if (pid === undefined) throw new Error('the program did not start')

  let output = ''
  let complaint = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const lines = (): string[] => output.split('\n').slice(0, -1)
  const ended = new Promise<NodeJS.Signals | number>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code ?? -1))
  })

  return {
    pid,
    lines,
    complaint: () => complaint,
    printed: (count) =>
      new Promise((resolve, reject) => {
        const look = (): void => void (lines().length >= count && resolve())
        child.stdout.on('data', look)
        look()
        void ended.then((how) => reject(new Error(`the program ended (${how}): ${complaint}`)))
      }),
    ended,
    async kill(whom = 'alone') {
      try {
        process.kill(whom === 'family' ? -pid : pid, 'SIGKILL')
      } catch {
        // It has ended by itself.
      }
      await ended
    },
  }
}
