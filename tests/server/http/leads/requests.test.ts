import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { listRequests, replaceRequestAccess } from '#server/contract/accounts/account.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { clue, openDay } from '#server/db/schema/index.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { addSchool, ask, dependenciesOn, each } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'
import { accepted, leadFields, post, storeOpenDay, storeVisitor } from '#tests/support/leads/leads.ts'

const noon = new Date('2026-06-15T04:00:00Z')

let database: DatabaseConnection
let api: Api
let now = noon
let school_id: number
let open_day_id: number
/** References by what they are. */
const sent = { alone: '', unproved: '', before: '', booked: '', other: '', stranger: '' }

beforeAll(async () => {
  database = await openTestDatabase()
  const codes: string[] = []
  api = createApi(
    dependenciesOn(database, { now: () => now, sendSms: async (_phone, code) => void codes.push(code) }),
  )
  school_id = await addSchool(database, '申请学校', '4401')
  const updatedAt = new Date(noon.getTime() - 60_000)
  open_day_id = await storeOpenDay(database, {
    schoolId: school_id,
    cityCode: '4401',
    capacity: 9,
    updatedAt,
  })
  sent.before = await send({ phone: '13800000001', name: '赵一', order_type: 'consult' })
  await storeVisitor(database, 'A', '+8613800000001')
  await storeVisitor(database, 'B', '+8613800000002')
  now = new Date(noon.getTime() + 60_000)
  await ask(api, '/api/clue/send_code', post({ phone: '13800000009' }))
  const proved = { phone: '13800000009', code: codes.at(-1) }
  sent.alone = await send({ ...proved, name: '赵二', school_id, stage: 'high', grade: 'g10' }, 'A')
  sent.unproved = await send({ phone: '13800000008', name: '赵四', school_id }, 'A')
  now = new Date(noon.getTime() + 120_000)
  sent.booked = await send({ phone: '13800000001', name: '赵三', order_type: 'openday', open_day_id })
  sent.other = await send({ phone: '13800000002', name: '钱一' }, 'B')
  sent.stranger = await send({ phone: '13800000003', name: '孙一' })
})
afterAll(() => database.close())

async function send(fields: Record<string, unknown>, token?: string): Promise<string> {
  const answer = await ask(api, '/api/clue', post(leadFields(fields), token === undefined ? {} : { token }))
  return accepted.parse(answer.data).reference
}

const list = (token: string, query = '') => ask(api, `/api/center/requests${query}`, { headers: { token } })
const cancel = (reference: string, headers: Record<string, string>) =>
  ask(api, `/api/center/requests/${reference}/cancel`, post({}, headers))
const stateOf = async (reference: string) =>
  (await database.db.select().from(clue)).find((row) => row.reference === reference)?.state

test('requests are those of its phone and of a phone that it proved by code, latest first, masked', async () => {
  const { data, headers } = await list('A', '?city_code=4403')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(data).toEqual({
    items: [
      {
        reference: sent.booked,
        order_type: 'openday',
        state: 'received',
        status: 'booked',
        recipient: '申请学校',
        recipient_kind: 'school',
        created_at: '2026-06-15T04:02:00.000Z',
        city_code: '4401',
        name: '赵**',
        phone: '138****0001',
        school: { id: school_id, name: '申请学校' },
        open_day: {
          id: open_day_id,
          title: '校园开放日',
          cancelled: false,
          starts_at: '2026-06-22T02:00:00.000Z',
          ends_at: '2026-06-22T04:00:00.000Z',
          changed_at: '2026-06-15T04:02:00.000Z',
        },
        cancellable: true,
      },
      {
        reference: sent.alone,
        order_type: 'order',
        state: 'received',
        status: 'submitted',
        recipient: '申请学校',
        recipient_kind: 'school',
        created_at: '2026-06-15T04:01:00.000Z',
        city_code: '4401',
        name: '赵**',
        phone: '138****0009',
        stage: 'high',
        grade: 'g10',
        school: { id: school_id, name: '申请学校' },
        cancellable: true,
      },
      {
        reference: sent.before,
        order_type: 'consult',
        state: 'received',
        status: 'submitted',
        recipient: '测试站',
        recipient_kind: 'operator',
        created_at: '2026-06-15T04:00:00.000Z',
        city_code: '4403',
        name: '赵**',
        phone: '138****0001',
        cancellable: true,
      },
    ],
    total: 3,
    page: 1,
    page_size: 20,
  })
  expect(each((await list('A', '?page=2&page_size=2')).data, 'reference')).toEqual([sent.before])
})

