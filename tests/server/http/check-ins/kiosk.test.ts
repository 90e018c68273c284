import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { clue, kioskDevice, registration } from '#server/db/schema/index.ts'
import { createPairingCode } from '#server/services/check-ins/pairing.ts'
import { readTicket } from '#server/contract/check-ins/ticket-text.ts'
import { qrPicture } from '#server/http/media/qr-pictures.ts'
import { ask, personalOfTests } from '#tests/support/api/api.ts'
import { checkInFields, pair, storeEvent, storeGuest } from '#tests/support/kiosk/check-ins.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { accepted, leadFields, storeOpenDay } from '#tests/support/leads/leads.ts'
import { clockedApi, type ClockedApi } from '#tests/support/api/clocked-api.ts'
import { readQr } from '#tests/support/kiosk/read-qr.ts'

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

const list = z.object({
  version: z.int(),
  more: z.boolean(),
  reset: z.boolean(),
  total: z.int(),
  rows: z.array(z.looseObject({ id: z.int(), name: z.string(), revoked: z.boolean() })),
})
const guests = async (device: string, query = '') =>
  list.parse((await ask(stage.api, `/api/kiosk/list${query}`, { headers: { device } })).data)
const send = (body: object, device: string) =>
  ask(stage.api, '/api/checkins', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', device },
  })
const offer = async (name: string) => {
  const needs = { db: database.db, personal: personalOfTests }
  return (await createPairingCode(needs, { eventId, name, now: stage.clock.now }))?.code
}

test('a code pairs one device once within 15 minutes, and is stored hashed', async () => {
  const code = (await offer('前台1')) ?? ''
  expect(code).toMatch(/^\d{8}$/)
  const answers = await Promise.all([1, 2, 3].map(() => stage.post('/api/kiosk/pair', { code: ` ${code} ` })))
  const paired = answers.filter((answer) => answer.code === 1000)
  expect(paired).toHaveLength(1)
  expect(paired[0]?.data).toMatchObject({ device: { name: '前台1' }, event: { id: eventId } })
  const { token } = z.object({ token: z.string().length(43) }).parse(paired[0]?.data)
  expect(JSON.stringify(await database.db.select().from(kioskDevice))).not.toContain(token)
  expect(await offer('前台1')).toBeUndefined()

  const late = await offer('前台2')
  stage.clock.now = new Date(stage.clock.now.getTime() + 15 * 60_000)
  expect(await stage.post('/api/kiosk/pair', { code: late })).toMatchObject({
    code: 1001,
    data: { fields: { code: '配对码不正确或已失效，请向工作人员索取新的配对码' } },
  })
})

test('guesses of pairing codes are limited', async () => {
  const tries = Array.from({ length: 1001 }, (_, tried) => String(10_000_000 + tried))
  const codes = []
  for (const code of tries) codes.push((await stage.post('/api/kiosk/pair', { code })).code)
  expect(codes.slice(0, 900)).not.toContain(1429)
  expect(codes.at(-1)).toBe(1429)
})

test.each(['/api/kiosk/list', '/api/kiosk/state'])(
  '%s says nothing to a browser without pairing',
  async (path) => {
    await storeGuest(database, eventId)
    const answer = await ask(stage.api, path)
    expect(answer).toMatchObject({ status: 401, code: 1100, data: { reason: 'no_device' } })
    expect(await ask(stage.api, path, { headers: { device: 'a'.repeat(43) } })).toMatchObject({ code: 1101 })
  },
)

test('a guest list has what guests are searched by, and is not cached', async () => {
  await storeGuest(database, eventId, { name: '单小乐', partySize: 3 })
  const device = await pair(database, stage, eventId, '前台1')
  const answer = await ask(stage.api, '/api/kiosk/list', { headers: { device } })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.data).toMatchObject({
    event: { id: eventId },
    more: false,
    reset: true,
    total: 1,
    rows: [
      {
        name: '单小乐',
        masked: '单**',
        tail: '5678',
        party_size: 3,
        pinyin: expect.arrayContaining(['danxiaole', 'shanxiaole', 'shanxiaoyue']),
        initials: expect.arrayContaining(['dxl', 'sxl', 'sxy']),
        code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/),
        revoked: false,
      },
    ],
  })
})

