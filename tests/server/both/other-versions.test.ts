import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareDatabase } from '#server/cli/prepare-database.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { countMigrations, dropEverything, knownMigrations, migrate, migrateTo } from '#server/db/migrate.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const inDatabase = <T>(work: Parameters<typeof database.withStatementTimeout<T>>[1]) =>
  database.withStatementTimeout(60_000, work)

test('a command that only reads leaves an older database as it is, others migrate it', async () => {
  const known = await knownMigrations()
  await inDatabase(async (client) => {
    await dropEverything(client)
    await migrateTo(client, known - 1)
  })
  for (const command of ['backup', 'export'])
    await expect(prepareDatabase(database, command), command).rejects.toThrow('数据库还是旧版本的')
  expect(await inDatabase(countMigrations)).toBe(known - 1)
  await prepareDatabase(database, 'import')
  expect(await inDatabase(countMigrations)).toBe(known)
  await prepareDatabase(database, 'backup')
})

test('a database of a newer version is refused', async () => {
  await inDatabase((client) =>
    client.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at) select 'newer', max(created_at) + 1 from drizzle.__drizzle_migrations`,
    ),
  )
  await expect(migrate(database)).rejects.toThrow('数据库来自更新的版本')
  await expect(prepareDatabase(database, 'backup')).rejects.toThrow('数据库来自更新的版本')
})
