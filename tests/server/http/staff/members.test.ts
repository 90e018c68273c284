import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { exportAuditPart, listAudit } from '#server/contract/staff/audit.ts'
import { addStaffMember, listStaffMembers } from '#server/contract/staff/members.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { accessLog, staffMember } from '#server/db/schema/index.ts'
import { addSchool } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { staffStage, type StaffStage } from '#tests/support/staff/staff-stage.ts'

let database: DatabaseConnection
let stage: StaffStage
let administrator: number
let token: string

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  stage = staffStage(database)
  administrator = await stage.member('张三', '13800000001', 'administrator')
  token = await stage.sessionOf(administrator)
})
afterAll(() => database.close())

const add = (fields: object) => stage.post('/api/staff/members', fields, token)
const change = (id: number, fields: object, by = token) => stage.post(`/api/staff/members/${id}`, fields, by)
const me = async (of: string) => (await stage.get('/api/staff/me', of)).code

/** Adds a member by the API and gives its id. */
async function added(fields: object): Promise<number> {
  return addStaffMember.data.parse((await add(fields)).data).id
}

const advisor = { name: '李四', phone: '138 0000 0002', role: 'advisor' }

test('an administrator adds members; phones are masked and belong to one member', async () => {
  const school = await addSchool(database, '甲学校')
  expect((await add(advisor)).data).toMatchObject({
    name: '李四',
    phone: '138****0002',
    role: 'advisor',
    version: 1,
    enrolled: false,
  })
  expect((await add({ ...advisor, name: '李五' })).data).toEqual({
    fields: { phone: '这个电话是成员 李四 的' },
  })
  const ofSchool = { name: '王五', phone: '13800000003', role: 'school' }
  expect((await add(ofSchool)).data).toEqual({ fields: { school_id: '请选择一所学校' } })
  expect((await add({ ...ofSchool, school_id: 99 })).data).toEqual({
    fields: { school_id: '请选择一所学校' },
  })
  expect((await add({ ...ofSchool, school_id: school })).data).toMatchObject({
    school: { id: school, name: '甲学校' },
  })
  expect((await add({ ...advisor, role: 'owner' })).data).toEqual({ fields: { role: '角色不正确' } })
  const { items } = listStaffMembers.data.parse((await stage.get('/api/staff/members', token)).data)
  expect(items.map(({ name }) => name).toSorted()).toEqual(['张三', '李四', '王五'].toSorted())
})

test('a closed member is out at once, and can be opened again', async () => {
  const id = await added(advisor)
  const theirs = await stage.sessionOf(id)
  expect(await me(theirs)).toBe(1000)
  expect((await change(id, { version: 1, closed: '1' })).data).toHaveProperty('closed_at')
  expect(await me(theirs)).toBe(1103)
  const before = stage.sent.length
  await stage.post('/api/staff/code', { phone: '13800000002' })
  expect(stage.sent.length).toBe(before)
  expect((await add(advisor)).data).toEqual({
    fields: { phone: '这个电话是已停用的成员 李四 的，请重新启用' },
  })
  expect((await change(id, { version: 2, closed: '0' })).data).not.toHaveProperty('closed_at')
  expect(await me(theirs)).toBe(1103)
})

test('a changed role counts from the next call on', async () => {
  const id = await added(advisor)
  const theirs = await stage.sessionOf(id)
  const members = async () => (await stage.get('/api/staff/members', theirs)).code
  expect(await members()).toBe(1403)
  await change(id, { version: 1, role: 'administrator' })
  expect(await members()).toBe(1000)
  await change(id, { version: 2, role: 'editor' })
  expect(await members()).toBe(1403)
})

test('a change of what somebody else changed since is refused with the member as it is', async () => {
  const id = await added(advisor)
  expect((await change(id, { version: 1, name: '李思' })).code).toBe(1000)
  expect(await change(id, { version: 1, role: 'editor' })).toMatchObject({
    code: 1409,
    data: { current: { name: '李思', role: 'advisor', version: 2 } },
  })
  const both = await Promise.all(['李甲', '李乙'].map((name) => change(id, { version: 2, name })))
  expect(new Set(both.map(({ code }) => code))).toEqual(new Set([1000, 1409]))
})

test('nobody closes or demotes oneself, and one administrator stays', async () => {
  expect((await change(administrator, { version: 1, closed: '1' })).data).toEqual({
    fields: { closed: '不能停用自己，也不能改自己的角色，请让另一位管理员来改' },
  })
  expect((await change(administrator, { version: 1, role: 'advisor' })).code).toBe(1001)
  expect((await change(administrator, { version: 1, name: '张三丰' })).code).toBe(1000)
  const other = await added({ ...advisor, role: 'administrator' })
  const theirs = await stage.sessionOf(other)
  const ends = await Promise.all([
    change(other, { version: 1, closed: '1' }),
    change(administrator, { version: 2, closed: '1' }, theirs),
  ])
  expect(ends.filter(({ code }) => code === 1000)).toHaveLength(1)
  expect(await database.db.$count(staffMember)).toBe(2)
  expect((await stage.get('/api/staff/area')).code).toBe(1000)
})