test('bookings are those that stand of open days to come', async () => {
  const bookings = async (token: string) =>
    (await ask(api, '/api/center/bookings', { headers: { token } })).data
  expect(await bookings('A')).toEqual([{ open_day_id, reference: sent.booked }])
  expect(await bookings('B')).toEqual([])
  const before = now
  now = new Date('2026-06-22T04:00:00Z')
  expect(await bookings('A')).toEqual([])
  now = before
})

test('requests of others can be neither read nor cancelled: foreign and unknown get one answer', async () => {
  expect(each((await list('B')).data, 'reference')).toEqual([sent.other])
  expect(await ask(api, '/api/center/requests')).toMatchObject({ status: 401, code: 1100 })
  const unknown = await cancel('ZZZZZZZZZZ', { token: 'A' })
  expect(unknown).toMatchObject({ status: 404, code: 1404 })
  const own = { A: [sent.alone, sent.before, sent.booked], B: [sent.other] }
  for (const [token, mine] of Object.entries(own)) {
    for (const foreign of Object.values(sent).filter((reference) => !mine.includes(reference))) {
      expect((await cancel(foreign, { token })).text).toBe(unknown.text)
    }
  }
  for (const reference of Object.values(sent)) {
    expect(await cancel(reference, {})).toMatchObject({ status: 401, code: 1100 })
    expect(await stateOf(reference)).toBe('received')
  }
})

test('a request is cancelled once by its owner; again changes nothing', async () => {
  for (const reference of [sent.alone, sent.before]) {
    const first = await cancel(reference, { token: 'A' })
    expect(first).toMatchObject({ code: 1000, data: { state: 'cancelled', msg: '已取消' } })
    expect((await cancel(reference, { token: 'A' })).text).toBe(first.text)
    expect(await stateOf(reference)).toBe('cancelled')
  }
  expect(await list('A')).toMatchObject({
    data: { items: [{ cancellable: true }, { cancellable: false }, { cancellable: false }] },
  })
})

test('a booking cannot be cancelled once its open day has begun', async () => {
  now = new Date('2026-06-22T02:00:00Z')
  expect((await list('A')).data).toMatchObject({
    items: [{ reference: sent.booked, cancellable: false }, {}, {}],
  })
  expect(await cancel(sent.booked, { token: 'A' })).toMatchObject({ status: 409, data: { state: 'past' } })
  expect(await stateOf(sent.booked)).toBe('received')
  expect(await database.db.select({ taken: openDay.taken }).from(openDay)).toEqual([{ taken: 1 }])
})

test('a booking changes with its open day and when it is cancelled, which calendars are told', async () => {
  now = new Date('2026-06-15T05:00:00Z')
  const changes = async () => {
    const { items } = listRequests.data.parse((await list('A')).data)
    return items.find(({ reference }) => reference === sent.booked)?.open_day?.changed_at
  }
  await database.db.update(openDay).set({ updatedAt: new Date('2026-06-15T04:30:00Z') })
  expect(await changes()).toBe('2026-06-15T04:30:00.000Z')
  expect(await cancel(sent.booked, { token: 'A' })).toMatchObject({ code: 1000 })
  expect(await changes()).toBe(now.toISOString())
})

test('a request that was made anonymous shows no name and no phone', async () => {
  await database.db.update(clue).set({ nameCipher: null, phoneCipher: null, phoneHash: null })
  expect((await list('A')).data).toMatchObject({
    items: [{ reference: sent.alone, name: '', phone: '' }],
    total: 1,
  })
})

test('an access token is replaced once for a form, however often it comes; the old one is an unknown one from then on', async () => {
  const { data } = await ask(api, '/api/clue', post(leadFields({ phone: '13800000004', name: '李一' })))
  const { access, reference } = accepted.extend({ access: z.string() }).parse(data)
  const replace = (old: string, key = 'a-key-of-a-form') =>
    ask(api, '/api/requests/access', post({ access: old, key }))
  const read = (token: string) => ask(api, '/api/requests', post({ access: token }))
  const first = await replace(access)
  const next = replaceRequestAccess.data.parse(first.data).access
  expect(next).not.toBe(access)
  expect(await replace(access)).toMatchObject({ code: 1000, data: { access: next } })
  expect(await read(next)).toMatchObject({ code: 1000, data: { reference, access: next } })
  const unknown = await read('0'.repeat(26))
  expect(unknown.code).toBe(1404)
  for (const answer of [
    await read(access),
    await replace(access, 'a-key-of-another'),
    await ask(api, '/api/requests/cancel', post({ access })),
  ])
    expect([answer.code, answer.message]).toEqual([unknown.code, unknown.message])
  expect((await ask(api, '/api/requests/cancel', post({ access: next }))).code).toBe(1000)
})
