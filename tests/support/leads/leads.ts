import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { openDay, session, visitor } from '#server/db/schema/index.ts'
import { personalOfTests } from '../api/api.ts'

/** `data` of an accepted lead. */
export const accepted = z.object({
  reference: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{10}$/),
  access: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/),
  state: z.string(),
  msg: z.string(),
})

let phones = 0

/** A mobile number that no other call of this process gave, as people type it. */
export function freshPhone(): string {
  phones += 1
  return `139${String(phones).padStart(8, '0')}`
}

/** The fields of a lead that lacks nothing; `more` overrides. */
export function leadFields(more: Record<string, unknown> = {}): Record<string, unknown> {
  return { name: '王小明', phone: freshPhone(), city_code: '4403', consent_contact: 1, ...more }
}

/** A POST of JSON. */
export function post(body: Record<string, unknown>, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  }
}

/** Stores an account of a phone (E.164) with a session of the token, and gives its id. */
export async function storeVisitor(
  { db }: DatabaseConnection,
  token: string,
  phone: string,
): Promise<number> {
  const [owner] = await db
    .insert(visitor)
    .values({
      phoneHash: personalOfTests.blindIndex('phone', phone),
      phoneCipher: personalOfTests.encrypt(phone),
    })
    .returning({ id: visitor.id })
  if (owner === undefined) throw new Error('the visitor was not stored')
  await db.insert(session).values({
    visitorId: owner.id,
    tokenHash: createHash('sha256').update(token).digest('hex'),
    expiresAt: new Date('2026-08-01T00:00:00Z'),
    lastSeenAt: new Date('2026-06-15T04:00:00Z'),
  })
  return owner.id
}

/** Stores an open day a week after the clock of the tests, and gives its id. */
export async function storeOpenDay(
  { db }: DatabaseConnection,
  more: Partial<typeof openDay.$inferInsert> = {},
): Promise<number> {
  const [day] = await db
    .insert(openDay)
    .values({
      cityCode: '4403',
      title: '校园开放日',
      startsAt: new Date('2026-06-22T02:00:00Z'),
      endsAt: new Date('2026-06-22T04:00:00Z'),
      ...more,
    })
    .returning({ id: openDay.id })
  if (day === undefined) throw new Error('the open day was not stored')
  return day.id
}
