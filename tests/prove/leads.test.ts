import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { connectDatabase, type ConnectOptions } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { clue, consent, openDay } from '#server/db/schema/index.ts'
import { makeDataDir } from '#tests/support/embedded-template.ts'
import { startKillableSite, type KillableSite } from '#tests/support/killable-site.ts'
import { startLeadClients } from '#tests/support/lead-clients.ts'
import { storeOpenDay } from '#tests/support/leads.ts'
import { startPostgres } from '#tests/support/postgres.ts'

const proving = process.env['PROVE'] === '1'
const { kills, leads, spread } = proving
  ? { kills: 20, leads: 2000, spread: 70 }
  : { kills: 3, leads: 120, spread: 15 }
/** Acknowledgements between two kills, at least. */
const between = 20

const server = inject('databaseUrl')
const ownEngine = server === undefined ? 'embedded' : 'postgres'
const engines = proving ? (['embedded', 'postgres'] as const) : ([ownEngine] as const)

const cleanups: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

test.each(engines)(
  'on the %s database no acknowledged lead is lost or stored twice, however often the site is killed',
  async (engine) => {
    const where = engine === 'embedded' ? await embeddedDatabase() : await postgresDatabase()
    const open_day_id = await prepare(where)
    let site = await start(where)
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
      site = await start(where)
    }
    await log.reached(leads)
    await site.kill('family')

    const stored = await readStored(where)
    expect(stored.references.toSorted()).toEqual([...log.acknowledged.values()].toSorted())
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

async function embeddedDatabase(): Promise<ConnectOptions> {
  const dataDir = await makeDataDir()
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  return { dataDir }
}

async function postgresDatabase(): Promise<ConnectOptions> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'leads-'))
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const url = new URL(server ?? (await ownServer()))
  const name = `leads_${randomBytes(6).toString('hex')}`
  await administer(url.href, `create database ${name}`)
  cleanups.push(() => administer(server ?? url.href, `drop database if exists ${name} with (force)`))
  const databaseUrl = new URL(url)
  databaseUrl.pathname = `/${name}`
  return { dataDir, databaseUrl: databaseUrl.href }
}

async function ownServer(): Promise<string> {
  const started = await startPostgres()
  if ('missing' in started) throw new Error(started.missing)
  cleanups.push(started.stop)
  return started.url
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

async function prepare(where: ConnectOptions): Promise<number> {
  const database = await connectDatabase(where)
  try {
    await migrate(database)
    const startsAt = new Date(Date.now() + 7 * 86_400_000)
    const endsAt = new Date(startsAt.getTime() + 7_200_000)
    return await storeOpenDay(database, { startsAt, endsAt, capacity: leads })
  } finally {
    await database.close()
  }
}

async function start({ dataDir, databaseUrl }: ConnectOptions): Promise<KillableSite> {
  const site = await startKillableSite({
    DATA_DIR: dataDir,
    DATA_KEY: Buffer.alloc(32, 9).toString('base64'),
    SAMPLE: 'off',
    TRUST_PROXY: 'loopback',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  })
  cleanups.push(() => site.kill('family').catch(() => undefined))
  return site
}

async function readStored(where: ConnectOptions) {
  const database = await connectDatabase(where)
  try {
    const rows = await database.db.select({ reference: clue.reference }).from(clue)
    const [day] = await database.db.select({ taken: openDay.taken }).from(openDay)
    return {
      references: rows.map(({ reference }) => reference),
      consents: await database.db.$count(consent),
      taken: day?.taken,
    }
  } finally {
    await database.close()
  }
}
