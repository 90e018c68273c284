import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { consentText, consentVersion } from '#server/contract/leads/consents.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { clue, consent, openDay, school } from '#server/db/schema/index.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { addSchool, ask, dependenciesOn } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { accepted, leadFields, post, storeOpenDay, storeVisitor } from '#tests/support/leads/leads.ts'

const noon = new Date('2026-06-15T04:00:00Z')
const consents = z.object({
  items: z.array(z.object({ id: z.int(), purpose: z.string(), reference: z.string().optional() })),
})
const all = { consent_guardian: 1, consent_marketing: 1 }

let database: DatabaseConnection
let api: Api
let now: Date

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  now = noon
  api = createApi(dependenciesOn(database, { now: () => now }))
  await storeVisitor(database, 'A', '+8613800000001')
  await storeVisitor(database, 'B', '+8613800000002')
})
afterAll(() => database.close())

async function send(fields: Record<string, unknown>, headers: Record<string, string> = {}): Promise<string> {
  return accepted.parse((await ask(api, '/api/clue', post(leadFields(fields), headers))).data).reference
}

const list = (token: string) => ask(api, '/api/center/consents', { headers: { token } })
const withdraw = (id: number, headers: Record<string, string>) =>
  ask(api, `/api/center/consents/${id}/withdraw`, post({}, headers))

/** The id of an account's consent for a purpose. */
async function idOf(token: string, purpose: string): Promise<number> {
  const found = consents.parse((await list(token)).data).items.find((item) => item.purpose === purpose)
  if (found === undefined) throw new Error(`no consent for ${purpose}`)
  return found.id
}

test("consents are listed with their texts, for the account's phone only", async () => {
  const own = await send({ phone: '13800000001', order_type: 'consult' }, { token: 'A' })
  await send({ phone: '13800000005' }, { token: 'A' })
  now = new Date(noon.getTime() + 1000)
  const byPhone = await send({ phone: '13800000001', consent_marketing: 1 })
  await send({ phone: '13800000002' })
  const of = (
    id: number,
    purpose: 'contact' | 'marketing',
    reference: string,
    given_at: string,
    form: 'order' | 'consult' = 'order',
  ) => ({
    id,
    purpose,
    recipient: '测试站',
    text: consentText(purpose, '测试站', form),
    text_version: consentVersion,
    given_at,
    reference,
  })
  expect((await list('A')).data).toEqual({
    items: [
      of(4, 'marketing', byPhone, '2026-06-15T04:00:01.000Z'),
      of(3, 'contact', byPhone, '2026-06-15T04:00:01.000Z'),
      of(1, 'contact', own, '2026-06-15T04:00:00.000Z', 'consult'),
    ],
    total: 3,
    page: 1,
    page_size: 20,
  })
})

test('a request that was given to its school says when, with the phone of the school, also after it ended', async () => {
  const schoolId = await addSchool(database, '甲学校')
  await database.db.update(school).set({ phone: '0755-11112222' })
  const reference = await send({ phone: '13800000001', order_type: 'order', school_id: schoolId })
  await database.db.update(clue).set({ transferredAt: noon })
  const at = noon.toISOString()
  const request = async () =>
    (await ask(api, `/api/center/requests/${reference}`, { headers: { token: 'A' } })).data
  const transferred = { at, school: '甲学校', phone: '0755-11112222' }
  expect(await request()).toMatchObject({ status: 'submitted', transferred })
  expect((await list('A')).data).toMatchObject({ items: [{ transferred_at: at }] })
  expect((await withdraw(await idOf('A', 'contact'), { token: 'A' })).code).toBe(1000)
  expect(await request()).toMatchObject({ status: 'withdrawn', transferred })
})

test('consents of others can be neither read nor withdrawn: foreign and unknown get one answer', async () => {
  await send({ phone: '13800000001', ...all })
  await send({ phone: '13800000002', ...all })
  await send({ phone: '13800000003', ...all })
  const unknown = await withdraw(999_999, { token: 'A' })
  expect(unknown).toMatchObject({ status: 404, code: 1404 })
  const own = { A: [1, 2, 3], B: [4, 5, 6] }
  for (const [token, mine] of Object.entries(own)) {
    const seen = consents.parse((await list(token)).data).items.map(({ id }) => id)
    expect(seen.toSorted((one, other) => one - other)).toEqual(mine)
    for (const id of [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((each) => !mine.includes(each))) {
      expect((await withdraw(id, { token })).text).toBe(unknown.text)
    }
  }
  expect(await ask(api, '/api/center/consents')).toMatchObject({ status: 401, code: 1100 })
  for (let id = 1; id <= 9; id += 1) expect(await withdraw(id, {})).toMatchObject({ status: 401, code: 1100 })
  expect((await database.db.select().from(consent)).every((row) => row.withdrawnAt === null)).toBe(true)
})

test.each(['contact', 'guardian'])(
  'without its consent %s a booking is withdrawn and its seat is free',
  async (purpose) => {
    const open_day_id = await storeOpenDay(database, { capacity: 2 })
    await send({ phone: '13800000001', order_type: 'openday', open_day_id, ...all })
    const id = await idOf('A', purpose)
    const first = await withdraw(id, { token: 'A' })
    expect(first).toMatchObject({ code: 1000, data: { state: 'withdrawn', msg: '授权已撤回' } })
    now = new Date(noon.getTime() + 60_000)
    expect((await withdraw(id, { token: 'A' })).text).toBe(first.text)
    expect(await database.db.select().from(clue)).toMatchObject([{ state: 'withdrawn' }])
    expect(await database.db.select().from(openDay)).toMatchObject([{ taken: 0 }])
    const rows = await database.db.select().from(consent)
    expect(rows.map((row) => row.withdrawnAt)).toEqual([noon, noon, noon])
  },
)

test('a request stays when its consent to marketing is withdrawn', async () => {
  await send({ phone: '13800000001', ...all })
  expect((await withdraw(await idOf('A', 'marketing'), { token: 'A' })).code).toBe(1000)
  expect(await database.db.select().from(clue)).toMatchObject([{ state: 'received' }])
  expect((await list('A')).data).toMatchObject({ items: [{ withdrawn_at: noon.toISOString() }, {}, {}] })
})

test('a cancelled request stays cancelled, and its seat is given back once', async () => {
  const open_day_id = await storeOpenDay(database, { capacity: 2, taken: 1 })
  const reference = await send({ phone: '13800000001', order_type: 'openday', open_day_id })
  const cancelled = await ask(api, `/api/center/requests/${reference}/cancel`, post({}, { token: 'A' }))
  expect(cancelled.code).toBe(1000)
  expect((await withdraw(await idOf('A', 'contact'), { token: 'A' })).code).toBe(1000)
  expect(await database.db.select().from(clue)).toMatchObject([{ state: 'cancelled' }])
  expect(await database.db.select().from(openDay)).toMatchObject([{ taken: 1 }])
})
