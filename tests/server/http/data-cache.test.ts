import os from 'node:os'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { connectDatabase, type DatabaseConnection, type Transaction } from '#server/db/connect.ts'
import {
  announceContent,
  raiseContentVersion,
  readContentVersion,
} from '#server/db/articles/content-version.ts'
import { banner, contentVersion, openDay, session, visitor } from '#server/db/schema/index.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { hashOfToken } from '#server/services/accounts/token.ts'
import { watchContentVersion } from '#server/services/content-version.ts'
import { createDataCache, type DataCache } from '#server/services/data-cache.ts'
import { ask, dependenciesOn, each } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

const picture = { src: '/media/c.svg', width: 8, height: 6, color: 'c3' }
const now = { ms: Date.parse('2026-06-15T04:00:00Z') }
const stops: (() => void | Promise<void>)[] = []

let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
})
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop()
})
afterAll(() => database.close())

type Instance = { api: Api; cache: DataCache }

/** One process's API: its own cache and its own view of the content's version. */
async function start(
  connection: DatabaseConnection,
  options: { pollMs?: number; maxBytes?: number } = {},
): Promise<Instance> {
  const { pollMs = 3_600_000, maxBytes = 1_000_000 } = options
  const version = await watchContentVersion(connection, { pollMs })
  stops.push(() => version.stop())
  const cache = createDataCache({ maxBytes, version: version.current, now: () => now.ms })
  return { api: createApi(dependenciesOn(connection, { cache, now: () => new Date(now.ms) })), cache }
}

/** A connection of a second process: another one where the engine allows it. */
async function secondConnection(): Promise<DatabaseConnection> {
  const address = database.pool.options.connectionString
  if (database.engine === 'embedded' || address === undefined) return database
  const second = await connectDatabase({ databaseUrl: address, dataDir: os.tmpdir() })
  stops.push(() => second.close())
  return second
}

async function titles({ api }: Instance, query = ''): Promise<unknown[]> {
  return each((await ask(api, `/api/banners?place=home${query}`)).data, 'title')
}

/** Changes content as the product's writers do: version and change in one transaction, told after it. */
async function changeContent(change: (tx: Transaction) => Promise<unknown>): Promise<void> {
  const version = await database.db.transaction(async (tx) => {
    await change(tx)
    return raiseContentVersion(tx)
  })
  await announceContent(database, version)
}

/** Stores a banner behind the back of every cache. */
async function addSilently(title: string): Promise<void> {
  await database.db.insert(banner).values({ place: 'home', title, href: '/', picture })
}

test('an answer is cached until content changes, on every instance that shares the database', async () => {
  const [one, other] = [await start(database), await start(await secondConnection())]
  const before = await titles(one)
  await titles(other)
  await addSilently('悄悄加的')
  expect(await titles(one)).toEqual(before)
  expect(await titles(other)).toEqual(before)

  await changeContent(async (tx) => {
    await tx.insert(banner).values({ place: 'home', title: '正式加的', href: '/', picture })
  })
  await vi.waitFor(async () => expect(await titles(one)).toEqual([...before, '悄悄加的', '正式加的']))
  await vi.waitFor(async () => expect(await titles(other)).toEqual([...before, '悄悄加的', '正式加的']))
})

test('an answer about the surroundings of a home is not stored, one near a place is', async () => {
  const { api, cache } = await start(database)
  const answers = async (near: string) => {
    expect(await ask(api, `/api/bus-stops?near=${near}`)).toMatchObject({ code: 1000 })
    expect(await ask(api, `/api/schools?city_code=4403&grade=g5&near=${near}`)).toMatchObject({ code: 1000 })
    return cache.bytes()
  }
  expect(await answers('22.485,113.915')).toBe(0)
  expect(await answers('shekou')).toBeGreaterThan(0)
})

test('a change that is rolled back changes no version', async () => {
  const before = await readContentVersion(database.db)
  const change = changeContent(async (tx) => {
    await tx.insert(banner).values({ place: 'home', title: '没有', href: '/', picture })
    throw new Error('changed my mind')
  })
  await expect(change).rejects.toThrow('changed my mind')
  expect(await readContentVersion(database.db)).toBe(before)
})

test('a notification that was overtaken by a later one does not bring the earlier version back', async () => {
  const version = await watchContentVersion(database, { pollMs: 3_600_000 })
  stops.push(() => version.stop())
  const before = version.current()
  await announceContent(database, before + 2)
  await expect.poll(version.current).toBe(before + 2)
  await announceContent(database, before + 1)
  await announceContent(database, before + 3)
  const seen = new Set<number>()
  await expect
    .poll(() => {
      seen.add(version.current())
      return version.current()
    })
    .toBe(before + 3)
  expect(seen.has(before + 1)).toBe(false)
})

test('a version raised without a notification is found by polling', async () => {
  const instance = await start(database, { pollMs: 20 })
  const before = await titles(instance)
  await addSilently('只改了版本号')
  await database.db.update(contentVersion).set({ version: sql`${contentVersion.version} + 1` })
  await vi.waitFor(async () => expect(await titles(instance)).toEqual([...before, '只改了版本号']))
})

test('an answer is cached for a minute', async () => {
  const instance = await start(database)
  const before = await titles(instance)
  await addSilently('一分钟后')
  now.ms += 59_000
  expect(await titles(instance)).toEqual(before)
  now.ms += 1_500
  expect(await titles(instance)).toEqual([...before, '一分钟后'])
})

test('open days, whose state depends on the clock, are cached for 30 seconds', async () => {
  const endsAt = new Date(now.ms + 10_000)
  await database.db
    .insert(openDay)
    .values({ cityCode: '4403', title: '快结束', startsAt: new Date(now.ms - 1000), endsAt })
  const instance = await start(database)
  const states = async () => each((await ask(instance.api, '/api/opendays')).data, 'state')
  expect(await states()).toEqual(['closed'])
  now.ms += 29_000
  expect(await states()).toEqual(['closed'])
  now.ms += 1_500
  expect(await states()).toEqual(['past'])
})

test('inputs that mean the same share one entry, others do not', async () => {
  const instance = await start(database)
  await titles(instance)
  const bytes = instance.cache.bytes()
  await titles(instance, '&utm_source=x&city_code=')
  await ask(instance.api, '/api/banners')
  expect(instance.cache.bytes()).toBe(bytes)
  await titles(instance, '&city_code=4401')
  expect(instance.cache.bytes()).toBeGreaterThan(bytes)
})

test('refusals and personal answers are not cached', async () => {
  const instance = await start(database)
  await ask(instance.api, '/api/news/999999999')
  await ask(instance.api, '/api/banners?place=nowhere')
  const [owner] = await database.db.insert(visitor).values({ nickname: '甲' }).returning({ id: visitor.id })
  await database.db.insert(session).values({
    visitorId: owner?.id ?? 0,
    tokenHash: hashOfToken('kept nowhere'),
    expiresAt: new Date(now.ms + 86_400_000),
    lastSeenAt: new Date(now.ms),
  })
  const headers = { token: 'kept nowhere' }
  expect((await ask(instance.api, '/api/center/info', { headers })).code).toBe(1000)
  expect((await ask(instance.api, '/api/center/collect', { headers })).code).toBe(1000)
  expect(instance.cache.bytes()).toBe(0)
})

test('without a cache every answer is computed anew', async () => {
  const api = createApi(dependenciesOn(database))
  const before = (await ask(api, '/api/banners')).text
  await addSilently('没有缓存')
  expect((await ask(api, '/api/banners')).text).not.toBe(before)
})
