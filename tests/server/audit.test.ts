import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { noteAccess } from '#server/db/accounts/access-log.ts'
import { accessLog, answer, event, question, school, staffMember } from '#server/db/schema/index.ts'
import { changesBetween } from '#server/services/staff/changes-between.ts'
import { addSchool, personalOfTests } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'
import { importFile, operate } from '#tests/support/operator/operator.ts'

let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('every change by a command leaves an audit row without personal data', async () => {
  await addSchool(database, '青禾学校', '4403')
  await database.db.insert(question).values({ schoolId: 1, body: '张三丰家能报吗？' })
  await importFile(database, 'schools.jsonl', '{"name":"甲学校","city":"shenzhen"}')
  await operate(database, ['review'])
  await operate(database, ['review', 'answer', '1', '可以，张三丰家长。'])
  await operate(database, ['kiosk', 'revoke', '--device', '7'])
  const { lines } = await operate(database, ['audit'])
  expect(lines.map((line) => line.split('  ')[3])).toEqual(['import', 'review answer', 'kiosk revoke'])
  expect(lines[0]).toMatch(
    /^1 {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}\S+ {2}import {2}.*schools\.jsonl.* {2}1 条$/,
  )
  expect(lines.join('\n')).not.toContain('张三丰')
  expect((await operate(database, ['audit', '--since', '2999-01-01'])).lines).toEqual(['没有记录'])
  expect((await operate(database, ['audit', '--since', 'x'])).exit).toBe(2)
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

test('a row of the audit log names the member, the record and what was changed', async () => {
  const [member] = await database.db
    .insert(staffMember)
    .values({ name: '赵六', role: 'editor' })
    .returning({ id: staffMember.id, name: staffMember.name })
  await noteAccess(database.db, {
    staff: member ?? { id: 0, name: '' },
    command: 'staff schools edit',
    record: 'school:1',
    changes: changesBetween(
      { name: '甲', phone: '1', same: [1] },
      { name: '乙', phone: '2', same: [1] },
      { personal: ['phone'] },
    ),
    rows: 1,
  })
  expect((await operate(database, ['audit'])).lines.at(-1)).toMatch(
    / {2}赵六（员工 1） {2}staff schools edit {2}\{\} {2}1 条 {2}school:1 {2}\{"name":\["甲","乙"\],"phone":"changed"\}$/,
  )
})

test('a second answer replaces the first only with an option, and an edited question retains the original', async () => {
  const [first] = (await operate(database, ['review', 'answer', '1', '不可以'])).lines
  expect(first).toBe('提问 1 已有回答，没有改动；要替换它，请加 --replace')
  expect((await operate(database, ['review', 'answer', '1', '不可以', '--replace'])).exit).toBe(0)
  expect(await database.db.select({ body: answer.body }).from(answer)).toEqual([{ body: '不可以' }])
  await operate(database, ['review', 'edit', '1', '外地家庭能报吗？'])
  await operate(database, ['review', 'edit', '1', '外地户口能报吗？'])
  const texts = { body: question.body, original: question.originalBody, state: question.state }
  expect(await database.db.select(texts).from(question)).toEqual([
    { body: '外地户口能报吗？', original: '张三丰家能报吗？', state: 'shown' },
  ])
})

test('a reviewer sees who asked only by a call of its own, which is noted and decides nothing', async () => {
  const encrypted = {
    nameCipher: personalOfTests.encrypt('王五'),
    phoneCipher: personalOfTests.encrypt('+8613812345678'),
  }
  await database.db.insert(question).values({ schoolId: 1, body: '有校车吗？', ...encrypted })
  expect((await operate(database, ['review'])).lines.join('\n')).not.toContain('13812345678')
  const { exit, lines } = await operate(database, ['review', 'show', '2', '--contact'])
  expect([exit, lines]).toEqual([0, ['提问 2: 有校车吗？', '提问人 王五  13812345678（只用来核实问题）']])
  const [, asked] = await database.db.select({ state: question.state }).from(question).orderBy(question.id)
  expect(asked).toEqual({ state: 'pending' })
  const noted = (await operate(database, ['audit'])).lines.at(-1)
  expect(noted).toContain('review show --contact  {"numbers":[2]}')
  expect((await operate(database, ['review', 'show', '1', '--contact'])).lines.at(-1)).toBe(
    '没有留下称呼和电话',
  )
  expect((await operate(database, ['review', 'show', '99', '--contact'])).exit).toBe(1)
  expect((await operate(database, ['review', 'refuse', '2', '--contact'])).exit).toBe(2)
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

test('a retry of jobs is recorded once', async () => {
  await operate(database, ['outbox', 'retry'])
  const rows = await database.db.select().from(accessLog).where(eq(accessLog.command, 'outbox retry'))
  expect(rows).toHaveLength(1)
})
