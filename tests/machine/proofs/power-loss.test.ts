import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase } from '#server/db/connect.ts'
import { embeddedTemplate } from '#tests/support/database/embedded-template.ts'
import { startEngineProcess } from '#tests/support/database/engine-process.ts'
import { countLedger } from '#tests/support/database/ledger.ts'
import { makePowerCutDisk } from '#tests/support/faults/power-cut-disk.ts'
import type { PowerCutDisk } from '#tests/support/faults/power-cut-disk.ts'

const rounds = 20
const roundMs = 60_000
let disk: PowerCutDisk

beforeAll(() => {
  disk = makePowerCutDisk()
})

afterAll(() => disk.remove())

test(
  'no acknowledged row is lost when the power fails while it is written',
  async () => {
    const dataDir = path.join(disk.folder, 'data')
    cpSync(path.join(await embeddedTemplate(), 'database'), path.join(dataDir, 'database'), {
      recursive: true,
    })
    disk.sync()
    let acknowledged = 0
    for (let round = 0; round < rounds; round += 1) {
      const writer = startEngineProcess('write', dataDir)
      await writer.printed(20 + Math.floor(Math.random() * 500))
      disk.cutPower()
      await writer.kill('family')
      acknowledged = Math.max(acknowledged, Number(writer.lines().at(-1)))
      await disk.restorePower()

      const connection = await connectDatabase({ dataDir })
      const { heap, index, tally, last } = await countLedger(connection).finally(connection.close)
      expect(last).toBeGreaterThanOrEqual(acknowledged)
      expect({ heap, index, tally }).toEqual({ heap: last, index: last, tally: last })
    }
    console.log(`${acknowledged} acknowledged rows, none lost in ${rounds} power cuts`)
  },
  rounds * roundMs,
)

test(
  'a database that was just made survives a power cut',
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const dataDir = mkdtempSync(path.join(disk.folder, 'first-'))
      disk.sync()
      const first = startEngineProcess('open', dataDir)
      await first.printed(1)
      await wait(Math.random() * 1000)
      disk.cutPower()
      await first.kill('family')
      await disk.restorePower()

      const connection = await connectDatabase({ dataDir })
      expect(await connection.healthy().finally(connection.close)).toBe(true)
      rmSync(dataDir, { recursive: true })
    }
  },
  rounds * roundMs,
)
