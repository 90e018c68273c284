import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { openDay } from '#server/db/schema/index.ts'
import { openFolderStore } from '#server/services/media/images/store.ts'
import { filesByKind } from '#server/services/content/import/files-by-kind.ts'
import { importFiles } from '#server/services/content/import/import-files.ts'
import { asJsonLines } from '#tests/support/content/invented-schools.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { storeOpenDay } from '#tests/support/leads/leads.ts'
import { folderWith } from '#tests/support/operator/operator.ts'

let database: DatabaseConnection
let dayId: number

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  dayId = await storeOpenDay(database, { key: 'autumn', capacity: 20 })
})
afterAll(() => database.close())

/** Imports another place of the open day; `meanwhile` starts when its change is staged. */
function importPlace(meanwhile: () => Promise<unknown>, more: { capacity?: number } = {}) {
  const folder = folderWith({})
  const row = {
    key: 'autumn',
    city: 'shenzhen',
    title: '校园开放日',
    starts_at: '2026-06-22 10:00',
    ends_at: '2026-06-22 12:00',
    place: '文件里的礼堂',
    ...more,
  }
  let changed: Promise<unknown> | undefined
  return importFiles(
    database,
    filesByKind([{ name: 'open-days.jsonl', bytes: Buffer.from(asJsonLines([row])) }]),
    {
      signal: new AbortController().signal,
      onProgress: ({ step }) => {
        if (step === 'written') changed ??= meanwhile()
      },
      images: openFolderStore(folder),
      folder: undefined,
      operator: 'test',
    },
  ).finally(() => changed)
}

async function change(set: Partial<typeof openDay.$inferInsert>): Promise<void> {
  await database.db.update(openDay).set(set).where(eq(openDay.id, dayId))
}

const stored = async () => (await database.db.select().from(openDay))[0]

test('a row that a page changes while it is imported stays as the page left it, and the import says which', async () => {
  const outcome = await importPlace(() =>
    change({ place: '页面上的操场', updatedAt: new Date(Date.now() + 1000) }),
  )
  expect(outcome.ok).toBe(false)
  expect(outcome.problems.rows()).toEqual([
    {
      file: 'open-days.jsonl',
      line: 1,
      field: 'updated_at',
      message: '导入期间此行被改过，没有导入任何内容：请核对现在的内容，再导入一次',
    },
  ])
  expect(await stored()).toMatchObject({ place: '页面上的操场' })
  expect((await importPlace(() => Promise.resolve())).ok).toBe(true)
  expect(await stored()).toMatchObject({ place: '文件里的礼堂' })
})

test('a booking meanwhile is no change of the row', async () => {
  const outcome = await importPlace(() => change({ taken: 7 }))
  expect(outcome.ok).toBe(true)
  expect(await stored()).toMatchObject({ place: '文件里的礼堂', taken: 7 })
})

test('fewer places than are booked are refused by the check, and when they are booked while the file is read', async () => {
  const message = '已有 12 个名额被预约，名额不能更少'
  await change({ taken: 12 })
  const before = await importPlace(() => Promise.resolve(), { capacity: 10 })
  expect(before.problems.rows()).toEqual([{ file: 'open-days.jsonl', line: 1, field: 'capacity', message }])
  await change({ taken: 5 })
  const during = await importPlace(() => change({ taken: 12 }), { capacity: 10 })
  expect(during.problems.rows()).toMatchObject([
    { line: 1, field: 'capacity', message: expect.stringContaining('导入期间') },
  ])
  expect(await stored()).toMatchObject({ capacity: 20, taken: 12 })
})
