import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { collect, collectNote, school as schoolTable, session, visitor } from '#server/db/schema/index.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { addSchool, ask, dependenciesOn, json } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

let database: DatabaseConnection
let api: Api
let school: number
let other: number
const owners = new Map<string, number>()

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database))
  school = await addSchool(database, '海棠双语学校')
  other = await addSchool(database, '木棉中学')
  for (const token of ['visitor-a-token-0001', 'visitor-b-token-0001', 'visitor-c-token-0001']) {
    const [owner] = await database.db.insert(visitor).values({}).returning({ id: visitor.id })
    if (owner === undefined) throw new Error('the visitor was not stored')
    owners.set(token, owner.id)
    await database.db.insert(session).values({
      visitorId: owner.id,
      tokenHash: createHash('sha256').update(token).digest('hex'),
      expiresAt: new Date('2026-08-15T04:00:00Z'),
      lastSeenAt: new Date('2026-06-15T04:00:00Z'),
    })
  }
})
afterAll(() => database.close())

const as = (token: string | undefined): Record<string, string> => (token === undefined ? {} : { token })

function toggle(id: number | string, flag: unknown, token?: string) {
  const request = json(JSON.stringify({ is_collect: flag }))
  return ask(api, `/api/school_collect/${id}`, {
    ...request,
    headers: { 'content-type': 'application/json', ...as(token) },
  })
}

async function rowsOf(token: string): Promise<number[]> {
  const rows = await database.db
    .select({ id: collect.schoolId })
    .from(collect)
    .where(eq(collect.visitorId, owners.get(token) ?? 0))
  return rows.map(({ id }) => id)
}

test.each([
  [1, true, '已收藏'],
  ['1', true, '已收藏'],
  [true, true, '已收藏'],
  [0, false, '已取消收藏'],
  ['false', false, '已取消收藏'],
  [false, false, '已取消收藏'],
])('is_collect %j is understood, and saying it twice changes nothing', async (flag, collected, msg) => {
  const token = 'visitor-a-token-0001'
  const first = await toggle(school, flag, token)
  const second = await toggle(school, flag, token)
  for (const answer of [first, second]) expect(answer).toMatchObject({ code: 1000, data: { collected, msg } })
  expect(await rowsOf(token)).toEqual(collected ? [school] : [])
})

test('twenty parallel calls make one favourite', async () => {
  const token = 'visitor-c-token-0001'
  const answers = await Promise.all(Array.from({ length: 20 }, () => toggle(school, 1, token)))
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([1000]))
  expect(await rowsOf(token)).toEqual([school])
})

test('a form body is accepted like JSON', async () => {
  const token = 'visitor-b-token-0001'
  const sent = { method: 'POST', body: new URLSearchParams({ is_collect: '1' }), headers: { token } }
  expect(await ask(api, `/api/school_collect/${other}`, sent)).toMatchObject({ data: { collected: true } })
  expect(await toggle(other, 0, token)).toMatchObject({ data: { collected: false } })
})

test('unknown schools answer 1404, unknown flags 1001 by name', async () => {
  const token = 'visitor-a-token-0001'
  expect(await toggle(999_999, 1, token)).toMatchObject({ status: 404, code: 1404 })
  expect(await toggle(999_999, 0, token)).toMatchObject({ status: 404, code: 1404 })
  for (const flag of [2, 'maybe', null, undefined, []]) {
    const answer = await toggle(school, flag, token)
    expect(answer).toMatchObject({ status: 400, code: 1001 })
    expect(answer.data).toHaveProperty(['fields', 'is_collect'])
  }
  expect(await toggle('0', 1, token)).toMatchObject({ status: 400, code: 1001 })
})

test('a visitor can neither read nor change the favourites of another', async () => {
  const [a, b] = ['visitor-a-token-0001', 'visitor-b-token-0001']
  await toggle(school, 1, a)
  await toggle(other, 1, b)
  const seen = async (token: string | undefined) => {
    const headers = as(token)
    const flags = await ask(api, `/api/center/collect?ids=${school},${other}`, { headers })
    const one = await ask(api, `/api/school/collect/${school}`, { headers })
    return [flags.code === 1000 ? flags.data : flags.code, one.code === 1000 ? one.data : one.code]
  }
  expect(await seen(undefined)).toEqual([1100, 1100])
  expect(await seen(a)).toEqual([{ [school]: true, [other]: false }, { collected: true }])
  expect(await seen(b)).toEqual([{ [school]: false, [other]: true }, { collected: false }])
  for (const flag of [0, 1]) expect(await toggle(school, flag)).toMatchObject({ status: 401, code: 1100 })
  await toggle(school, 0, b)
  await toggle(other, 0, a)
  expect([await rowsOf(a), await rowsOf(b)]).toEqual([[school], [other]])
})

