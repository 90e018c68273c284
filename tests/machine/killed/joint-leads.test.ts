import { expect, test } from 'vitest'
import { sendJointClue } from '#server/contract/leads/joint-clue.ts'
import type { ConnectOptions } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { clue, consent, openDay, outbox } from '#server/db/schema/index.ts'
import { addSchool } from '#tests/support/api/api.ts'
import { databaseOn, enginesToProve, inDatabase, startSiteOn } from '#tests/support/database/engines.ts'
import { startLeadClients } from '#tests/support/leads/lead-clients.ts'
import { storeOpenDay } from '#tests/support/leads/leads.ts'

const proving = process.env['PROVE'] === '1'
const { kills, requests, spread } = proving
  ? { kills: 20, requests: 800, spread: 25 }
  : { kills: 3, requests: 60, spread: 6 }
/** Acknowledgements between two kills, at least. */
const between = 8
/** Schools that each request asks. */
const asked = 3

test.each(enginesToProve)(
  'on the %s database a request to several schools is there whole or not at all, once, however often the site is killed',
  async (engine) => {
    const where = await databaseOn(engine)
    const { schools, openDayId } = await prepare(where)
    let site = await startSiteOn(where)
    const log = startLeadClients({
      leads: requests,
      clients: 8,
      url: () => site.url,
      call: { path: sendJointClue.path, referencesIn },
      fields: (number) => requestOf(number, schools, openDayId),
    })
    for (let kill = 0; kill < kills; kill += 1) {
      const sent = log.acknowledged.size
      await log.reached(sent + between + Math.floor(Math.random() * spread))
      expect(log.acknowledged.size).toBeLessThan(requests)
      await site.kill(kill % 2 === 0 ? 'family' : 'alone')
      expect(new Set(await leadsOfEach(where))).toEqual(new Set([asked]))
      site = await startSiteOn(where)
    }
    await log.reached(requests)
    await site.kill('family')

    expect(await leadsOfEach(where)).toEqual(Array.from({ length: requests }, () => asked))
    const stored = await readStored(where)
    expect(stored.references.toSorted()).toEqual([...log.acknowledged.values()].flat().toSorted())
    expect(stored).toMatchObject({ consents: requests * asked, jobs: requests * asked, taken: requests })
  },
  1_800_000,
)

function referencesIn(data: unknown): string[] {
  return sendJointClue.data.parse(data).requests.map(({ reference }) => reference)
}

/** A seat of an open day of the last school, and a visit of the others. */
function requestOf(number: number, schools: readonly number[], openDayId: number): Record<string, unknown> {
  return {
    name: '王小明',
    phone: `136${String(number).padStart(8, '0')}`,
    visits: schools.map((school_id, at) => ({
      school_id,
      consent_contact: 1,
      ...(at === asked - 1 ? { open_day_id: openDayId } : {}),
    })),
  }
}

/** Schools, the last with an open day, half of whose seats are enough for phones that nobody verified. */
function prepare(where: ConnectOptions): Promise<{ schools: number[]; openDayId: number }> {
  return inDatabase(where, async (database) => {
    await migrate(database)
    const schools: number[] = []
    for (let at = 0; at < asked; at += 1) schools.push(await addSchool(database, `第${at + 1}所学校`))
    const startsAt = new Date(Date.now() + 7 * 86_400_000)
    const endsAt = new Date(startsAt.getTime() + 7_200_000)
    const schoolId = schools[asked - 1]
    return {
      schools,
      openDayId: await storeOpenDay(database, { schoolId, startsAt, endsAt, capacity: requests * 2 }),
    }
  })
}

/** How many leads each phone has that has any, while no site runs. */
function leadsOfEach(where: ConnectOptions): Promise<number[]> {
  return inDatabase(where, async ({ pool }) => {
    const { rows } = await pool.query<{ n: number }>(
      'select count(*)::int as n from clue group by phone_hash',
    )
    return rows.map(({ n }) => n)
  })
}

function readStored(where: ConnectOptions) {
  return inDatabase(where, async ({ db }) => {
    const rows = await db.select({ reference: clue.reference }).from(clue)
    const [day] = await db.select({ taken: openDay.taken }).from(openDay)
    return {
      references: rows.map(({ reference }) => reference),
      consents: await db.$count(consent),
      jobs: await db.$count(outbox),
      taken: day?.taken,
    }
  })
}
