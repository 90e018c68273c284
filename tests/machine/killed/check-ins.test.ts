import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { envelope } from '#server/contract/endpoint.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { insertGuests } from '#server/db/check-ins/guest-list.ts'
import { migrate } from '#server/db/migrate.ts'
import { checkIn, checkInAttempt } from '#server/db/schema/index.ts'
import { guestColumns } from '#server/services/check-ins/guest-columns.ts'
import { createPairingCode } from '#server/services/check-ins/pairing.ts'
import { createPersonalData } from '#server/services/personal-data/personal-data.ts'
import { storeEvent } from '#tests/support/kiosk/check-ins.ts'
import {
  databaseOn,
  enginesToProve,
  inDatabase,
  siteKey,
  startSiteOn,
} from '#tests/support/database/engines.ts'
import type { KillableSite } from '#tests/support/site/killable-site.ts'

const proving = process.env['PROVE'] === '1'
const { kills, guests } = proving ? { kills: 5, guests: 1000 } : { kills: 2, guests: 180 }
const devices = 6
const batch = 10
const timeoutMs = 120_000

const personal = createPersonalData(siteKey)

const paired = z.object({ token: z.string() })
const results = z.array(z.object({ state: z.string(), id: z.string(), first_at: z.string() }))

test.each(enginesToProve)(
  'on the %s database no check-in of six devices is lost or stored twice, however often the site is killed',
  async (engine) => {
    const where = await databaseOn(engine)
    const { eventId, codes, ids } = await inDatabase(where, prepare)
    let site = await startSiteOn(where)
    const tokens = await Promise.all(
      codes.map(async (code) => paired.parse(await send(site, '/api/kiosk/pair', { code })).token),
    )

    const startsAt = Date.now() - 60_000
    const acknowledged = new Map<string, string>()
    const wrong: string[] = []
    /** Each device keeps what it noted, nonce and time included, until the server has answered for it. */
    const upload = async (device: string, own: number[]) => {
      const items = own.map((id) => ({
        event_id: eventId,
        registration_id: ids[id],
        nonce: randomUUID(),
        at: new Date(startsAt + id).toISOString(),
      }))
      for (let from = 0; from < items.length; from += batch) {
        const part = items.slice(from, from + batch)
        const deadline = Date.now() + timeoutMs
        for (;;) {
          const answer = await send(site, '/api/checkins', { items: part }, device).catch(() => undefined)
          const parsed = results.safeParse(answer)
          if (parsed.success) {
            for (const [at, { state, id, first_at }] of parsed.data.entries()) {
              if (state !== 'checked_in' || first_at !== part[at]?.at) wrong.push(`${state} ${first_at}`)
              acknowledged.set(part[at]?.nonce ?? '', id)
            }
            break
          }
          if (Date.now() > deadline) throw new Error('a batch was not acknowledged')
          await wait(40)
        }
      }
    }
    const uploads = Promise.all(
      tokens.map((token, device) =>
        upload(
          token,
          [...ids.keys()].filter((id) => id % devices === device),
        ),
      ),
    )
    uploads.catch(() => undefined)
    for (let kill = 0; kill < kills; kill += 1) {
      const wanted = ((kill + 1) * guests) / (kills + 1)
      while (acknowledged.size < wanted) await Promise.race([wait(5), uploads.then(() => wait(1000))])
      expect(acknowledged.size).toBeLessThan(guests)
      await site.kill(kill % 2 === 0 ? 'family' : 'alone')
      site = await startSiteOn(where)
    }
    await uploads
    expect(wrong).toEqual([])
    await site.kill('family')

    const stored = await inDatabase(where, async ({ db }) => ({
      rows: await db.select().from(checkIn),
      attempts: await db.$count(checkInAttempt),
    }))
    expect(stored.rows.map(({ id }) => id).toSorted()).toEqual([...acknowledged.values()].toSorted())
    expect(new Set(stored.rows.map(({ registrationId }) => registrationId)).size).toBe(guests)
    expect(stored.attempts).toBe(guests)
    expect(
      stored.rows.filter(({ at }) => at.getTime() < startsAt || at.getTime() >= startsAt + guests),
    ).toEqual([])
  },
  1_800_000,
)

async function send(site: KillableSite, path: string, body: object, device?: string): Promise<unknown> {
  const response = await fetch(new URL(path, site.url), {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(device === undefined ? {} : { device }) },
  })
  return envelope.parse(await response.json()).data
}

async function prepare(database: DatabaseConnection) {
  await migrate(database)
  const now = new Date()
  const eventId = await storeEvent(database, {
    startsAt: new Date(now.getTime() - 3_600_000),
    endsAt: new Date(now.getTime() + 7_200_000),
  })
  const rows = Array.from({ length: guests }, (_, at) => {
    const phone = `+86137${String(at).padStart(8, '0')}`
    return guestColumns(personal, eventId, { kind: 'parent', source: 'import', name: '王小明', phone }, now)
  })
  const listed = await database.db.transaction((tx) => insertGuests(tx, eventId, rows))
  const codes: string[] = []
  for (let device = 0; device < devices; device += 1) {
    const offer = await createPairingCode(
      { db: database.db, personal },
      { eventId, name: `前台${device}`, now },
    )
    codes.push(offer?.code ?? '')
  }
  return { eventId, codes, ids: listed.map(({ id }) => id) }
}
