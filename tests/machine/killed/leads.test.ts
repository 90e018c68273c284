import { expect, test } from 'vitest'
import type { ConnectOptions } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { clue, consent, openDay } from '#server/db/schema/index.ts'
import { databaseOn, enginesToProve, inDatabase, startSiteOn } from '#tests/support/database/engines.ts'
import { startLeadClients } from '#tests/support/leads/lead-clients.ts'
import { storeOpenDay } from '#tests/support/leads/leads.ts'

const proving = process.env['PROVE'] === '1'
const { kills, leads, spread } = proving
  ? { kills: 20, leads: 2000, spread: 70 }
  : { kills: 2, leads: 90, spread: 15 }
/** Acknowledgements between two kills, at least. */
const between = 20

test.each(enginesToProve)(
  'on the %s database no acknowledged lead is lost or stored twice, however often the site is killed',
  async (engine) => {
    const where = await databaseOn(engine)
    const open_day_id = await prepare(where)
    let site = await startSiteOn(where)
    const log = startLeadClients({
      leads,
      clients: 8,
      url: () => site.url,
      fields: (number) => leadOf(number, open_day_id),
    })
    for (let kill = 0; kill < kills; kill += 1) {
      const sent = log.acknowledged.size
      await log.reached(sent + between + Math.floor(Math.random() * spread))
      expect(log.acknowledged.size).toBeLessThan(leads)
      await site.kill(kill % 2 === 0 ? 'family' : 'alone')
      site = await startSiteOn(where)
    }
    await log.reached(leads)
    await site.kill('family')

    const stored = await readStored(where)
    expect(stored.references.toSorted()).toEqual([...log.acknowledged.values()].flat().toSorted())
    expect(new Set(stored.references).size).toBe(leads)
    expect(stored.consents).toBe(leads)
    expect(stored.taken).toBe(Math.ceil(leads / 3))
  },
  1_800_000,
)

/** Each of a phone of its own; every third is a booking. */
function leadOf(number: number, open_day_id: number): Record<string, unknown> {
  const booking = number % 3 === 0 ? { order_type: 'openday', open_day_id } : { order_type: 'consult' }
  const phone = `137${String(number).padStart(8, '0')}`
  return { name: '王小明', phone, city_code: '4403', consent_contact: 1, ...booking }
}

/** An open day with room for every lead. */
function prepare(where: ConnectOptions): Promise<number> {
  return inDatabase(where, async (database) => {
    await migrate(database)
    const startsAt = new Date(Date.now() + 7 * 86_400_000)
    const endsAt = new Date(startsAt.getTime() + 7_200_000)
    return storeOpenDay(database, { startsAt, endsAt, capacity: leads })
  })
}

function readStored(where: ConnectOptions) {
  return inDatabase(where, async ({ db }) => {
    const rows = await db.select({ reference: clue.reference }).from(clue)
    const [day] = await db.select({ taken: openDay.taken }).from(openDay)
    return {
      references: rows.map(({ reference }) => reference),
      consents: await db.$count(consent),
      taken: day?.taken,
    }
  })
}
