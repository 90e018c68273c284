import { rmSync } from 'node:fs'
import { afterEach, expect, inject, test } from 'vitest'
import { connectDatabase } from '#server/db/connect.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { discardUnfinishedImport } from '#server/db/import-run.ts'
import { school } from '#server/db/schema/index.ts'
import { createApi } from '#server/http/create-api.ts'
import { ask, dependenciesOn } from '#tests/support/api.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { makeDataDir } from '#tests/support/embedded-template.ts'
import { asJsonLines, inventedSchools } from '#tests/support/invented-schools.ts'
import { startCommand } from '#tests/support/operator-process.ts'
import { folderWith, importFile } from '#tests/support/operator.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A database that a process of its own can open: its settings, and how to open it afterwards. */
async function databaseForProcesses(): Promise<{
  settings: Record<string, string>
  open: () => Promise<DatabaseConnection>
}> {
  if (inject('databaseUrl') !== undefined) {
    const database = await openTestDatabase()
    closing.push(() => database.close())
    const url = database.pool.options.connectionString ?? ''
    return { settings: { DATABASE_URL: url, DATA_KEY: 'ab'.repeat(32) }, open: async () => database }
  }
  const dataDir = await makeDataDir()
  closing.push(async () => rmSync(dataDir, { recursive: true, force: true }))
  return {
    settings: { DATA_DIR: dataDir },
    async open() {
      const database = await connectDatabase({ dataDir })
      closing.push(() => database.close())
      return database
    },
  }
}

const rows = inventedSchools(800)

test('of an import that is killed half-way nothing is ever seen, and the next one is whole', async () => {
  const { settings, open } = await databaseForProcesses()
  const folder = folderWith({ 'a.jsonl': asJsonLines(rows) })
  const command = startCommand(['import', 'a.jsonl'], folder, settings)
  await command.said(/^已写入 500/)
  command.kill('SIGKILL')
  expect(await command.ended).toBe('SIGKILL')

  const database = await open()
  const api = createApi(dependenciesOn(database))
  const left = await database.db.select({ id: school.id }).from(school)
  expect(left.length).toBeGreaterThanOrEqual(500)
  expect((await ask(api, '/api/schools')).data).toMatchObject({ total: 0 })
  expect((await ask(api, `/api/school/detail/${left[0]?.id ?? 0}`)).status).toBe(404)

  // A server notices a moment later that its client has gone.
  await expect.poll(() => discardUnfinishedImport(database), { timeout: 30_000 }).toBeGreaterThanOrEqual(500)
  expect(await database.db.$count(school)).toBe(0)
  expect((await importFile(database, 'a.jsonl', asJsonLines(rows))).exit).toBe(0)
  expect((await ask(api, '/api/schools')).data).toMatchObject({ total: 800 })
})

test('a command opens the database itself when no process serves it', async () => {
  const { settings, open } = await databaseForProcesses()
  const folder = folderWith({ 'a.jsonl': asJsonLines(rows.slice(0, 3)) })
  for (const said of ['新增 3,修改 0,未变 0,合并 0', '新增 0,修改 0,未变 3,合并 0']) {
    const command = startCommand(['import', 'a.jsonl'], folder, settings)
    expect(await command.ended).toBe(0)
    expect(command.lines).toEqual([said])
  }
  expect(await (await open()).db.$count(school)).toBe(3)
})

test('an interrupted command takes back what it had written', async () => {
  const { settings, open } = await databaseForProcesses()
  const command = startCommand(['import', 'a.jsonl'], folderWith({ 'a.jsonl': asJsonLines(rows) }), settings)
  await command.said(/^已写入 500/)
  command.kill('SIGINT')
  expect(await command.ended).toBe(1)
  expect(command.lines.at(-1)).toBe('已中止')
  expect(await (await open()).db.$count(school)).toBe(0)
})
