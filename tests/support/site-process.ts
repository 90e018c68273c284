import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { projectRoot } from '#server/db/project-root.ts'

/** A running process of the product. */
export type SiteProcess = {
  url: string
  pid: number
  dataDir: string
  /** The lines of its log so far. */
  log: readonly string[]
  stop: () => Promise<void>
}

/** Starts `build/process/main.js` on a free port with a data folder of its own; variables add to its environment. */
export async function startProcess(variables: Record<string, string> = {}): Promise<SiteProcess> {
  const dataDir = variables['DATA_DIR'] ?? mkdtempSync(path.join(os.tmpdir(), 'site-'))
  const child = spawn(process.execPath, [path.join(projectRoot(), 'build/process/main.js')], {
    cwd: projectRoot(),
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', PORT: '0', DATA_DIR: dataDir, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const log: string[] = []
  const url = await addressIn(child.stdout, log)
  if (child.pid === undefined) throw new Error('a process that serves has a number')
  return {
    url,
    pid: child.pid,
    dataDir,
    log,
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        // Its last lines come before that.
        await once(child, 'close')
      }
      if (variables['DATA_DIR'] === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The address that the process logs once it serves; rejects with its last lines when it ends before. */
export async function addressIn(output: NodeJS.ReadableStream, seen: string[] = []): Promise<string> {
  const lines = createInterface({ input: output })
  const address = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      seen.push(line)
      const found = /"address":"(http:[^"]+)"/.exec(line)?.[1]
      if (found !== undefined) resolve(found.replace(/\/$/, ''))
    })
    lines.on('close', () => reject(new Error(`the site did not start:\n${seen.slice(-5).join('\n')}`)))
  })
  return address
}
