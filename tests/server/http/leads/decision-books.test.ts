import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { DecisionAnswer } from '#server/contract/catalogue/decision-criteria.ts'
import { codes } from '#server/contract/codes.ts'
import { getDecisionBook } from '#server/contract/leads/decision-book.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { clue, decisionBook, decisionColumn } from '#server/db/schema/index.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { exportAccount } from '#server/services/accounts/export-account.ts'
import { applyRetention } from '#server/services/accounts/apply-retention.ts'
import { hashOfAccess } from '#server/services/leads/access-token.ts'
import { forgetPerson } from '#server/db/accounts/forget-person.ts'
import { addSchool, ask, dependenciesOn, personalOfTests } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { accepted, leadFields, post, storeVisitor } from '#tests/support/leads/leads.ts'

const now = new Date('2026-06-15T04:00:00Z')
const daysLater = (days: number) => new Date(now.getTime() + days * 86_400_000)

let database: DatabaseConnection
let api: Api
let schools: number[]

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  api = createApi(dependenciesOn(database, { now: () => now }))
  schools = []
  for (const name of ['甲学校', '乙学校']) schools.push(await addSchool(database, name))
})
afterAll(() => database.close())

const newKey = () => randomBytes(24).toString('base64url')
const call = (part: string, fields: Record<string, unknown>, headers: Record<string, string> = {}) =>
  ask(api, `/api/decision-books${part}`, post(fields, headers))
const accessOf = ({ data }: { data?: unknown }) => z.object({ access: z.string() }).parse(data).access
const idOf = ({ data }: { data?: unknown }) => z.object({ id: z.int() }).parse(data).id
const open = async (fields: Record<string, unknown> = {}) =>
  accessOf(await call('', { ids: schools.join(), key: newKey(), ...fields }))
const read = async (access: string) => getDecisionBook.data.parse((await call('/read', { access })).data)
const add = async (access: string, name: string) => idOf(await call('/columns', { access, name }))
const says = (column: number, answers: readonly DecisionAnswer[], version = 0) => ({
  column,
  version,
  answers,
})
const one = (score: number, at = 0): DecisionAnswer[] => [
  { school_id: schools[at] ?? 0, scores: { teachers: score }, note: '老师很耐心' },
]
/** A request that was sent, with its access token. */
async function send(school_id: number | undefined, more: Record<string, unknown> = {}) {
  const fields = leadFields({ school_id, ...more })
  return accepted.parse((await ask(api, '/api/clue', post(fields))).data).access
}

test('a book is opened under a token of 130 bits, of which only the hash can be searched', async () => {
  const key = newKey()
  const access = await open({ key })
  expect(access).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
  expect(await open({ key })).toBe(access)
  const [row, ...others] = await database.db.select().from(decisionBook)
  expect(others).toEqual([])
  expect(row).toMatchObject({ accessHash: hashOfAccess(access), schoolIds: schools, visitorId: null })
  expect(JSON.stringify(row)).not.toContain(access)
  expect(await read(access)).toEqual({
    schools: [
      { id: schools[0], name: '甲学校' },
      { id: schools[1], name: '乙学校' },
    ],
    columns: [],
    deleted_at: daysLater(180).toISOString(),
  })
  expect((await call('', { ids: '999999', key: newKey() })).code).toBe(codes.notFound)
  expect((await call('', { ids: schools.join(), key: 'guessable' })).code).not.toBe(codes.success)
  expect((await call('/read', { access: 'Z'.repeat(26) })).code).toBe(codes.notFound)
})

test('names, scores and notes lie encrypted, each person in a row of their own', async () => {
  const access = await open()
  const mother = await add(access, '妈妈')
  expect(await add(access, ' 妈妈 ')).toBe(mother)
  await call('/columns/save', { access, ...says(mother, one(5)) })
  const stored = await database.db.select().from(decisionColumn)
  expect(stored).toHaveLength(1)
  expect(JSON.stringify(stored)).not.toMatch(/妈妈|teachers|耐心/)
  expect((await read(access)).columns).toEqual([{ id: mother, name: '妈妈', version: 1, answers: one(5) }])
  for (const name of ['爸爸', '孩子', '外婆', '外公', '姑姑']) await add(access, name)
  expect((await call('/columns', { access, name: '舅舅' })).code).toBe(codes.conflict)
})

test('parents who write at the same moment keep both columns, whatever their order', async () => {
  const access = await open()
  const names = ['妈妈', '爸爸', '孩子', '妈妈', '爸爸', '孩子']
  const ids = await Promise.all(names.map((name) => add(access, name)))
  expect(new Set(ids).size).toBe(3)
  const [mother = 0, father = 0] = ids
  for (let round = 0; round < 10; round += 1) {
    const [hers, his] = [one(1 + (round % 5)), one(5 - (round % 5), 1)]
    await Promise.all([
      call('/columns/save', { access, ...says(mother, hers, round) }),
      call('/columns/save', { access, ...says(father, his, round) }),
    ])
    const { columns } = await read(access)
    expect(columns.find(({ id }) => id === mother)?.answers).toEqual(hers)
    expect(columns.find(({ id }) => id === father)?.answers).toEqual(his)
  }
})

