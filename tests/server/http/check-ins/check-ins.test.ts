import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { DatabaseConnection } from '#server/db/connect.ts'
import {
  checkIn,
  checkInAttempt,
  checkInRefusal,
  consent,
  event,
  kioskDevice,
  registration,
} from '#server/db/schema/index.ts'
import { signTicket } from '#server/services/check-ins/sign-ticket.ts'
import { ask, personalOfTests } from '#tests/support/api/api.ts'
import {
  checkInFields as fields,
  pair,
  result,
  storeEvent,
  storeGuest,
} from '#tests/support/kiosk/check-ins.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { clockedApi, type ClockedApi } from '#tests/support/api/clocked-api.ts'

const ends = new Date('2026-06-15T09:00:00Z')
const missing = '名单里没有这个姓名和手机号；要现场登记，请先勾选同意'

let database: DatabaseConnection
let stage: ClockedApi
let eventId: number

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  stage = clockedApi(database)
  eventId = await storeEvent(database)
})
afterAll(() => database.close())

function send(body: object, device?: string) {
  const headers = { 'content-type': 'application/json', ...(device === undefined ? {} : { device }) }
  return ask(stage.api, '/api/checkins', { method: 'POST', body: JSON.stringify(body), headers })
}

const one = (answer: { data: unknown }) => result.parse(answer.data)
const many = (answer: { data: unknown }) => z.array(result).parse(answer.data)
const walkIn = (more: Record<string, unknown> = {}) =>
  fields({ event_id: eventId, name: '李家长', phone: '13912345678', consent_checkin: 1, ...more })