test('a reset second factor ends sessions and enrols anew', async () => {
  const id = await added(advisor)
  const before = await stage.enrol('13800000002')
  const { pending } = await stage.begin('13800000002')
  expect((await stage.post(`/api/staff/members/${id}/reset`, {}, token)).code).toBe(1000)
  expect(await me(before.token)).toBe(1103)
  const recovery = { pending, recovery: before.codes[0] }
  expect((await stage.post('/api/staff/login/totp', recovery)).code).toBe(1102)
  const after = await stage.enrol('13800000002')
  expect(after.secret).not.toBe(before.secret)
  expect(await me(after.token)).toBe(1000)
})

test('every change leaves its row: who, what, which record, before and after, phones as changed', async () => {
  const id = await added(advisor)
  await change(id, { version: 1, role: 'editor', phone: '13800000005' })
  await change(id, { version: 2 })
  await stage.post(`/api/staff/members/${id}/reset`, {}, token)
  const rows = await database.db
    .select()
    .from(accessLog)
    .where(eq(accessLog.staffId, administrator))
    .orderBy(asc(accessLog.id))
  const record = `staff:${id}`
  expect(rows).toMatchObject([
    {
      command: 'staff members add',
      operator: '张三',
      record,
      changes: { name: [null, '李四'], role: [null, 'advisor'], phone: 'changed' },
    },
    { command: 'staff members change', record, changes: { role: ['advisor', 'editor'], phone: 'changed' } },
    { command: 'staff members reset', record, changes: { second_factor: 'changed' } },
  ])
  expect(JSON.stringify(rows)).not.toContain('8000000')
})

test('the access log is a file of several parts, each record once, formulas as text', async () => {
  await database.db
    .insert(accessLog)
    .values(
      Array.from({ length: 501 }, () => ({ operator: '=1+2', command: 'import', details: {}, rows: 0 })),
    )
  const first = exportAuditPart.data.parse((await stage.get('/api/staff/audit/file?what=import', token)).data)
  const last = exportAuditPart.data.parse(
    (await stage.get(`/api/staff/audit/file?what=import&before=${first.next}&export=${first.export}`, token))
      .data,
  )
  expect(last.next).toBeUndefined()
  const lines = (first.text + last.text).trimEnd().split('\r\n')
  expect(lines[0]).toBe('\uFEFF编号,时间,谁,员工编号,做了什么,对象,改动,详情,行数,导出编号,导出人,导出时间')
  expect(new Set(lines).size).toBe(502)
  expect(lines.slice(1).every((line) => line.includes(",'=1+2,,import,"))).toBe(true)
  expect(lines.slice(1).every((line) => line.includes(`,${first.export},张三,20`))).toBe(true)
  const [noted] = await database.db.select().from(accessLog).where(eq(accessLog.command, 'export audit'))
  expect(noted).toMatchObject({
    id: first.export,
    staffId: administrator,
    rows: 501,
    details: { what: 'import' },
  })
  const [other] = await database.db.select().from(accessLog).where(eq(accessLog.command, 'import')).limit(1)
  expect((await stage.get(`/api/staff/audit/file?export=${other?.id}`, token)).code).toBe(1404)
})

test('the access log is searched by who, what, record and day', async () => {
  const id = await added(advisor)
  await change(id, { version: 1, role: 'editor' })
  const search = async (query: string) =>
    listAudit.data.parse((await stage.get(`/api/staff/audit${query}`, token)).data)
  expect((await search('')).items.map(({ command }) => command)).toEqual([
    'staff members change',
    'staff members add',
    'staff add',
  ])
  expect((await search('?what=change')).items).toMatchObject([
    { who: '张三', staff_id: administrator, record: `staff:${id}`, changes: { role: ['advisor', 'editor'] } },
  ])
  expect((await search('?who=测试')).total).toBe(1)
  expect((await search('?who=%25')).total).toBe(0)
  expect((await search(`?record=staff:${id}`)).total).toBe(2)
  expect((await search('?record=staff')).total).toBe(3)
  expect((await search('?record=sta')).total).toBe(0)
  expect((await search(`?staff=${administrator}&page_size=1`)).items).toHaveLength(1)
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  expect((await search(`?from=${day}&to=${day}`)).total).toBe(3)
  expect((await search('?to=2020-01-01')).total).toBe(0)
  expect((await stage.get('/api/staff/audit?from=x', token)).code).toBe(1001)
})