test('a list is read in parts, then only what changed', async () => {
  for (let at = 0; at < 5; at += 1) await storeGuest(database, eventId, { phone: `+861391234567${at}` })
  const device = await pair(database, stage, eventId, '前台1')
  const first = await guests(device, '?limit=2')
  expect(first).toMatchObject({ more: true, reset: true, total: 5 })
  const second = await guests(device, `?limit=2&since=${first.version}`)
  const third = await guests(device, `?limit=2&since=${second.version}`)
  expect(third).toMatchObject({ more: false, reset: false })
  const all = [first, second, third].flatMap(({ rows }) => rows)
  expect(new Set(all.map(({ id }) => id)).size).toBe(5)
  expect(await guests(device, `?since=${third.version}`)).toMatchObject({ rows: [], version: third.version })

  const guest = all[1]
  await send(checkInFields({ event_id: eventId, registration_id: guest?.id }), device)
  await send(
    checkInFields({ event_id: eventId, name: '现场', phone: '13600000000', consent_checkin: 1 }),
    device,
  )
  const changed = await guests(device, `?since=${third.version}`)
  expect(changed.rows).toMatchObject([
    { id: guest?.id, checked_in_at: stage.clock.now.toISOString(), checked_in_by: '前台1' },
    { name: '现场', walk_in: true },
  ])
  expect(await guests(device, '?since=999999')).toMatchObject({ reset: true, total: 6 })
})

test('a revoked device is refused', async () => {
  const device = await pair(database, stage, eventId, '前台1')
  await database.db.update(kioskDevice).set({ revokedAt: stage.clock.now })
  expect(await ask(stage.api, '/api/kiosk/list', { headers: { device } })).toMatchObject({
    code: 1103,
    data: { reason: 'revoked_device' },
  })
})

async function book(more: Record<string, unknown> = {}) {
  const openDayId = await storeOpenDay(database)
  const event = await storeEvent(database, {
    openDayId,
    startsAt: new Date('2026-06-22T02:00:00Z'),
    endsAt: new Date('2026-06-22T04:00:00Z'),
  })
  const fields = leadFields({ order_type: 'openday', open_day_id: openDayId, phone: '13812345678', ...more })
  const { reference, access } = accepted.parse((await stage.post('/api/clue', fields)).data)
  return { event, reference, access, openDayId, fields }
}

test('a booking adds its parent to the list; cancelling voids the ticket, booking again makes it valid', async () => {
  const { event, fields } = await book()
  const device = await pair(database, stage, event, '前台1')
  expect((await guests(device)).rows).toMatchObject([{ name: '王小明', revoked: false }])
  const { version } = await guests(device)
  await database.db.update(clue).set({ state: 'cancelled' })
  expect((await guests(device, `?since=${version}`)).rows).toMatchObject([{ revoked: true }])
  stage.clock.now = new Date(stage.clock.now.getTime() + 3_600_000)
  await stage.post('/api/clue', { ...fields, key: 'another-key' })
  expect((await guests(device)).rows).toMatchObject([{ name: '王小明', revoked: false }])
  expect(await database.db.$count(registration)).toBe(1)
})

const tickets = z.array(
  z.looseObject({ ticket: z.string(), qr: z.string(), code: z.string(), reference: z.string().optional() }),
)

