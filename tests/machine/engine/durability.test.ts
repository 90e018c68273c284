import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { connectDatabase } from '#server/db/connect.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { makeDataDir } from '#tests/support/database/embedded-template.ts'
import { startEngineProcess } from '#tests/support/database/engine-process.ts'
import type { EngineProcess } from '#tests/support/database/engine-process.ts'
import { countLedger } from '#tests/support/database/ledger.ts'

const proving = process.env['PROVE'] === '1'
const killRounds = proving ? 20 : 1
const firstBootRounds = proving ? 20 : 1
const roundMs = 60_000

const processes: EngineProcess[] = []
const folders: string[] = []
const connections: DatabaseConnection[] = []

afterEach(async () => {
  for (const connection of connections.splice(0)) await connection.close()
  await Promise.all(processes.splice(0).map((running) => running.kill('family')))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

function start(...how: Parameters<typeof startEngineProcess>): EngineProcess {
  const running = startEngineProcess(...how)
  processes.push(running)
  return running
}

async function dataDirWithDatabase(): Promise<string> {
  const folder = await makeDataDir()
  folders.push(folder)
  return folder
}

function emptyDataDir(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'xuanxiao-first-'))
  folders.push(folder)
  return folder
}

async function open(dataDir: string): Promise<DatabaseConnection> {
  const connection = await connectDatabase({ dataDir })
  connections.push(connection)
  return connection
}

async function closeLast(): Promise<void> {
  await connections.pop()?.close()
}

test(
  'no acknowledged row is lost when the process is killed while it writes',
  async () => {
    const dataDir = await dataDirWithDatabase()
    let acknowledged = 0
    for (let round = 0; round < killRounds; round += 1) {
      const writer = start('write', dataDir)
      await writer.printed(20 + Math.floor(Math.random() * 250))
      await writer.kill('family')
      acknowledged = Math.max(acknowledged, Number(writer.lines().at(-1)))

      const { heap, index, tally, last } = await countLedger(await open(dataDir))
      await closeLast()
      expect(last).toBeGreaterThanOrEqual(acknowledged)
      expect({ heap, index, tally }).toEqual({ heap: last, index: last, tally: last })
    }
  },
  killRounds * roundMs,
)

test('a second process is refused with a message that names the holder, and the first goes on', async () => {
  const dataDir = await dataDirWithDatabase()
  const first = await open(dataDir)
  const second = start('open', dataDir)
  expect(await second.ended).toBe(1)
  expect(second.lines()).toEqual([])
  expect(second.complaint()).toContain(`进程 ${process.pid}（`)
  expect((await first.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('the lock of a killed process is released, and a stale postmaster.pid is removed', async () => {
  const dataDir = await dataDirWithDatabase()
  const holder = start('open', dataDir)
  await holder.printed(1)
  await expect(connectDatabase({ dataDir })).rejects.toThrow(`进程 ${holder.pid}（`)
  await holder.kill('family')
  writeFileSync(path.join(dataDir, 'database/cluster/postmaster.pid'), '')
  expect(await (await open(dataDir)).healthy()).toBe(true)
})

test(
  'after a kill in the middle of the first start the next start makes the database',
  async () => {
    for (let round = 0; round < firstBootRounds; round += 1) {
      const dataDir = emptyDataDir()
      const first = start('open', dataDir)
      await filesIn(path.join(dataDir, 'database'), Math.floor(Math.random() * 900))
      // Alone, its child goes on for a while as an orphan in the folder that the next start clears away.
      await first.kill(round % 2 === 0 ? 'alone' : 'family')
      expect(existsSync(path.join(dataDir, 'database/cluster'))).toBe(false)

      const next = await open(dataDir)
      expect(await next.healthy()).toBe(true)
      expect(statSync(path.join(dataDir, 'database')).mode & 0o777).toBe(0o700)
      await closeLast()
    }
  },
  firstBootRounds * roundMs,
)

test('the process ends without another acknowledgement when fsync fails', async () => {
  const dataDir = await dataDirWithDatabase()
  const flag = path.join(dataDir, 'fail')
  const writer = start('write', dataDir, {
    NODE_OPTIONS: `--require ${path.resolve(import.meta.dirname, '../../support/faults/failing-fsync.cjs')}`,
    FSYNC_FAILS_AFTER: flag,
  })
  await writer.printed(20)
  writeFileSync(flag, '')
  expect(await writer.ended).toBe('SIGKILL')
  expect(writer.lines().at(-1)).toBe('fsync fails')
  expect(writer.complaint()).toContain('fsync of the database failed')
})

test('the engine runs with fsync on and a method that reaches the disk', async () => {
  const { pool } = await open(await dataDirWithDatabase())
  expect((await pool.query('show fsync')).rows).toEqual([{ fsync: 'on' }])
  expect((await pool.query('show wal_sync_method')).rows).toEqual([{ wal_sync_method: 'fsync' }])
})

/** Waits until the database that is being made has more than so many files. */
async function filesIn(folder: string, count: number): Promise<void> {
  for (;;) {
    const made = existsSync(folder) ? readdirSync(folder, { recursive: true }) : []
    if (made.some((name) => String(name).startsWith('unfinished-')) && made.length > count) return
    await wait(5)
  }
}
