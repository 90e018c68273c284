import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { importChange, importRun, outbox, school, schoolSearch } from '#server/db/schema/index.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { ask, dependenciesOn } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { asJsonLines, inventedSchools } from '#tests/support/content/invented-schools.ts'
import { importFile, operate } from '#tests/support/operator/operator.ts'

let database: DatabaseConnection
let api: Api

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database))
})
afterEach(async () => {
  await emptyDatabase(database)
  await migrate(database)
})
afterAll(() => database.close())

/** More than the 500 after which an import says how far it is, so that it is given up in the middle. */
const count = 700
const rows = inventedSchools(count)
const file = asJsonLines(rows)
const total = z.looseObject({ total: z.int() })
const shown = async () => total.parse((await ask(api, '/api/schools')).data).total

/** Aborts when the import says that it has begun to write. */
function giveUpHalfway() {
  const gone = new AbortController()
  const onLine = (line: string) => void (line.startsWith('已写入') && gone.abort())
  return { signal: gone.signal, onLine }
}

const leftOver = async () => {
  const { db } = database
  return [
    await db.$count(school),
    await db.$count(schoolSearch),
    await db.$count(importRun),
    await db.$count(importChange),
  ]
}

test('while an import runs the site reads and writes, and the import becomes visible at once', async () => {
  const seen: number[] = []
  /** What was seen by readings that began and ended while the import wrote. */
  const during: number[] = []
  const over = new AbortController()
  const isRunning = async () => (await database.db.$count(importRun)) === 1
  const visitor = (async () => {
    while (!over.signal.aborted) {
      const began = await isRunning()
      const total = await shown()
      seen.push(total)
      if (began && (await isRunning())) during.push(total)
      await database.db.insert(outbox).values({ kind: 'test', payload: {} })
      await wait(5)
    }
  })()
  const { exit } = await importFile(database, 'a.jsonl', file)
  over.abort()
  await visitor
  expect(exit).toBe(0)
  seen.push(await shown())
  expect([...new Set(seen)]).toEqual([0, count])
  expect(during).toContain(0)
  expect(await database.db.$count(outbox)).toBe(seen.length - 1)
})

test('changes of an import become visible at once', async () => {
  await importFile(database, 'a.jsonl', file)
  const changed = asJsonLines(rows.map((row) => ({ ...row, kind: 'foreign' })))
  const seen: number[] = []
  const over = new AbortController()
  const visitor = (async () => {
    while (!over.signal.aborted) {
      seen.push(total.parse((await ask(api, '/api/schools?kind=foreign')).data).total)
      await wait(5)
    }
  })()
  expect((await importFile(database, 'a.jsonl', changed)).lines.at(-1)).toBe(
    `新增 0，修改 ${count}，未变 0，合并 0`,
  )
  over.abort()
  await visitor
  expect(new Set([...seen, count])).toEqual(new Set([0, count]))
  expect(await leftOver()).toEqual([count, count, 0, 0])
})

test('an aborted import leaves nothing, and the next one is complete', async () => {
  const { exit, lines } = await operate(database, ['import', 'a.jsonl'], { 'a.jsonl': file }, giveUpHalfway())
  expect([exit, lines.at(-1)]).toEqual([1, '已中止'])
  expect(await leftOver()).toEqual([0, 0, 0, 0])
  expect((await importFile(database, 'a.jsonl', file)).lines.at(-1)).toBe(
    `新增 ${count}，修改 0，未变 0，合并 0`,
  )
})

test('an aborted import undoes every change', async () => {
  await importFile(database, 'a.jsonl', file)
  const before = await ask(api, '/api/schools?page_size=50')
  const changed = asJsonLines(rows.map((row) => ({ ...row, kind: 'foreign' })))
  await operate(database, ['import', 'a.jsonl'], { 'a.jsonl': changed }, giveUpHalfway())
  expect((await ask(api, '/api/schools?page_size=50')).data).toEqual(before.data)
  expect(await leftOver()).toEqual([count, count, 0, 0])
})

test('a second import at the same time is refused', async () => {
  let begun = () => {}
  const writing = new Promise<void>((resolve) => (begun = resolve))
  const onLine = (line: string) => void (line.startsWith('已写入') && begun())
  const first = operate(database, ['import', 'a.jsonl'], { 'a.jsonl': file }, { onLine })
  await writing
  const second = await importFile(database, 'b.jsonl', asJsonLines(inventedSchools(3)))
  expect(second).toEqual({
    exit: 1,
    lines: ['命令失败：another import is running: wait until it has ended'],
  })
  expect((await first).exit).toBe(0)
  expect(await shown()).toBe(count)
})
