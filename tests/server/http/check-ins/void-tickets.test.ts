import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { checkIn, checkInUndone, clue, registration } from '#server/db/schema/index.ts'
import { signTicket } from '#server/services/check-ins/sign-ticket.ts'
import { ask, personalOfTests } from '#tests/support/api/api.ts'
import { checkInFields as fields, pair, result, storeEvent } from '#tests/support/kiosk/check-ins.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { leadFields, storeOpenDay } from '#tests/support/leads/leads.ts'
import { clockedApi, type ClockedApi } from '#tests/support/api/clocked-api.ts'

let database: DatabaseConnection
let stage: ClockedApi
let eventId: number
let openDayId: number
let device: string

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  stage = clockedApi(database)
  openDayId = await storeOpenDay(database)
  eventId = await storeEvent(database, { openDayId })
  device = await pair(database, stage, eventId, '前台1')
})
afterAll(() => database.close())

const person = { name: '张家长', phone: '13812345678' }

/** A family that booked, is on the list of the event, and took the booking back a moment ago. */
async function cancelledGuest() {
  await stage.post('/api/clue', leadFields({ order_type: 'openday', open_day_id: openDayId, ...person }))
  await ask(stage.api, '/api/kiosk/list', { headers: { device } })
  const [guest] = await database.db.select().from(registration)
  if (guest === undefined) throw new Error('the booking is not on the list')
  await database.db.update(clue).set({ state: 'cancelled' })
  return guest
}

function send(body: object, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { device: token }) }
  return ask(stage.api, '/api/checkins', { method: 'POST', body: JSON.stringify(body), headers })
}

/** The four ways in which a guest is named. */
function waysOf({ ticket }: { ticket: string }) {
  const signed = signTicket(
    personalOfTests,
    { id: eventId, endsAt: new Date('2026-06-15T09:00:00Z') },
    ticket,
  )
  return [{ ticket }, { ticket: signed }, { ...person, phone: '5678' }, person].map((way) =>
    fields({ event_id: eventId, ...way }),
  )
}

test.each(['the plain page', 'a paired kiosk'])(
  'a cancelled booking checks nobody in on %s, from then on and in none of the four ways',
  async (where) => {
    const token = where === 'a paired kiosk' ? device : undefined
    const guest = await cancelledGuest()
    for (const way of waysOf(guest)) {
      expect(await send(way, token)).toMatchObject({ code: 1409, data: { reason: 'revoked_ticket' } })
    }
    expect(await database.db.$count(checkIn)).toBe(0)
    expect(await database.db.select().from(registration)).toMatchObject([{ revokedAt: expect.any(Date) }])
  },
)

test('the family of a void ticket comes in as a walk-in with consent, and may book again', async () => {
  const guest = await cancelledGuest()
  const listed = fields({ event_id: eventId, registration_id: guest.id })
  expect(await send(listed, device)).toMatchObject({ data: { reason: 'revoked_ticket' } })
  const walkIn = fields({ event_id: eventId, ...person, consent_checkin: 1 })
  expect(await send(walkIn, device)).toMatchObject({ data: { state: 'checked_in', walk_in: true } })
  const again = fields({ event_id: eventId, ...person })
  expect(result.parse((await send(again, device)).data)).toMatchObject({ state: 'duplicate', walk_in: true })
  expect(await send(fields({ event_id: eventId, ticket: guest.ticket }), device)).toMatchObject({
    data: { reason: 'revoked_ticket' },
  })
  await database.db.update(clue).set({ state: 'received' })
  await ask(stage.api, '/api/kiosk/list', { headers: { device } })
  expect(await database.db.$count(registration)).toBe(2)
  expect(await database.db.$count(checkIn, eq(checkIn.registrationId, guest.id))).toBe(0)
})

test('a check-in that staff undo is undone on every screen, and no retry brings it back', async () => {
  const first = fields({ event_id: eventId, ...person, consent_checkin: 1 })
  const { id } = result.parse((await send(first, device)).data)
  const [guest] = await database.db.select().from(registration)
  const undo = (registration_id: number | undefined, token: string) =>
    ask(stage.api, '/api/kiosk/undo', {
      method: 'POST',
      body: JSON.stringify({ registration_id }),
      headers: { 'content-type': 'application/json', device: token },
    })
  const stranger = await pair(database, stage, await storeEvent(database), '别的前台')
  expect(await undo(guest?.id, stranger)).toMatchObject({ code: 1404 })
  expect(await undo(guest?.id, device)).toMatchObject({ code: 1000 })
  expect(await undo(guest?.id, device)).toMatchObject({ code: 1409 })
  expect(await ask(stage.api, '/api/kiosk/state', { headers: { device } })).toMatchObject({
    data: { checked_in: 0, walk_ins: 0 },
  })
  expect(await ask(stage.api, `/api/checkins/${id}`)).toMatchObject({ code: 1404 })
  expect(await send(first, device)).toMatchObject({ code: 1409, data: { reason: 'undone' } })
  expect(await database.db.$count(checkIn)).toBe(0)
  expect(await database.db.select().from(checkInUndone)).toMatchObject([
    { registrationId: guest?.id, device: '前台1', undoneBy: '设备 前台1' },
  ])
  expect(await send(fields({ event_id: eventId, ...person }), device)).toMatchObject({
    data: { state: 'checked_in' },
  })
})
