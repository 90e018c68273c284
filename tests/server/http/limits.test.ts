import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { agreedVersion } from '#server/contract/accounts/agreed-texts.ts'
import { durationText } from '#server/contract/duration-text.ts'
import { connectDatabase, type DatabaseConnection } from '#server/db/connect.ts'
import { actCount, clue } from '#server/db/schema/index.ts'
import { createApi, type Api, type ApiDependencies } from '#server/http/create-api.ts'
import { readNetworks } from '#server/network/read-networks.ts'
import { createRateLimiter, createNetworkRateLimiter } from '#server/services/limits/rate-limiter.ts'
import { applyRetention } from '#server/services/accounts/apply-retention.ts'
import { addSchool, dependenciesOn, personalOfTests } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { leadFields, post } from '#tests/support/leads/leads.ts'

const noon = Date.parse('2026-06-15T04:00:00Z')
const address = '203.0.113.9'

let database: DatabaseConnection
/** The connection of a second process; the embedded engine serves one alone. */
let otherDatabase: DatabaseConnection
let clock: { ms: number }
let schoolId: number

beforeAll(async () => {
  database = await openTestDatabase()
  const { connectionString } = database.pool.options
  otherDatabase =
    database.engine === 'postgres'
      ? await connectDatabase({ databaseUrl: connectionString, dataDir: '/tmp' })
      : database
})
beforeEach(async () => {
  await emptyDatabase(database)
  clock = { ms: noon }
  schoolId = await addSchool(database, '第一学校')
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(async () => {
  if (otherDatabase !== database) await otherDatabase.close()
  await database.close()
})

const apiOn = (connection: DatabaseConnection, more: Partial<ApiDependencies> = {}) =>
  createApi(dependenciesOn(connection, { now: () => new Date(clock.ms), ...more }))

type Act = { limit: number; seconds: number; asks: (nth: number) => [path: string, init: RequestInit] }

/** What an address may do so often; whether one act is taken or refused for another reason is all the same. */
const acts: Record<string, Act> = {
  leads: { limit: 120, seconds: 3600, asks: () => ['/api/clue', post(leadFields())] },
  questions: {
    limit: 5,
    seconds: 600,
    asks: (nth) => [
      '/api/school/questions',
      post({ school_id: schoolId, question: `第 ${nth} 个问题是什么？` }),
    ],
  },
  likes: {
    limit: 30,
    seconds: 60,
    asks: (nth) => [
      '/api/school/view/likes',
      post({ view_id: 1, vid: `browser-number-${String(nth).padStart(4, '0')}` }),
    ],
  },
  tickets: { limit: 60, seconds: 600, asks: () => ['/api/tickets?reference=0123456789', {}] },
  'check-ins': { limit: 120, seconds: 600, asks: () => ['/api/checkins', post({ broken: true })] },
  'pairing codes': { limit: 10, seconds: 900, asks: () => ['/api/kiosk/pair', post({ code: '12345678' })] },
  'wrong codes': {
    limit: 30,
    seconds: 3600,
    asks: () => ['/api/login', post({ phone: '13812345678', code: '123456', agreed: agreedVersion })],
  },
}
const names = Object.keys(acts)
const actOf = (name: string): Act => acts[name] ?? { limit: 0, seconds: 0, asks: () => ['/', {}] }

async function act(api: Api, { asks }: Act, nth: number, clientAddress = address): Promise<Response> {
  const [path, init] = asks(nth)
  return api.fetch(new Request(`https://site.example${path}`, init), { clientAddress })
}

const isRefused = (response: Response) => response.status === 429

test.each(names)('%s: many at once over two processes pass as often as the limit says', async (name) => {
  const given = actOf(name)
  const apis = [apiOn(database), apiOn(otherDatabase)]
  const answers = await Promise.all(
    Array.from({ length: given.limit + 20 }, (_, nth) => act(apis[nth % 2] ?? apiOn(database), given, nth)),
  )
  const refused = answers.filter(isRefused)
  expect(answers.length - refused.length).toBe(given.limit)
  expect(new Set(refused.map((one) => one.headers.get('retry-after')))).toEqual(new Set([`${given.seconds}`]))
  // Forms show the message: it says when to retry.
  expect(await refused[0]?.json()).toMatchObject({
    message: expect.stringMatching(new RegExp(`^.+，请 ${durationText(given.seconds)}后再试$`)),
    data: { retry_after: given.seconds },
  })
  expect(await database.db.$count(clue)).toBe(name === 'leads' ? given.limit : 0)
  expect((await act(apiOn(database), given, 1000, '203.0.113.10')).status).not.toBe(429)

  // A process that starts anew knows what others counted, and when the window ends.
  clock.ms = noon + 20_500
  const late = await act(apiOn(database), given, 1001)
  expect([late.status, late.headers.get('retry-after')]).toEqual([429, `${given.seconds - 20}`])
  clock.ms = noon + given.seconds * 1000
  for (const api of apis) expect((await act(api, given, 1002)).status).not.toBe(429)
})

/** Lets each act that was counted since the last time stand for as many as a client may do. */
const useUp = ({ limit }: Act) =>
  database.db.update(actCount).set({ count: sql`ceil(${actCount.count}::numeric / ${limit}) * ${limit}` })

/** How many of so many clients pass, each of which uses its allowance up. */
async function passed(name: string, clients: number, addressOf: (nth: number) => string): Promise<number> {
  const api = apiOn(database)
  const answers = []
  for (let nth = 0; nth < clients; nth += 1) {
    answers.push(await act(api, actOf(name), nth, addressOf(nth)))
    await useUp(actOf(name))
  }
  return answers.filter((one) => !isRefused(one)).length
}

test.each(['likes', 'pairing codes', 'wrong codes', 'questions'])(
  '%s: all /64 of a /48 together have four clients’ allowance, all of a /56 two, and others theirs',
  async (name) => {
    const hopping = (nth: number) => `2001:db8:5:${(nth + 256).toString(16)}::${nth + 1}`
    expect(await passed(name, 8, hopping)).toBe(2)
    const spread = (nth: number) => `2001:db8:6:${(nth * 256).toString(16)}::1`
    expect(await passed(name, 8, spread)).toBe(4)
    expect(await passed(name, 1, () => '2001:db8:7::1')).toBe(1)
  },
)

test('all addresses of an IPv4 /24 together have four clients’ allowance', async () => {
  expect(await passed('questions', 8, (nth) => `198.51.100.${nth + 1}`)).toBe(4)
})

test('clients without an address are limited as one', async () => {
  expect(await passed('questions', 2, () => 'unknown')).toBe(1)
})

test('a configured event network has twenty times the limit', async () => {
  const needs = { database, personal: personalOfTests, now: () => new Date(clock.ms) }
  const eventNetworks = readNetworks('EVENT_NETWORKS', [address])
  const limit = createNetworkRateLimiter(
    { ...needs, eventNetworks },
    { name: 'test', limit: 3, windowMs: 60_000 },
  )
  const taken = []
  for (let nth = 0; nth < 70; nth += 1) taken.push((await limit.consume(address)).allowed)
  expect(taken.filter(Boolean)).toHaveLength(60)
})

test('a refusal by network refunds what was counted for the client', async () => {
  const needs = { database, personal: personalOfTests, now: () => new Date(clock.ms) }
  const limit = createNetworkRateLimiter(needs, { name: 'test', limit: 2, windowMs: 60_000 })
  for (const host of [1, 1, 2, 2, 3, 3, 4, 4]) {
    expect((await limit.consume(`198.51.100.${host}`)).allowed).toBe(true)
  }
  expect((await limit.consume('198.51.100.5')).allowed).toBe(false)
  const rows = await database.db.select().from(actCount).orderBy(actCount.count)
  expect(rows.map(({ count }) => count)).toEqual([0, 2, 2, 2, 2, 8])
})

const rowsOfLimits = async () =>
  (await database.pool.query('select xmin, xmax, ctid, t.* from act_count t order by key_hash')).rows

test.each(names)('%s: a flood above the limit writes nothing, and asks for nothing first', async (name) => {
  const given = actOf(name)
  const api = apiOn(database)
  await act(api, given, 0)
  await useUp(given)
  await act(api, given, 1)
  const before = await rowsOfLimits()
  const watched = [vi.spyOn(database.pool, 'query'), vi.spyOn(database.pool, 'connect')]
  for (let nth = 0; nth < 50; nth += 1) expect((await act(api, given, nth + 1000)).status).toBe(429)
  // Leads and questions look first whether they are repeats, which are answered as the first one was.
  const calls = watched.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  expect(calls > 0).toBe(name === 'leads' || name === 'questions')
  vi.restoreAllMocks()
  expect(await rowsOfLimits()).toEqual(before)
})

test.each(names)('%s: each refusal is reported with the name of the limit', async (name) => {
  const given = actOf(name)
  const answers: string[] = []
  const api = apiOn(database, { onRefused: (limit) => answers.push(limit) })
  await act(api, given, 0)
  await useUp(given)
  for (let nth = 1; nth <= 3; nth += 1) await act(api, given, nth)
  expect(answers).toHaveLength(3)
  expect(new Set(answers).size).toBe(1)
})

test('addresses are stored hashed and deleted after their window', async () => {
  const api = apiOn(database)
  for (const from of [address, '2001:db8:0:1::1', '2001:db8:0:1:ffff::2']) {
    for (const name of names) await act(api, actOf(name), 0, from)
  }
  const rows = await database.db.select().from(actCount)
  // Two networks of IPv4 and three of IPv6; all pairings together are one key more.
  expect(rows).toHaveLength(names.length * 5 + 1)
  for (const { keyHash } of rows) expect(keyHash).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113|2001:db8/)
  const later = (hours: number) => new Date(noon + hours * 3_600_000)
  await applyRetention(database.db, later(23))
  expect(await database.db.$count(actCount)).toBe(rows.length)
  await applyRetention(database.db, later(26))
  expect(await database.db.$count(actCount)).toBe(0)
})

const limitOn = (connection: DatabaseConnection, limit: number) =>
  createRateLimiter(
    { database: connection, personal: personalOfTests, now: () => new Date(clock.ms) },
    { name: 'test', limit, windowMs: 60_000 },
  )

test('a refunded act may be repeated, by another process within five seconds', async () => {
  const [here, there] = [limitOn(database, 3), limitOn(otherDatabase, 3)]
  const first = await here.consume('a')
  await here.consume('a')
  await there.consume('a')
  expect((await there.consume('a')).allowed).toBe(false)
  if (first.allowed) await first.refund()
  expect((await there.consume('a')).allowed).toBe(false)
  clock.ms += 5000
  expect((await there.consume('a')).allowed).toBe(true)
  expect(await here.consume('a')).toEqual({ allowed: false, retryAfter: 55 })
})

test('a refund after its window does not change the next window', async () => {
  const here = limitOn(database, 2)
  const old = await here.consume('a')
  clock.ms += 60_000
  await here.consume('a')
  if (old.allowed) await old.refund()
  expect([(await here.consume('a')).allowed, (await here.consume('a')).allowed]).toEqual([true, false])
})

test('several acts are consumed together or not at all, and fewer may still pass', async () => {
  const here = limitOn(database, 10)
  const taken = async (count: number) => (await here.consume('a', { acts: count })).allowed
  expect([await taken(7), await taken(5), await taken(3), await taken(1)]).toEqual([true, false, true, false])
})

test('a rollback refunds what was consumed in its transaction before others consume', async () => {
  const [here, there] = [limitOn(database, 1), limitOn(otherDatabase, 1)]
  await expect(
    database.db.transaction(async (tx) => {
      expect((await here.consume('a', { tx })).allowed).toBe(true)
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  const outcomes = await Promise.all(
    [here, there, here, there].map((limit) =>
      limit === here
        ? database.db.transaction((tx) => here.consume('a', { tx }))
        : otherDatabase.db.transaction((tx) => there.consume('a', { tx })),
    ),
  )
  expect(outcomes.filter(({ allowed }) => allowed)).toHaveLength(1)
})
