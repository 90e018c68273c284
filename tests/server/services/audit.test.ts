import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { accessLog, event, school } from '#server/db/schema/index.ts'
import { accountName } from '#server/services/leads/export/account-name.ts'
import { addSchool } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'
import { importFile, operate } from '#tests/support/operator/operator.ts'

let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('every change by a command leaves an audit row without personal data', async () => {
  await addSchool(database, '青禾学校', '4403')
  await importFile(database, 'schools.jsonl', '{"name":"甲学校","city":"shenzhen"}')
  await operate(database, ['kiosk', 'list'])
  await operate(database, ['kiosk', 'pair', '--event', '7', '--name', '张三丰'])
  await operate(database, ['kiosk', 'revoke', '--device', '7'])
  const rows = await database.db.select().from(accessLog).orderBy(accessLog.id)
  expect(rows).toMatchObject([
    { command: 'import', operator: accountName(), staffId: null, rows: 1 },
    { command: 'kiosk pair', details: { numbers: [7] } },
    { command: 'kiosk revoke', details: { numbers: [7] } },
  ])
  expect(JSON.stringify(rows[0]?.details)).toContain('schools.jsonl')
  expect(JSON.stringify(rows)).not.toContain('张三丰')
})

test('rows of the audit log can be neither changed nor deleted', async () => {
  const statements = ['operator', 'command', 'record'].map((column) => `set ${column} = 'x'`)
  const others = [
    'set staff_id = null',
    `set changes = '{}'`,
    `set details = '{}'`,
    `set at = now()`,
    'set id = default',
  ]
  for (const set of [...statements, ...others]) {
    await expect(database.pool.query(`update access_log ${set}`), set).rejects.toThrow(
      'rows of access_log are only added',
    )
  }
  await expect(database.pool.query('delete from access_log')).rejects.toThrow('are only added')
  await database.pool.query('update access_log set rows = 5 where id = 1')
})

test('sample schools and their events are taken out, real ones stay', async () => {
  await operate(database, ['sample', '--schools', '7', '--replace'])
  expect(await database.db.$count(school)).toBeGreaterThan(2)
  expect((await operate(database, ['sample', '--remove'])).lines).toEqual([
    '已删除 7 所示例学校和全部示例内容；真实的内容没有改动',
  ])
  expect(
    (await database.db.select({ name: school.name }).from(school)).map(({ name }) => name).toSorted(),
  ).toEqual(['甲学校', '青禾学校'])
  expect(await database.db.$count(event)).toBe(0)
})
