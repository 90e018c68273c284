import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { accessLog } from '#server/db/schema/index.ts'
import { ask } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'
import { staffStage, type StaffStage } from '#tests/support/staff/staff-stage.ts'

let database: DatabaseConnection
let stage: StaffStage
let token: string

beforeAll(async () => {
  database = await openTestDatabase()
  stage = staffStage(database)
  // The area opens with the first administrator.
  await stage.member('张主管', '13800000000', 'administrator')
  token = await stage.sessionOf(await stage.member('李顾问', '13800000001', 'advisor'))
})
afterAll(() => database.close())

const end = (phone: string) => stage.post('/api/staff/visitor-sessions/end', { phone }, token)

test('an advisor ends all logins of one phone, once, and the record names no phone', async () => {
  const own = [await stage.logIn('13800000011'), await stage.logIn('13800000011')]
  const other = await stage.logIn('13800000012')
  expect((await end('138 0000 0011')).data).toEqual({ ended: 2 })
  const codeOf = async (visitor: string) =>
    (await ask(stage.api, '/api/center/info', { headers: { token: visitor } })).code
  expect(await Promise.all([...own, other].map(codeOf))).toEqual([1103, 1103, 1000])
  expect((await end('13800000011')).data).toEqual({ ended: 0 })
  const noted = await database.db
    .select()
    .from(accessLog)
    .where(eq(accessLog.command, 'staff visitor-sessions end'))
  expect(noted.map(({ operator, rows }) => [operator, rows])).toEqual([
    ['李顾问', 2],
    ['李顾问', 0],
  ])
  expect(JSON.stringify(noted)).not.toMatch(/0000001[12]/)
})

test('a wrong phone is refused beside its field', async () => {
  expect((await end('1380000')).data).toHaveProperty('fields.phone')
})
