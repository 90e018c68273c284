import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessLog, staffSession } from '#server/db/schema/index.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { addSchool } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'
import { operate } from '#tests/support/operator/operator.ts'
import { staffStage } from '#tests/support/staff/staff-stage.ts'

let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const staff = (...args: string[]) => operate(database, ['staff', ...args])

test('members are added and reset, each change recorded', async () => {
  const school = await addSchool(database, '甲学校')
  const stage = staffStage(database)
  expect((await stage.get('/api/staff/area')).status).toBe(404)
  expect(await staff('add', '张三', '138 0000-0001')).toEqual({
    exit: 0,
    lines: ['成员 1：张三，管理员；第一次登录 /staff/ 时设置动态码'],
  })
  expect((await stage.get('/api/staff/area')).status).toBe(200)
  const { token } = await stage.enrol('13800000001')
  expect((await staff('add', '李四', '13800000002')).lines[0]).toBe('请用 --role 说明角色')
  expect((await staff('add', '李四', '13800000002', '--role', '学校')).lines).toEqual([
    '请用 --school 说明学校的编号，它要在网站上',
  ])
  expect((await staff('add', '李四', '13800000002', '--role', 'school', '--school', `${school}`)).exit).toBe(
    0,
  )
  expect((await staff('add', '李五', '13800000002', '--role', 'editor')).lines).toEqual([
    '这个电话是成员 李四 的',
  ])
  expect((await staff('reset', '138 0000-0001')).lines).toEqual(['张三: 动态码已重置，登录已全部结束'])
  expect((await stage.get('/api/staff/me', token)).code).toBe(1103)
  expect(await staff('reset', '13800000009')).toEqual({ exit: 1, lines: ['没有用这个电话的成员'] })
  expect((await database.db.select().from(staffSession)).map(({ endedBy }) => endedBy)).toEqual(['reset'])

  const rows = await database.db.select().from(accessLog).orderBy(accessLog.id)
  expect(rows.map(({ command, record }) => [command, record])).toEqual([
    ['staff add', 'staff:1'],
    ['staff login', 'staff:1'],
    ['staff add', 'staff:2'],
    ['staff reset', 'staff:1'],
  ])
  expect(JSON.stringify(rows)).not.toContain('138000')
})

test.each([
  [],
  ['add', '张三'],
  ['add', '张三', '1'],
  ['add', '张三', '13800000001', '--role', 'owner'],
  ['add', '张三', '13800000001', 'more'],
  ['reset'],
  ['reset', '1'],
  ['reset', '13800000001', 'more'],
  ['remove', '13800000001'],
  ['add', '张三', '13800000001', '--colour', 'red'],
])('staff %j is a wrong call', async (...args) => {
  const { exit, lines } = await staff(...args)
  expect([exit, lines[0]?.startsWith('用法')]).toEqual([2, true])
})
