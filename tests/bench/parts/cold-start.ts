import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { phoneAgent } from '#tests/support/browser/browser.ts'
import { startProcess } from '#tests/support/site/site-process.ts'
import { machineMs } from '../measure/machine-speed.ts'
import type { Measured } from '../part.ts'
import { median, whole } from '../statistics.ts'

const rounds = 3

/** From the start of the built process to its first page: with an empty data folder, and with the database there. */
export async function measureColdStart(): Promise<Measured> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'bench-'))
  const start = async () => {
    const started = performance.now()
    const site = await startProcess({ DATA_DIR: dataDir })
    await (await fetch(`${site.url}/`, { headers: { 'user-agent': phoneAgent } })).text()
    const took = performance.now() - started
    await site.stop()
    return took
  }
  const empty = await start()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push(await start())
  rmSync(dataDir, { recursive: true, force: true })
  const there = median(times)
  return {
    lines: [{ budget: 'coldStart', measured: `${(there / 1000).toFixed(2)} s`, isMet: there <= 3000 }],
    tables: [
      {
        title: 'From the start to the first page',
        head: ['data folder', 'ms'],
        rows: [
          ['empty: migrated, sample made', whole(empty)],
          ['database there', whole(there)],
        ],
      },
    ],
    figures: [{ name: 'cold start / work of the machine', value: there / machineMs(), better: 'less' }],
  }
}