test('of one column a save over a newer one is refused, and the same form sent twice counts once', async () => {
  const access = await open()
  const id = await add(access, '妈妈')
  const forms = [says(id, one(5)), says(id, one(5)), says(id, one(2))]
  const first = await call('/columns/save', { access, ...forms[0] })
  const repeated = await call('/columns/save', { access, ...forms[1] })
  const late = await call('/columns/save', { access, ...forms[2] })
  expect([first.code, repeated.code, late.code]).toEqual([codes.success, codes.success, codes.conflict])
  expect(late.data).toEqual({ version: 1 })
  expect((await read(access)).columns).toMatchObject([{ version: 1, answers: one(5) }])
  expect((await call('/columns/save', { access, ...says(id, one(2), 1) })).code).toBe(codes.success)
  expect((await read(access)).columns).toMatchObject([{ version: 2, answers: one(2) }])
})

test('schools of others are left out, a column that says nothing goes, scores are 1 to 5', async () => {
  const access = await open({ ids: String(schools[0]) })
  const id = await add(access, '爸爸')
  for (const score of [0, 6, 2.5]) {
    expect((await call('/columns/save', { access, ...says(id, one(score)) })).code).toBe(codes.invalidInput)
  }
  const both = [...one(4), ...one(3, 1)]
  await call('/columns/save', { access, ...says(id, both) })
  expect((await read(access)).columns).toMatchObject([{ answers: one(4) }])
  await call('/columns/save', { access, ...says(id, [], 1) })
  expect((await read(access)).columns).toEqual([])
  const other = await open()
  const theirs = await add(other, '爸爸')
  expect((await call('/columns/save', { access, ...says(theirs, one(1)) })).code).toBe(codes.notFound)
})

test('another address ends the first one, for its request too; a press deletes everything', async () => {
  const accesses = [await send(schools[0]), await send(schools[1])]
  const access = await open({ ids: undefined, accesses: accesses.join('-') })
  // Both parents open it from the address that each has, at the same time or later.
  expect(await open({ ids: undefined, accesses: accesses.join('-') })).toBe(access)
  const id = await add(access, '妈妈')
  const key = newKey()
  const next = accessOf(await call('/access', { access, key }))
  expect(accessOf(await call('/access', { access, key }))).toBe(next)
  expect((await call('/read', { access })).code).toBe(codes.notFound)
  expect((await call('/columns/save', { access, ...says(id, one(1)) })).code).toBe(codes.notFound)
  expect((await read(next)).columns).toMatchObject([{ id, name: '妈妈' }])
  expect(await open({ ids: undefined, accesses: accesses.join('-') })).not.toBe(next)
  for (let times = 0; times < 2; times += 1)
    expect((await call('/delete', { access: next })).code).toBe(codes.success)
  expect(await database.db.$count(decisionColumn)).toBe(0)
  expect((await call('/read', { access: next })).code).toBe(codes.notFound)
})

test('two parents who open the book of a request at once get one', async () => {
  const accesses = [await send(schools[0])]
  const opened = await Promise.all(
    [1, 2, 3].map(() => open({ ids: undefined, accesses: accesses.join('-') })),
  )
  expect(new Set(opened).size).toBe(1)
  expect(await database.db.$count(decisionBook)).toBe(1)
})

test('after 180 days it is gone, a day earlier it is not', async () => {
  const access = await open()
  await add(access, '妈妈')
  await applyRetention(database.db, daysLater(179.9))
  expect((await read(access)).columns).toHaveLength(1)
  expect(await applyRetention(database.db, daysLater(180.1))).toMatchObject({ 'decision books': 1 })
  expect(await database.db.$count(decisionColumn)).toBe(0)
})

test('an account exports the books that it opened, in words, and takes them along; those of others stay', async () => {
  const phone = '+8613900000070'
  const token = 'token of the owner'
  const visitorId = await storeVisitor(database, token, phone)
  const access = accessOf(await call('', { ids: schools.join(), key: newKey() }, { token }))
  const id = await add(access, '妈妈')
  await call('/columns/save', { access, ...says(id, one(5)) })
  const replaced = accessOf(await call('', { ids: schools.join(), key: newKey() }, { token }))
  await call('/access', { access: replaced, key: newKey() })
  const stranger = await open()
  const file = await exportAccount(database.db, personalOfTests, { visitorId, now })
  expect(file?.['decision_books']).toEqual([
    {
      created_at: now.toISOString(),
      schools: ['甲学校', '乙学校'],
      people: [
        {
          name: '妈妈',
          updated_at: now.toISOString(),
          answers: [{ school: '甲学校', teachers: 5, note: '老师很耐心' }],
        },
      ],
    },
  ])
  const phoneHash = personalOfTests.blindIndex('phone', phone)
  const giving = { now, sms: new Set<never>() }
  await database.db.transaction((tx) => forgetPerson(tx, { visitorId, phoneHash }, giving))
  expect((await database.db.select().from(decisionBook)).map(({ accessHash }) => accessHash)).toEqual([
    hashOfAccess(stranger),
  ])
})

test('the book of a request goes with its phone, also when its address was replaced', async () => {
  const phone = '13900000071'
  const access = await open({ ids: undefined, accesses: await send(schools[0], { phone }) })
  await call('/access', { access, key: newKey() })
  const [lead] = await database.db.select().from(clue)
  const phoneHash = lead?.phoneHash ?? undefined
  const giving = { now, sms: new Set<never>() }
  await database.db.transaction((tx) => forgetPerson(tx, { phoneHash }, giving))
  expect(await database.db.$count(decisionBook, eq(decisionBook.clueId, lead?.id ?? 0))).toBe(0)
})
