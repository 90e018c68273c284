import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { insertGuests } from '#server/db/check-ins/guest-list.ts'
import { event } from '#server/db/schema/index.ts'
import { guestColumns, type Guest } from '#server/services/check-ins/guest-columns.ts'
import { createPairingCode } from '#server/services/check-ins/pairing.ts'
import { personalOfTests } from '../api/api.ts'
import type { ClockedApi } from '../api/clocked-api.ts'

/** What tests read of one result of `/api/checkins`. */
export const result = z.object({
  state: z.string(),
  id: z.string().optional(),
  first_at: z.string().optional(),
  first_device: z.string().optional(),
  conflict: z.boolean().optional(),
  clock: z.string().optional(),
  walk_in: z.boolean().optional(),
  name: z.string().optional(),
  reason: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  code: z.int(),
})

/** Stores an event that runs at the clock of the tests, and gives its id. */
export async function storeEvent(
  { db }: DatabaseConnection,
  more: Partial<typeof event.$inferInsert> = {},
): Promise<number> {
  const [stored] = await db
    .insert(event)
    .values({
      cityCode: '4403',
      title: '择校展',
      startsAt: new Date('2026-06-15T02:00:00Z'),
      endsAt: new Date('2026-06-15T09:00:00Z'),
      ...more,
    })
    .returning({ id: event.id })
  if (stored === undefined) throw new Error('the event was not stored')
  return stored.id
}

/** Puts a guest on the list of an event, and gives what was stored. */
export async function storeGuest({ db }: DatabaseConnection, eventId: number, more: Partial<Guest> = {}) {
  const guest: Guest = { kind: 'parent', source: 'import', name: '张小明', phone: '+8613812345678', ...more }
  const row = guestColumns(personalOfTests, eventId, guest, new Date('2026-06-01T00:00:00Z'))
  const [stored] = await db.transaction((tx) => insertGuests(tx, eventId, [row]))
  if (stored === undefined) throw new Error('the guest was not stored')
  return stored
}

const paired = z.object({ token: z.string() })

/** Pairs a device with an event and gives its token. */
export async function pair(
  database: DatabaseConnection,
  stage: ClockedApi,
  eventId: number,
  name: string,
): Promise<string> {
  const needs = { db: database.db, personal: personalOfTests }
  const offer = await createPairingCode(needs, { eventId, name, now: stage.clock.now })
  if (offer === undefined) throw new Error(`the name ${name} is in use`)
  const answer = await stage.post('/api/kiosk/pair', { code: offer.code })
  return paired.parse(answer.data).token
}

/** The fields of a check-in with a nonce of its own. */
export function checkInFields(more: Record<string, unknown>): Record<string, unknown> {
  return { nonce: randomUUID(), ...more }
}
