import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { ImportRunningError, withImportLock } from '#server/db/content/import-lock.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'
import { createGate } from '#tests/support/site/slow-site.ts'

let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const preview = { waitMs: 60_000, storesNothing: true }

test('previews that wait for the import lock let a later publishing go first', async () => {
  const order: string[] = []
  const gate = createGate()
  const first = withImportLock({ ...database, ...preview }, () => gate.passed)
  const previews = ['second', 'third'].map((name) =>
    withImportLock({ ...database, ...preview }, async () => void order.push(name)),
  )
  const publishing = withImportLock(
    { ...database, waitMs: 60_000 },
    async () => void order.push('publishing'),
  )
  gate.open()
  await Promise.all([first, ...previews, publishing])
  expect(order[0]).toBe('publishing')
  expect(order).toHaveLength(3)
})

test('a preview without time to wait is refused while an import has the lock', async () => {
  const gate = createGate()
  const importing = withImportLock(database, () => gate.passed)
  await expect(
    withImportLock({ ...database, storesNothing: true }, async () => undefined),
  ).rejects.toBeInstanceOf(ImportRunningError)
  gate.open()
  await importing
  await withImportLock({ ...database, storesNothing: true }, async () => undefined)
})
