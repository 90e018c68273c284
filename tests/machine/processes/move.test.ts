import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { moveCommand } from '#server/cli/move-command.ts'
import { readConfig } from '#server/config.ts'
import { connectDatabase, type ConnectOptions } from '#server/db/connect.ts'
import { accessLog, clue } from '#server/db/schema/index.ts'
import { runCommand } from '#server/services/operations/operator-command.ts'
import { createPersonalData, readDataKey } from '#server/services/personal-data/personal-data.ts'
import { makeDataDir } from '#tests/support/database/embedded-template.ts'
import { startCommand } from '#tests/support/operator/operator-process.ts'
import { makeServerDatabase } from '#tests/support/database/server-database.ts'
import { startProcess } from '#tests/support/site/site-process.ts'
import { digestOf, fillPlace } from '#tests/support/database/whole-database.ts'

const DATA_KEY = Buffer.alloc(32, 7).toString('base64')

async function move(settings: Record<string, string>, to: string) {
  const lines: string[] = []
  const config = readConfig({ NODE_ENV: 'test', DATA_KEY, ...settings })
  const call = { args: ['--to', to], cwd: os.tmpdir(), print: (line: string) => void lines.push(line) }
  const exit = await runCommand(moveCommand(config), { ...call, signal: new AbortController().signal })
  return { exit, said: lines.join('\n') }
}

async function reading<T>(
  where: ConnectOptions,
  task: (from: Awaited<ReturnType<typeof connectDatabase>>) => Promise<T>,
) {
  const connection = await connectDatabase(where)
  return task(connection).finally(() => connection.close())
}

function scratch(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'moved-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

test('a move from the embedded database to PostgreSQL and back loses nothing', async () => {
  const dataDir = await makeDataDir()
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }))
  const server = await makeServerDatabase()
  onTestFinished(server.drop)
  const before = await reading({ dataDir }, async (connection) => {
    await fillPlace({ connection, dataDir })
    // The site still has it open: whatever it wrote after the copy would be lost.
    const { exit, said } = await move({ DATA_DIR: dataDir }, server.url)
    expect([exit, said]).toEqual([1, expect.stringContaining('命令失败')])
    return digestOf(connection, 'access_log')
  })

  expect(await move({ DATA_DIR: dataDir }, server.url)).toMatchObject({ exit: 0 })
  const there = { dataDir, databaseUrl: server.url }
  await reading(there, async (connection) => {
    expect(await digestOf(connection, 'access_log')).toEqual(before)
    const stop = await connection.listen('content', () => undefined)
    const refused = await move({ DATA_DIR: dataDir, DATABASE_URL: server.url }, path.join(scratch(), 'x'))
    expect(refused).toEqual({ exit: 1, said: expect.stringContaining('请先停止网站') })
    stop()
  })

  const back = await makeDataDir()
  onTestFinished(() => rmSync(back, { recursive: true, force: true, maxRetries: 3 }))
  const settings = { DATA_DIR: dataDir, DATABASE_URL: server.url }
  expect(await move(settings, back)).toMatchObject({ exit: 0 })
  const key = readDataKey(readFileSync(path.join(back, 'data-key'), 'utf8').trim())
  await reading({ dataDir: back }, async (connection) => {
    expect(await digestOf(connection, 'access_log')).toEqual(before)
    const noted = await connection.db.select().from(accessLog).where(eq(accessLog.command, 'move'))
    expect(noted).toMatchObject([{ details: {} }, { details: {} }])
    const [lead] = await connection.db.select().from(clue)
    expect(createPersonalData(key).decrypt(lead?.nameCipher ?? '')).toBe('王小明')
  })

  const site = await startProcess({ DATA_DIR: back, SAMPLE: 'off' })
  onTestFinished(site.stop)
  const list = await fetch(`${site.url}/api/schools?city_code=4403`)
  expect(await list.json()).toMatchObject({ code: 1000, data: { total: 1 } })
  // The running process makes the backup itself, and goes on.
  const folder = scratch()
  const backup = startCommand(['backup', '--out', 'copy'], folder, { DATA_DIR: back })
  expect([await backup.ended, backup.lines.join()]).toEqual([0, expect.stringContaining('1 张图片')])
  expect(existsSync(path.join(folder, 'copy/manifest.json'))).toBe(true)
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
}, 180_000)
