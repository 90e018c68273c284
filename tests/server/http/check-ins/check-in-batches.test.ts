import { randomUUID } from 'node:crypto'
import { array, assert, asyncProperty, boolean, integer, nat, record, shuffledSubarray } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { checkIn, checkInAttempt } from '#server/db/schema/index.ts'
import { ask } from '#tests/support/api/api.ts'
import { pair, result, storeEvent, storeGuest } from '#tests/support/kiosk/check-ins.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'
import { clockedApi, type ClockedApi } from '#tests/support/api/clocked-api.ts'

const guests = 4
const devices = 2

let database: DatabaseConnection
let stage: ClockedApi
let eventId: number
let ids: number[]
let tokens: string[]

beforeAll(async () => {
  database = await openTestDatabase()
  stage = clockedApi(database)
  eventId = await storeEvent(database)
  const listed = Array.from({ length: guests }, (_, at) =>
    storeGuest(database, eventId, { phone: `+861370000000${at}` }),
  )
  ids = (await Promise.all(listed)).map(({ id }) => id)
  tokens = []
  for (let at = 0; at < devices; at += 1) tokens.push(await pair(database, stage, eventId, `前台${at}`))
})
afterAll(() => database.close())

/** One press on one device. */
type CheckIn = { guest: number; device: number; minute: number; nonce: string }
/** Presses as they lie in a batch of one device. */
type Batch = { device: number; entries: CheckIn[] }

const entries = array(
  record({ guest: nat(guests - 1), device: nat(devices - 1), minute: integer({ min: 0, max: 119 }) }),
  { minLength: 1, maxLength: 9 },
).map((list) => list.map((entry): CheckIn => ({ ...entry, nonce: randomUUID() })))

/** The order in which presses arrive, each at least once, and after which of them a batch ends. */
const arrivals = (list: CheckIn[]) =>
  array(nat(list.length - 1), { maxLength: 8 })
    .map((again) => [...list, ...again.flatMap((at) => list[at] ?? [])])
    .chain((all) =>
      record({
        order: shuffledSubarray(all, { minLength: all.length }),
        cuts: array(boolean(), { minLength: all.length, maxLength: all.length }),
      }),
    )

function batchesOf({ order, cuts }: { order: CheckIn[]; cuts: boolean[] }): Batch[] {
  const batches: Batch[] = []
  for (const [at, entry] of order.entries()) {
    const last = batches.at(-1)
    if (last === undefined || last.device !== entry.device || cuts[at] === true)
      batches.push({ device: entry.device, entries: [entry] })
    else last.entries.push(entry)
  }
  return batches
}

const timeOf = ({ minute }: CheckIn) => new Date(Date.UTC(2026, 5, 15, 2, minute)).toISOString()

async function send({ device, entries: own }: Batch) {
  const items = own.map((entry) => ({
    event_id: eventId,
    registration_id: ids[entry.guest],
    nonce: entry.nonce,
    at: timeOf(entry),
  }))
  const headers = { 'content-type': 'application/json', device: tokens[device] ?? '' }
  const body = JSON.stringify({ items })
  const { data } = await ask(stage.api, '/api/checkins', { method: 'POST', body, headers })
  return z.array(result).parse(data)
}

/** What has to be stored when presses arrive in an order: who came first is in, the others met that. */
function expected(order: readonly CheckIn[]) {
  const first = new Map<number, CheckIn>()
  const noted = new Map<string, { state: string; conflict: boolean }>()
  for (const entry of order) {
    if (noted.has(entry.nonce)) continue
    const winner = first.get(entry.guest)
    if (winner === undefined) first.set(entry.guest, entry)
    const conflict = winner !== undefined && winner.device !== entry.device
    noted.set(entry.nonce, { state: winner === undefined ? 'checked_in' : 'duplicate', conflict })
  }
  return { first, noted }
}

test('batches in any order, split and repeated, check in every guest once and store every entry once', async () => {
  await assert(
    asyncProperty(
      entries.chain((list) => arrivals(list).map((arrival) => ({ list, arrival }))),
      async ({ list, arrival }) => {
        await database.db.delete(checkInAttempt)
        await database.db.delete(checkIn)
        const answered = new Map<string, string>()
        for (const batch of batchesOf(arrival)) {
          for (const [at, { state, id, first_at, conflict }] of (await send(batch)).entries()) {
            const nonce = batch.entries[at]?.nonce ?? ''
            const said = JSON.stringify({ state, id, first_at, conflict })
            // A repeated press hears what it heard the first time.
            expect(answered.get(nonce) ?? said).toBe(said)
            answered.set(nonce, said)
          }
        }
        const { first, noted } = expected(arrival.order)
        const rows = await database.db.select().from(checkIn)
        const stored = rows.map((row) => `${row.registrationId} ${row.nonce} ${row.at.toISOString()}`)
        const wanted = [...first].map(([guest, entry]) => `${ids[guest]} ${entry.nonce} ${timeOf(entry)}`)
        expect(new Set(stored)).toEqual(new Set(wanted))
        expect(stored).toHaveLength(wanted.length)
        const attempts = await database.db.select().from(checkInAttempt)
        expect(new Map(attempts.map(({ nonce, state, conflict }) => [nonce, { state, conflict }]))).toEqual(
          noted,
        )
        expect(attempts).toHaveLength(list.length)
        // Whatever the order: the same guests are in, and the same ones are told to be in twice.
        expect(new Set(first.keys())).toEqual(new Set(list.map(({ guest }) => guest)))
        const twice = (guest: number) =>
          new Set(list.filter((each) => each.guest === guest).map(({ device }) => device)).size > 1
        const inConflict = new Set(
          attempts.filter(({ conflict }) => conflict).map(({ checkInId }) => checkInId),
        )
        const conflicting = rows.filter(({ id }) => inConflict.has(id)).map((row) => row.registrationId)
        const named = [...first.keys()].filter(twice).map((guest) => ids[guest] ?? null)
        expect(new Set(conflicting)).toEqual(new Set(named))
      },
    ),
    { numRuns: 25 },
  )
})
