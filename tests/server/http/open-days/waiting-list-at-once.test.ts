import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { clue, openDay, openDayNotice } from '#server/db/schema/index.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { giveFreeSeats } from '#server/services/open-days/give-free-seats.ts'
import { changeOpenDay, versionOf } from '#server/services/staff/change-open-day.ts'
import { ask, dependenciesOn } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { accepted, leadFields, post, storeOpenDay } from '#tests/support/leads/leads.ts'
import { staffStage } from '#tests/support/staff/staff-stage.ts'

const now = new Date('2026-06-15T04:00:00Z')
const sms = new Set(['seat' as const])

let database: DatabaseConnection
let api: Api
let dayId: number
let editor: { id: number; name: string }

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  api = createApi(dependenciesOn(database, { now: () => now, smsNoticeKinds: sms }))
  // Unverified phones hold and wait for half of the seats at most.
  dayId = await storeOpenDay(database, { capacity: 40, taken: 37 })
  editor = { id: await staffStage(database).member('李编辑', '13800000002', 'editor'), name: '李编辑' }
})
afterAll(() => database.close())

const join = async (): Promise<{ access: string; state: string }> => {
  const body = leadFields({ order_type: 'openday', open_day_id: dayId, waitlist: 1 })
  return accepted.parse((await ask(api, '/api/clue', post(body))).data)
}
const cancel = async ({ access }: { access: string }) =>
  (await ask(api, '/api/requests/cancel', post({ access }))).code

async function setCapacity(capacity: number): Promise<string> {
  const [stored] = await database.db.select().from(openDay)
  if (stored === undefined) throw new Error('no open day')
  const { id, title, startsAt, endsAt, bookingClosesAt, place, description } = stored
  const edit = { title, startsAt, endsAt, bookingClosesAt, place, description, capacity }
  const { state } = await changeOpenDay(
    database,
    { id, version: versionOf(stored), ...edit },
    { actor: { staff: editor }, now, sms },
  )
  return state
}

/** Seats are those of bookings, never more than there are, and nobody waits beside a free one, or before an earlier one. */
async function expectConsistent(): Promise<void> {
  const [day] = await database.db.select().from(openDay)
  const seats = await database.db.$count(clue, and(eq(clue.openDayId, dayId), eq(clue.holdsSeat, true)))
  expect(day?.taken).toBe(37 + seats)
  expect(day?.taken).toBeLessThanOrEqual(day?.capacity ?? 0)
  const requests = await database.db.select().from(clue).orderBy(asc(clue.id))
  const waiting = requests.filter(({ state }) => state === 'waiting')
  expect(waiting.length === 0 || day?.taken === day?.capacity).toBe(true)
  const given = requests.filter(({ seatGivenAt }) => seatGivenAt !== null)
  const firstWaiting = waiting[0]?.id ?? Number.POSITIVE_INFINITY
  expect(given.filter(({ id }) => id > firstWaiting)).toEqual([])
  expect(await database.db.$count(openDayNotice, eq(openDayNotice.kind, 'seat'))).toBe(given.length)
}

test('two bookings that are cancelled at once give their seats to the first two who wait', async () => {
  const booked = [await join(), await join(), await join()]
  const waits = [await join(), await join(), await join()]
  await Promise.all(booked.slice(0, 2).map(cancel))
  const states = await database.db.select({ state: clue.state }).from(clue).orderBy(asc(clue.id))
  expect(states.map(({ state }) => state)).toEqual([
    'cancelled',
    'cancelled',
    'received',
    'received',
    'received',
    'waiting',
  ])
  expect(waits.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting'])
  await expectConsistent()
})

test('who joins while a seat becomes free either waits behind nobody or has it', async () => {
  for (let round = 0; round < 8; round += 1) {
    await emptyDatabase(database)
    dayId = await storeOpenDay(database, { capacity: 38, taken: 37 })
    const booked = await join()
    const [, joined] = await Promise.all([cancel(booked), join(), join()])
    expect(['received', 'waiting']).toContain(joined.state)
    await expectConsistent()
  }
})

test('joins, cancellations, more and fewer seats and the periodic job at once leave seats and waiting list consistent', async () => {
  const known = await Promise.all(Array.from({ length: 8 }, join))
  const outcomes = await Promise.all([
    ...known.map(cancel),
    ...Array.from({ length: 8 }, async () => (await join()).state),
    setCapacity(42),
    giveFreeSeats(database, { now, sms }),
    ...Array.from({ length: 3 }, async () => cancel(await join())),
    giveFreeSeats(database, { now, sms }),
  ])
  expect(outcomes).not.toContain(1500)
  await expectConsistent()
  expect(await setCapacity(44)).toBe('changed')
  await expectConsistent()
})