test('a booking has a ticket that checks its parent in, with a QR code that is not cached', async () => {
  const { event, reference, access } = await book()
  const answer = await ask(stage.api, `/api/tickets?access=${access}`)
  expect(answer.text).not.toMatch(/王小明|13812345678/)
  const [ticket] = tickets.parse(answer.data)
  expect(ticket).toMatchObject({ reference, name: '王**', event: { id: event } })
  expect(readTicket(ticket?.ticket ?? '')).toMatchObject({ eventId: event, code: ticket?.code })
  expect(ticket?.ticket).toHaveLength(35)

  const needs = { personal: personalOfTests, publicOrigin: 'https://xuanxiao.example' }
  const at = (path: string) => qrPicture(new Request(`https://xuanxiao.example${path}`), needs)
  const picture = at(ticket?.qr ?? '')
  expect(picture?.headers.get('cache-control')).toBe('private, no-store')
  const drawn = (await picture?.text()) ?? ''
  expect(drawn).toMatch(/^<svg width="264" height="264"/)
  expect(await readQr(Buffer.from(drawn))).toBe(ticket?.ticket)
  expect(at(`/media/tickets/${'K'.repeat(35)}.svg`)?.status).toBe(404)
  const number = '0a'.repeat(16)
  const own = Buffer.from((await at(`/media/checkins/${number}.svg`)?.text()) ?? '')
  expect(await readQr(own)).toBe(`https://xuanxiao.example/signdetail/?id=${number}`)
  expect(at('/media/images/x.avif')).toBeUndefined()

  stage.clock.now = new Date('2026-06-22T02:10:00Z')
  const body = checkInFields({ event_id: event, ticket: ticket?.ticket })
  expect(await stage.post('/api/checkins', body)).toMatchObject({ data: { state: 'checked_in' } })
  const [used] = tickets.parse((await ask(stage.api, `/api/tickets?access=${access}`)).data)
  expect(used).toMatchObject({ checked_in_at: '2026-06-22T02:10:00.000Z' })
})

test('visitors find their tickets and no others', async () => {
  await book()
  const [own, other] = [await stage.logIn('+8613812345678'), await stage.logIn('+8613700000001')]
  const of = async (token: string) =>
    tickets.parse((await ask(stage.api, '/api/center/tickets', { headers: { token } })).data)
  expect(await of(own)).toHaveLength(1)
  expect(await of(other)).toEqual([])
  await database.db
    .update(registration)
    .set({ revokedAt: stage.clock.now })
    .where(eq(registration.kind, 'parent'))
  expect(await of(own)).toEqual([])
})

test('who cancels and books again has one ticket, that of the booking that stands', async () => {
  const { reference, fields } = await book()
  const token = await stage.logIn('+8613812345678')
  await stage.post(`/api/center/requests/${reference}/cancel`, {}, token)
  stage.clock.now = new Date(stage.clock.now.getTime() + 3_600_000)
  const again = accepted.parse((await stage.post('/api/clue', { ...fields, key: 'another-key' })).data)
  expect(again.reference).not.toBe(reference)
  const own = await ask(stage.api, '/api/center/tickets', { headers: { token } })
  expect(tickets.parse(own.data).map((ticket) => ticket.reference)).toEqual([again.reference])
})

test('events have the state of their check-in', async () => {
  await storeEvent(database, {
    startsAt: new Date('2026-07-15T02:00:00Z'),
    endsAt: new Date('2026-07-15T04:00:00Z'),
  })
  await storeEvent(database, {
    startsAt: new Date('2026-05-15T02:00:00Z'),
    endsAt: new Date('2026-05-15T04:00:00Z'),
  })
  for (const phase of ['early', 'open', 'over']) {
    const answer = await ask(stage.api, `/api/events?check_in=${phase}`)
    expect(answer.data).toMatchObject({ total: 1, items: [{ check_in: phase }] })
  }
  expect(await ask(stage.api, `/api/events/${eventId}`)).toMatchObject({
    data: { id: eventId, exhibitors: [] },
  })
  expect(await ask(stage.api, '/api/events/99999')).toMatchObject({ code: 1404 })
})