test('favourites answer for a child that the call describes, and for none without', async () => {
  const token = 'visitor-c-token-0001'
  await toggle(school, 1, token)
  const listed = async (query: string) => {
    const { data } = await ask(api, `/api/center/collect${query}`, { headers: { token } })
    return JSON.stringify(data)
  }
  expect(await listed('?grade=g5&identity=hmt')).toContain('"entry":{"verdict":"unknown"')
  expect(await listed('')).not.toContain('"child"')
})

async function write(id: number, note: unknown, token: string | undefined) {
  const headers = { 'content-type': 'application/json', ...as(token) }
  return ask(api, `/api/center/collect/${id}/note`, { ...json(JSON.stringify({ note })), headers })
}

async function noteOn(id: number, token: string): Promise<unknown> {
  const one = await ask(api, `/api/center/collect/${id}`, { headers: { token } })
  return one.code === 1000 ? one.data : one.code
}

test('a note on a favourite is stored encrypted, replaced, and deleted by an empty one', async () => {
  const token = 'visitor-c-token-0001'
  await toggle(school, 1, token)
  expect(await write(school, ' 食堂干净\n要问校车 ', token)).toMatchObject({ data: { msg: '备注已保存' } })
  expect(await noteOn(school, token)).toEqual({ name: '海棠双语学校', note: '食堂干净\n要问校车' })
  const rows = await database.db.select().from(collectNote)
  expect(rows.map(({ noteCipher }) => noteCipher)).toEqual([expect.not.stringContaining('食堂')])
  const list = await ask(api, '/api/center/collect', { headers: { token } })
  expect(list.data).toMatchObject({ items: [{ school: { id: school }, note: '食堂干净\n要问校车' }] })
  await Promise.all(['一', '二', '三'].map((note) => write(school, note, token)))
  expect(await noteOn(school, token)).toMatchObject({ note: expect.stringMatching(/^[一二三]$/) })
  expect(await write(school, '', token)).toMatchObject({ data: { msg: '备注已删除' } })
  expect(await noteOn(school, token)).toEqual({ name: '海棠双语学校' })
})

test('a call without a note, with one of more than 500 characters or on a school that is no favourite is refused', async () => {
  const token = 'visitor-c-token-0001'
  await toggle(school, 1, token)
  await toggle(other, 0, token)
  const long = await write(school, '长'.repeat(501), token)
  expect(long).toMatchObject({ code: 1001, data: { fields: { note: '备注最多 500 字' } } })
  expect(await write(school, '长'.repeat(500), token)).toMatchObject({ code: 1000 })
  // Without a note nothing is said of the one that is there.
  expect(await write(school, undefined, token)).toMatchObject({
    code: 1001,
    data: { fields: { note: expect.any(String) } },
  })
  expect(await noteOn(school, token)).toMatchObject({ note: '长'.repeat(500) })
  expect(await write(other, '想看看', token)).toMatchObject({ code: 1404 })
  expect(await noteOn(other, token)).toBe(1404)
  expect(await write(school, '想看看', undefined)).toMatchObject({ code: 1100 })
})

test('a note outlives a favourite that was removed by mistake', async () => {
  const token = 'visitor-c-token-0001'
  await toggle(school, 1, token)
  await write(school, '食堂干净', token)
  expect(await toggle(school, 0, token)).toMatchObject({ data: { msg: '已取消收藏，备注保留 30 天' } })
  expect(await noteOn(school, token)).toBe(1404)
  expect(await toggle(school, 0, token)).toMatchObject({ data: { msg: '已取消收藏' } })
  await toggle(school, 1, token)
  expect(await noteOn(school, token)).toMatchObject({ note: '食堂干净' })
  expect(await database.db.select({ at: collectNote.removedAt }).from(collectNote)).toEqual([{ at: null }])
})

test('a favourite whose school was withdrawn can be removed, and not added again', async () => {
  const token = 'visitor-c-token-0001'
  const gone = await addSchool(database, '撤下的学校')
  await toggle(gone, 1, token)
  await write(gone, '离家远', token)
  await database.db.update(schoolTable).set({ withdrawnAt: new Date() }).where(eq(schoolTable.id, gone))
  expect(await write(gone, '停办了', token)).toMatchObject({ code: 1000 })
  expect(await toggle(gone, 1, token)).toMatchObject({ code: 1000, data: { collected: true } })
  expect((await toggle(gone, 0, token)).data).toEqual({
    collected: false,
    msg: '已取消收藏',
    withdrawn: true,
  })
  expect(await rowsOf(token)).not.toContain(gone)
  expect(await toggle(gone, 1, token)).toMatchObject({ code: 1404 })
})
