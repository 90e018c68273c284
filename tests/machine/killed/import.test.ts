import { afterEach, expect, test } from 'vitest'
import { school } from '#server/db/schema/index.ts'
import { createApi } from '#server/http/create-api.ts'
import { hashOfBytes } from '#server/services/media/images/image-name.ts'
import { openImages } from '#server/services/media/images/open-images.ts'
import { discardUnfinishedImport } from '#server/services/content/import/discard-import.ts'
import { ask, dependenciesOn } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'
import { processDatabase, type ProcessDatabase } from '#tests/support/database/process-database.ts'
import { asJsonLines, inventedSchools } from '#tests/support/content/invented-schools.ts'
import { startCommand } from '#tests/support/operator/operator-process.ts'
import { folderWith, importFile, operate } from '#tests/support/operator/operator.ts'
import { inventedPhoto } from '#tests/support/content/photo.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A database that a process of its own can open; the test's end discards it. */
async function databaseForProcesses(): Promise<ProcessDatabase> {
  const database = await processDatabase()
  closing.push(database.discard)
  return database
}

const rows = inventedSchools(800)
const [known, fresh] = [await inventedPhoto(320, 200, 1), await inventedPhoto(320, 200, 2)]
const pictured = rows.map((row, at) => ({ ...row, cover: at % 2 === 0 ? 'known.jpg' : 'fresh.jpg' }))

test('a killed import is never visible, and the next one is complete', async () => {
  const { settings, open } = await databaseForProcesses()
  const images = openImages({ dataDir: settings.DATA_DIR })
  await images.put(`${hashOfBytes(known)}.jpg`, known)
  const folder = folderWith({ 'a.jsonl': asJsonLines(pictured), 'known.jpg': known, 'fresh.jpg': fresh })
  const command = startCommand(['import', '--pictures', '.', 'a.jsonl'], folder, settings)
  await command.said(/^已写入 500/)
  command.kill('SIGKILL')
  expect(await command.ended).toBe('SIGKILL')
  expect(await images.has(hashOfBytes(fresh))).toBe(true)

  const database = await open()
  const api = createApi(dependenciesOn(database))
  const left = await database.db.select({ id: school.id }).from(school)
  expect(left.length).toBeGreaterThanOrEqual(500)
  expect((await ask(api, '/api/schools')).data).toMatchObject({ total: 0 })
  expect((await ask(api, `/api/school/detail/${left[0]?.id ?? 0}`)).status).toBe(404)

  // A server notices a moment later that its client has gone.
  await expect
    .poll(() => discardUnfinishedImport(database, images), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(500)
  expect(await database.db.$count(school)).toBe(0)
  expect(await images.has(hashOfBytes(fresh))).toBe(false)
  expect(await images.has(hashOfBytes(known))).toBe(true)
  expect((await importFile(database, 'a.jsonl', asJsonLines(rows))).exit).toBe(0)
  expect((await ask(api, '/api/schools')).data).toMatchObject({ total: 800 })
})

test('a command opens the database itself when no process serves it', async () => {
  const { settings, open } = await databaseForProcesses()
  const folder = folderWith({ 'a.jsonl': asJsonLines(rows.slice(0, 3)) })
  for (const said of ['新增 3，修改 0，未变 0，合并 0', '新增 0，修改 0，未变 3，合并 0']) {
    const command = startCommand(['import', 'a.jsonl'], folder, settings)
    expect(await command.ended).toBe(0)
    expect(command.lines).toEqual([said])
  }
  expect(await (await open()).db.$count(school)).toBe(3)
})

test('an interrupted command deletes what it had written', async () => {
  const { settings, open } = await databaseForProcesses()
  const folder = folderWith({ 'a.jsonl': asJsonLines(pictured), 'known.jpg': known, 'fresh.jpg': fresh })
  const command = startCommand(['import', '--pictures', '.', 'a.jsonl'], folder, settings)
  await command.said(/^已写入 500/)
  command.kill('SIGINT')
  expect(await command.ended).toBe(1)
  expect(command.lines.at(-1)).toBe('已中止')
  expect(await (await open()).db.$count(school)).toBe(0)
  const images = openImages({ dataDir: settings.DATA_DIR })
  expect(await images.has(hashOfBytes(fresh))).toBe(false)
})

test('pictures of an import that fails go again, those of one that is published stay', async () => {
  const database = await openTestDatabase()
  closing.push(() => database.close())
  const images = openImages({ dataDir: folderWith({}) })
  const [first = {}, second = {}] = pictured
  const load = (...schools: object[]) => {
    const files = { 'a.jsonl': asJsonLines(schools), 'known.jpg': known, 'fresh.jpg': fresh }
    return operate(database, ['import', '--pictures', '.', 'a.jsonl'], files, { images })
  }
  const storedImages = async () => [
    await images.has(hashOfBytes(known)),
    await images.has(hashOfBytes(fresh)),
  ]
  expect(await load(first)).toMatchObject({ exit: 0 })
  const failing = await load(first, { ...second, successor: 'nobody' })
  expect(failing).toMatchObject({
    exit: 1,
    lines: expect.arrayContaining([expect.stringContaining('successor')]),
  })
  expect(await storedImages()).toEqual([true, false])
  expect(await load(second)).toMatchObject({ exit: 0 })
  expect(await storedImages()).toEqual([true, true])
})