test('a walk-in family checks in by name and phone, encrypted, with its consent', async () => {
  const answer = await send(walkIn())
  expect(answer).toMatchObject({ status: 200, code: 1000 })
  expect(one(answer)).toMatchObject({
    state: 'checked_in',
    first_at: stage.clock.now.toISOString(),
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  const [row] = await database.db.select().from(checkIn)
  expect(row).toMatchObject({ at: stage.clock.now, receivedAt: stage.clock.now, clock: null })
  expect(JSON.stringify(row)).not.toMatch(/李家长|13912345678/)
  expect(personalOfTests.decrypt(row?.nameCipher ?? '')).toBe('李家长')
  expect(await database.db.select().from(consent)).toMatchObject([{ purpose: 'checkin', checkInId: row?.id }])
})

test('the consent of a walk-in is found and withdrawn by the account of its phone: the check-in loses its person', async () => {
  await send(walkIn())
  await send(walkIn({ name: '王家长', phone: '13912345679' }))
  const token = await stage.logIn('+8613912345678')
  const list = async () =>
    z
      .object({
        items: z.array(z.object({ id: z.int(), purpose: z.string(), withdrawn_at: z.string().optional() })),
      })
      .parse((await ask(stage.api, '/api/center/consents', { headers: { token } })).data).items
  const [given, ...others] = await list()
  expect(given).toEqual({ id: given?.id, purpose: 'checkin' })
  expect(others).toEqual([])
  const before = await database.db.select({ version: event.listVersion }).from(event)
  expect(await stage.post(`/api/center/consents/${given?.id}/withdraw`, {}, token)).toMatchObject({
    code: 1000,
  })
  expect(await list()).toEqual([
    { id: given?.id, purpose: 'checkin', withdrawn_at: stage.clock.now.toISOString() },
  ])
  for (const table of [checkIn, registration]) {
    const rows = await database.db
      .select({ name: table.nameCipher, phone: table.phoneCipher, hash: table.phoneHash })
      .from(table)
    expect(rows.filter(({ name }) => name === null)).toEqual([{ name: null, phone: null, hash: null }])
    expect(rows).toHaveLength(2)
  }
  const after = await database.db.select({ version: event.listVersion }).from(event)
  expect(after[0]?.version).toBe((before[0]?.version ?? 0) + 1)
  const other = await stage.logIn('+8613912345679')
  expect(await stage.post(`/api/center/consents/${given?.id}/withdraw`, {}, other)).toMatchObject({
    code: 1404,
  })
})

test('the same nonce and body get the same answer for ever, another body a conflict', async () => {
  const body = walkIn()
  const first = await send(body)
  stage.clock.now = new Date('2026-06-15T08:00:00Z')
  expect((await send(body)).data).toEqual(first.data)
  expect(many(await send({ items: [body] }))).toEqual([one(first)])
  const other = await send({ ...body, name: '别人' })
  expect(other).toMatchObject({ status: 409, code: 1409, data: { state: 'refused', reason: 'nonce_taken' } })
  expect(await database.db.$count(checkIn)).toBe(1)
})

test('a hundred parallel submissions of one nonce are one check-in', async () => {
  const body = walkIn()
  const answers = await Promise.all(Array.from({ length: 100 }, () => send(body)))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(one(answers[0] ?? { data: {} }).state).toBe('checked_in')
  expect(await database.db.$count(checkIn)).toBe(1)
  expect(await database.db.$count(checkInAttempt)).toBe(1)
  expect(await database.db.$count(registration)).toBe(1)
})

test('parallel nonces of one guest are one check-in and duplicates of it', async () => {
  const guest = await storeGuest(database, eventId)
  const bodies = Array.from({ length: 20 }, () => fields({ event_id: eventId, ticket: guest.ticket }))
  const results = (await Promise.all(bodies.map((body) => send(body)))).map(one)
  expect(results.filter(({ state }) => state === 'checked_in')).toHaveLength(1)
  expect(results.filter(({ state }) => state === 'duplicate')).toHaveLength(19)
  expect(new Set(results.map(({ id }) => id)).size).toBe(1)
  expect(await database.db.$count(checkIn)).toBe(1)
})

test('a guest on two devices is one row and one conflict, reported to both', async () => {
  const guest = await storeGuest(database, eventId)
  const [front, back] = [
    await pair(database, stage, eventId, '前台1'),
    await pair(database, stage, eventId, '前台2'),
  ]
  const item = (at: string) => fields({ event_id: eventId, registration_id: guest.id, at })
  await send({ items: [item('2026-06-15T04:00:00Z')] }, front)
  const second = item('2026-06-15T03:58:00Z')
  expect(many(await send({ items: [second] }, back))).toMatchObject([
    { state: 'duplicate', conflict: true, first_device: '前台1', first_at: '2026-06-15T04:00:00.000Z' },
  ])
  expect(many(await send({ items: [second] }, back))).toMatchObject([{ state: 'duplicate', conflict: true }])
  for (const device of [front, back]) {
    const state = await ask(stage.api, '/api/kiosk/state', { headers: { device } })
    expect(state.data).toMatchObject({
      checked_in: 1,
      conflicts: [{ registration_id: guest.id, name: '张**', first_device: '前台1', second_device: '前台2' }],
    })
  }
  expect(await database.db.$count(checkIn)).toBe(1)
  expect(await database.db.$count(checkInAttempt)).toBe(2)
  expect(await database.db.$count(checkInAttempt, eq(checkInAttempt.conflict, true))).toBe(1)
})

test('the same device again, and browsers of one name, are duplicates without a conflict', async () => {
  const guest = await storeGuest(database, eventId)
  const ticket = guest.ticket
  await send(fields({ event_id: eventId, ticket, device: 'A' }))
  expect(one(await send(fields({ event_id: eventId, ticket, device: 'A' })))).toMatchObject({
    state: 'duplicate',
    conflict: false,
  })
  expect(one(await send(fields({ event_id: eventId, ticket, device: 'B' })))).toMatchObject({
    state: 'duplicate',
    conflict: true,
  })
})

test('a repeated check-in has the time of the first, with its date on another day of the event', async () => {
  eventId = await storeEvent(database, { endsAt: new Date('2026-06-17T09:00:00Z') })
  const again = async () => (await send(walkIn())).data
  await send(walkIn())
  stage.clock.now = new Date('2026-06-15T05:30:00Z')
  expect(await again()).toMatchObject({ state: 'duplicate', msg: '已签到 12:00' })
  stage.clock.now = new Date('2026-06-16T03:00:00Z')
  const second = walkIn()
  expect((await send(second)).data).toMatchObject({ msg: '已签到 6月15日 12:00' })
  stage.clock.now = new Date('2026-06-17T03:00:00Z')
  expect((await send(second)).data).toMatchObject({ msg: '已签到 6月15日 12:00' })
})

test('a batch answers every item by itself, in the order of the items', async () => {
  const guest = await storeGuest(database, eventId)
  const again = fields({ event_id: eventId, phone: '138 1234 5678', name: '张小明' })
  const items = [
    fields({ event_id: eventId, ticket: guest.ticket }),
    fields({ event_id: eventId, name: '只有姓名' }),
    fields({ event_id: 9999, name: '王', phone: '13700000000' }),
    'nonsense',
    walkIn(),
    { ...walkIn(), nonce: 'short' },
    again,
    fields({ event_id: eventId, phone: '13711111111' }),
  ]
  const results = many(await send({ items }))
  expect(results.map(({ state, reason, code }) => [state, reason, code])).toEqual([
    ['checked_in', undefined, 1000],
    ['refused', 'invalid_input', 1001],
    ['refused', 'unknown_event', 1404],
    ['refused', 'invalid_input', 1001],
    ['checked_in', undefined, 1000],
    ['refused', 'invalid_input', 1001],
    ['duplicate', undefined, 1000],
    ['refused', 'invalid_input', 1001],
  ])
  expect(results[1]?.fields).toEqual({ phone: '请填写电话' })
  expect(results[7]?.fields).toEqual({ name: '请填写姓名' })
  expect(many(await send({ items })).map(({ id }) => id)).toEqual(results.map(({ id }) => id))
})

test('a batch has at most a hundred items, and at least one', async () => {
  const items = Array.from({ length: 101 }, () => walkIn())
  expect(await send({ items })).toMatchObject({ code: 1001, data: { fields: { items: '一次最多 100 条' } } })
  expect(await send({ items: [] })).toMatchObject({ code: 1001 })
  expect(await database.db.$count(checkIn)).toBe(0)
})

test('a registered guest is found by the last four digits and the name alone', async () => {
  await storeGuest(database, eventId)
  await storeGuest(database, eventId, { name: '王 五', phone: '+8613712345678' })
  const asked = { event_id: eventId, phone: '５６７８' }
  expect(one(await send(fields({ ...asked, name: '王五' })))).toMatchObject({ state: 'checked_in' })
  expect(await send(fields({ ...asked, name: '李四' }))).toMatchObject({
    code: 1001,
    data: { reason: 'not_registered', fields: { phone: '名单里没有这个姓名和手机号，请填写完整手机号' } },
  })
  expect(await send(fields(asked))).toMatchObject({ code: 1001, data: { fields: { name: '请填写姓名' } } })
})

test('tickets are read however they are typed, and only those of this event with our signature', async () => {
  const guest = await storeGuest(database, eventId)
  const other = await storeEvent(database, { title: '另一场' })
  const stranger = await storeGuest(database, other)
  const ticket = signTicket(personalOfTests, { id: eventId, endsAt: ends }, guest.ticket)
  const reasonOf = async (text: string, more: object = {}) =>
    z
      .object({ reason: z.string() })
      .parse((await send(fields({ event_id: eventId, ticket: text, ...more }))).data).reason

  const last = ticket.at(-1) === '0' ? '1' : '0'
  expect(await reasonOf(`${ticket.slice(0, -1)}${last}`)).toBe('invalid_ticket')
  expect(await send(fields({ event_id: eventId, ticket: '不是入场码' }))).toMatchObject({
    code: 1001,
    data: { fields: { ticket: '入场码不正确' } },
  })
  expect(await reasonOf('00000000')).toBe('unknown_ticket')
  expect(await reasonOf(stranger.ticket)).toBe('wrong_event')
  expect(await reasonOf(signTicket(personalOfTests, { id: other, endsAt: ends }, stranger.ticket))).toBe(
    'wrong_event',
  )
  expect(await reasonOf(ticket, { kind: 'exhibitor' })).toBe('wrong_kind')
  await database.db
    .update(registration)
    .set({ revokedAt: stage.clock.now })
    .where(eq(registration.id, guest.id))
  expect(await reasonOf(ticket)).toBe('revoked_ticket')
  await database.db.update(registration).set({ revokedAt: null }).where(eq(registration.id, guest.id))
  const typed = ` ${ticket.toLowerCase().replace(/(.{4})/g, '$1-')} `
  expect(one(await send(fields({ event_id: eventId, ticket: typed })))).toMatchObject({ state: 'checked_in' })
})

test("an exhibitor checks in at the exhibitors' entrance", async () => {
  await storeGuest(database, eventId, { kind: 'exhibitor', organisation: '示例学校', booth: 'A1' })
  expect(
    one(await send(fields({ event_id: eventId, kind: 'exhibitor', name: '张小明', phone: '13812345678' }))),
  ).toMatchObject({ state: 'checked_in' })
  const atTheOther = { event_id: eventId, name: '张小明', phone: '13812345678' }
  expect(await send(fields({ ...atTheOther, consent_checkin: 0 }))).toMatchObject({
    data: { fields: { consent_checkin: missing } },
  })
  expect(one(await send(fields({ ...atTheOther, consent_checkin: 1 })))).toMatchObject({
    state: 'checked_in',
  })
  const guests = await database.db.select().from(registration).orderBy(registration.id)
  expect(guests.map(({ source }) => source)).toEqual(['import', 'walk_in'])
})

test('before and after an event only devices send, and only what they collected', async () => {
  const device = await pair(database, stage, eventId, '前台1')
  stage.clock.now = new Date('2026-06-13T00:00:00Z')
  expect(await send(walkIn())).toMatchObject({ code: 1409, data: { reason: 'event_not_open' } })
  expect(await send(walkIn(), device)).toMatchObject({ code: 1409, data: { reason: 'event_not_open' } })
  stage.clock.now = new Date('2026-06-18T00:00:00Z')
  expect(await send(walkIn())).toMatchObject({ code: 1409, data: { reason: 'event_over' } })
  expect(one(await send(walkIn({ at: '2026-06-15T08:00:00Z' }), device))).toMatchObject({
    state: 'checked_in',
    first_at: '2026-06-15T08:00:00.000Z',
  })
  stage.clock.now = new Date('2026-08-01T00:00:00Z')
  expect(await send(walkIn(), device)).toMatchObject({ code: 1409, data: { reason: 'event_over' } })
  expect((await database.db.select().from(checkInRefusal)).map(({ reason }) => reason)).toEqual([
    'event_not_open',
    'event_over',
  ])
})

test.each([
  ['2026-06-16T04:00:00Z', 'ahead', false],
  ['2026-06-14T04:00:00Z', 'behind', true],
  ['2026-06-14T01:59:00Z', 'behind', false],
  ['1970-01-01T00:03:00Z', 'behind', false],
  ['9999-01-01T08:00:00+08:00', 'ahead', false],
  ['2026-06-15T11:30:00+08:00', undefined, true],
])("a device's check-in at %s: its clock is %s, its time believed: %s", async (at, clock, isTrusted) => {
  const device = await pair(database, stage, eventId, '前台1')
  await database.db.update(kioskDevice).set({ pairedAt: new Date('2026-06-14T00:00:00Z') })
  const counted = isTrusted ? new Date(at) : stage.clock.now
  expect(one(await send(walkIn({ at }), device))).toMatchObject({
    state: 'checked_in',
    first_at: counted.toISOString(),
    ...(clock === undefined ? {} : { clock }),
  })
  expect(await database.db.select().from(checkIn)).toMatchObject([
    { at: counted, receivedAt: stage.clock.now, clock: clock ?? null },
  ])
})

test('a walk-in without the consent is refused, also where a client without pairing leaves the field out', async () => {
  for (const consent_checkin of [undefined, null, 0])
    expect(await send(walkIn({ consent_checkin }))).toMatchObject({
      code: 1001,
      data: { reason: 'invalid_input', fields: { consent_checkin: expect.stringContaining('同意') } },
    })
  expect(await database.db.$count(registration)).toBe(0)
})

test('a paired device that asks for the consent elsewhere leaves the field out: no consent is written down', async () => {
  const item = walkIn({ consent_checkin: undefined })
  const device = await pair(database, stage, eventId, '前台1')
  expect(one(await send(item, device))).toMatchObject({ state: 'checked_in' })
  expect(await send(item, device)).toMatchObject({ data: { state: 'checked_in' } })
  expect(await database.db.select({ source: registration.source }).from(registration)).toEqual([
    { source: 'walk_in' },
  ])
  expect(await database.db.$count(consent)).toBe(0)
})

test('a browser without pairing cannot say when it was, and is told so', async () => {
  for (const at of ['1970-01-01T00:00:00Z', '9999-12-31T00:00:00Z', '2026-06-15T03:00:00Z']) {
    const phone = `139000000${at.slice(0, 2)}`
    expect(one(await send(walkIn({ at, phone })))).toMatchObject({
      first_at: stage.clock.now.toISOString(),
      clock: 'receipt',
    })
  }
})

test('a device that says what time it has is told that its clock is wrong, and its times are corrected', async () => {
  const device = await pair(database, stage, eventId, '前台1')
  const sentAt = new Date(stage.clock.now.getTime() - 30 * 60_000)
  const body = {
    items: [
      walkIn({ ticket: null, party_size: null, at: new Date(sentAt.getTime() - 10_000).toISOString() }),
    ],
    sent_at: sentAt.toISOString(),
  }
  expect(many(await send(body, device))).toMatchObject([
    {
      state: 'checked_in',
      clock: 'behind',
      first_at: new Date(stage.clock.now.getTime() - 10_000).toISOString(),
    },
  ])
})

test('a check-in in the first moments of an event is accepted without a clock warning', async () => {
  stage.clock.now = new Date('2026-06-14T03:00:00Z')
  const answer = await send(walkIn())
  expect(answer.data).toMatchObject({ state: 'checked_in', msg: '签到成功，欢迎参加活动' })
  const device = await pair(database, stage, eventId, '前台1')
  const item = walkIn({ phone: '13900000001', at: '2026-06-14T02:59:59Z' })
  const body = { items: [item], sent_at: '2026-06-14T03:00:00Z' }
  expect(many(await send(body, device))).toMatchObject([{ state: 'checked_in', code: 1000 }])
  expect((await database.db.select().from(checkIn)).map(({ clock }) => clock)).toEqual([null, null])
})

test('a walk-in needs the consent, a guest of the list does not', async () => {
  expect(await send(walkIn({ consent_checkin: 0 }))).toMatchObject({
    code: 1001,
    data: { reason: 'invalid_input', fields: { consent_checkin: missing } },
  })
  const device = await pair(database, stage, eventId, '前台1')
  expect(many(await send({ items: [walkIn({ consent_checkin: 0 })] }, device))).toMatchObject([
    { state: 'refused', fields: { consent_checkin: missing } },
  ])
  expect(await send(walkIn({ consent_checkin: null }))).toMatchObject({
    data: { fields: { consent_checkin: missing } },
  })
  expect(many(await send({ items: [walkIn({ consent_checkin: null })] }, device))).toMatchObject([
    { state: 'refused', fields: { consent_checkin: missing } },
  ])
  expect(await database.db.$count(registration)).toBe(0)
  await storeGuest(database, eventId)
  expect(one(await send(fields({ event_id: eventId, name: '张小明', phone: '13812345678' }))).state).toBe(
    'checked_in',
  )
})

test('with a listed phone and another name the guest is not disclosed and stays expected', async () => {
  const guest = await storeGuest(database, eventId, { name: '欧阳小明', partySize: 3 })
  const shape = (data: unknown) => Object.keys(z.record(z.string(), z.unknown()).parse(data)).toSorted()
  const asked = { name: '坏人', phone: '13812345678' }
  const refused = await send(walkIn({ ...asked, consent_checkin: 0 }))
  const elsewhere = await send(walkIn({ name: '坏人', phone: '13700000000', consent_checkin: 0 }))
  expect(refused.text).toBe(elsewhere.text)
  const [listed, unlisted] = [
    await send(walkIn(asked)),
    await send(walkIn({ name: '坏人', phone: '13700000000' })),
  ]
  expect(shape(listed.data)).toEqual(shape(unlisted.data))
  expect({ ...one(listed), id: '' }).toEqual({ ...one(unlisted), id: '' })
  expect(listed.text).not.toContain('欧')
  expect(await database.db.$count(checkIn, eq(checkIn.registrationId, guest.id))).toBe(0)
  expect(one(await send(walkIn(asked))).state).toBe('duplicate')
  const own = fields({ event_id: eventId, name: '欧阳小明', phone: '13812345678' })
  expect(one(await send(own))).toMatchObject({ state: 'checked_in' })
})

test('a device checks in at its own event only, and not any more when it is revoked', async () => {
  const device = await pair(database, stage, eventId, '前台1')
  const other = await storeEvent(database)
  expect(await send(walkIn({ event_id: other }), device)).toMatchObject({ data: { reason: 'other_event' } })
  await ask(stage.api, '/api/kiosk/unpair', { method: 'POST', headers: { device } })
  expect(await send({ items: [walkIn()] }, device)).toMatchObject({
    status: 401,
    code: 1103,
    data: { reason: 'revoked_device' },
  })
  expect(await send(walkIn(), 'x'.repeat(43))).toMatchObject({
    code: 1101,
    data: { reason: 'unknown_device' },
  })
  expect(await database.db.$count(checkIn)).toBe(0)
})

test('a guest of a list cannot be named by number without a paired device', async () => {
  const guest = await storeGuest(database, eventId)
  expect(await send(fields({ event_id: eventId, registration_id: guest.id }))).toMatchObject({ code: 1001 })
})

test('one address without a device checks 120 in within ten minutes, then has to wait', async () => {
  const fetchFrom = (body: object) => {
    const init = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }
    return stage.api.fetch(new Request('https://site.example/api/checkins', init), {
      clientAddress: '203.0.113.9',
    })
  }
  const items = Array.from({ length: 60 }, () => ({ broken: true }))
  expect((await fetchFrom({ items })).status).toBe(200)
  expect((await fetchFrom({ items })).status).toBe(200)
  const limited = await fetchFrom(walkIn())
  expect(limited.status).toBe(429)
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
  stage.clock.now = new Date(stage.clock.now.getTime() + 600_001)
  expect((await fetchFrom(walkIn())).status).toBe(200)
})

test('a check-in is shown without personal data, with the exhibitors of its event', async () => {
  await storeGuest(database, eventId, { kind: 'exhibitor', organisation: '示例学校', booth: 'A1' })
  const { id } = one(await send(walkIn({ party_size: 3 })))
  const answer = await ask(stage.api, `/api/checkins/${id}`)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.data).toMatchObject({
    id,
    kind: 'parent',
    event: { id: eventId, check_in: 'open' },
    exhibitors: [{ organisation: '示例学校', booth: 'A1' }],
    open_days: [],
  })
  expect(answer.text).not.toMatch(/李|139|5678|张小明|walk_in|party_size/)
  expect(await ask(stage.api, `/api/checkins/${'0'.repeat(32)}`)).toMatchObject({ code: 1404 })
})

test('a withdrawn event takes no new guests, but what its devices collected', async () => {
  const device = await pair(database, stage, eventId, '前台1')
  await database.db.update(event).set({ withdrawnAt: stage.clock.now })
  expect(await send(walkIn())).toMatchObject({ code: 1404, data: { reason: 'unknown_event' } })
  expect(one(await send(walkIn(), device)).state).toBe('checked_in')
})
