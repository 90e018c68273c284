import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { addressIn } from './address-in.ts'
import { makeDataDir } from '../database/embedded-template.ts'
import { clockShift } from './run-clock.ts'
import { makeSampleDir } from './sample-template.ts'
import { spawnSite } from './spawn-site.ts'

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
export async function startProcess(
  variables: Record<string, string> = {},
  shiftMs = clockShift(),
): Promise<SiteProcess> {
  const dataDir = variables['DATA_DIR'] ?? (await dataDirFor(variables, shiftMs))
  const child = spawnSite({ DATA_DIR: dataDir, ...variables }, { shiftMs })
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

/** What the process would make of an empty folder at its first start, where it has an embedded database. */
async function dataDirFor(
  { API_ORIGIN, DATABASE_URL, SAMPLE }: Record<string, string>,
  shiftMs: number,
): Promise<string> {
  if (API_ORIGIN ?? DATABASE_URL) return mkdtempSync(path.join(os.tmpdir(), 'site-'))
  return SAMPLE === 'off' ? makeDataDir() : makeSampleDir(shiftMs)
}
