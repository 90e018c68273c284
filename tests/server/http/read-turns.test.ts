import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { createApi } from '#server/http/create-api.ts'
import { isOverload, readLimits } from '#server/http/read-turns.ts'
import { createFairQueue, type QueueLimits } from '#server/network/fair-queue.ts'
import { createDataCache } from '#server/services/data-cache.ts'
import { addSchool, ask, dependenciesOn } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'
import { leadFields, post } from '#tests/support/leads/leads.ts'

let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
  await addSchool(database, '云汀学校')
})
afterAll(() => database.close())

const flooding = '198.51.100.1'
const visiting = '203.0.113.7'
const list = (fee: number) => `/api/schools?city_code=4403&fee_min=${fee}`

/** An API whose only slot for public reads is held until `open` is called. */
async function busyApi(limits: Partial<QueueLimits> = {}) {
  const reads = createFairQueue({ concurrency: 1, queued: 100, waitMs: 60_000, perClient: 100, ...limits })
  const release = await reads.acquire([])
  const world = { version: 1 }
  const cache = createDataCache({
    maxBytes: 1_000_000,
    version: () => world.version,
    isUnavailable: isOverload,
  })
  const refused: string[] = []
  const more = { reads, cache, onRefused: (limit: string) => refused.push(limit) }
  const api = createApi(dependenciesOn(database, more))
  const answered: string[] = []
  const get = async (address: string, clientAddress: string, init: RequestInit = {}) => {
    const answers = { fetch: (request: Request) => api.fetch(request, { clientAddress }) }
    const answer = await ask(answers, address, init)
    answered.push(clientAddress)
    return answer
  }
  return { api, get, answered, reads, refused, world, open: () => release?.() }
}

test('the list of a visitor is read after one of a client that asked for many, its lead at once', async () => {
  const { get, answered, open } = await busyApi()
  const flood = Array.from({ length: 30 }, (_, nth) => get(list(nth), flooding))
  const visit = get(list(1000), visiting)
  expect((await get('/api/clue', visiting, post(leadFields()))).code).toBe(1000)
  expect(answered).toEqual([visiting])
  open()
  await Promise.all([...flood, visit])
  expect(answered.slice(1, 4)).toContain(visiting)
  expect(answered).toHaveLength(32)
})

test('a read of which the client has left is not computed, unless another waits for the same answer', async () => {
  const { get, reads, open } = await busyApi()
  const asked = vi.spyOn(database.pool, 'query')
  const gone = new AbortController()
  const left = [list(1), list(2)].map((address) => get(address, flooding, { signal: gone.signal }))
  const waiting = get(list(1), visiting)
  await expect.poll(() => reads.occupancy()).toBe(3)
  gone.abort()
  expect((await Promise.all(left)).map(({ code }) => code)).toEqual([1503, 1503])
  expect(asked).not.toHaveBeenCalled()
  open()
  expect((await waiting).code).toBe(1000)
  asked.mockRestore()
  expect(reads.occupancy()).toBe(0)
})

test('a client that leaves while its read runs keeps its share until the statement ends; others are read meanwhile', async () => {
  const { get, answered, reads, open } = await busyApi({ concurrency: 3, runningPerClient: 1 })
  open()
  let end: (() => void) | undefined
  const query = database.pool.query.bind(database.pool)
  const begun: unknown[] = []
  const asked = vi.spyOn(database.pool, 'query').mockImplementation((...statement: unknown[]) => {
    begun.push(statement)
    const run = () => Reflect.apply(query, undefined, statement)
    return begun.length > 1 ? run() : new Promise<void>((resolve) => (end = resolve)).then(run)
  })
  const gone = new AbortController()
  const left = get(list(1), flooding, { signal: gone.signal })
  await expect.poll(() => begun.length).toBe(1)
  gone.abort()
  const next = get(list(2), flooding)
  await expect.poll(() => reads.occupancy()).toBe(2)
  expect((await get(list(3), visiting)).code).toBe(1000)
  expect(answered).toEqual([visiting])
  expect(reads.occupancy()).toBe(2)
  const same = get(list(1), visiting)
  end?.()
  expect((await Promise.all([left, next, same])).map(({ code }) => code)).toEqual([1000, 1000, 1000])
  const statements = begun.length
  expect((await get(list(1), visiting)).code).toBe(1000)
  expect(begun).toHaveLength(statements)
  expect(reads.occupancy()).toBe(0)
  asked.mockRestore()
})

test('a client runs at most a third of the reads that run at once', () => {
  for (const connections of [2, 4, 10, 20, 64]) {
    const { concurrency, runningPerClient = concurrency } = readLimits(connections)
    expect(runningPerClient * 3, String(connections)).toBeLessThanOrEqual(Math.max(3, concurrency))
    expect(concurrency).toBeGreaterThan(runningPerClient)
  }
})

test('a read that waited too long is refused for now, or answered with what was known', async () => {
  const { get, world, refused, reads, open } = await busyApi({ waitMs: 20 })
  const { code, headers } = await get(list(1), visiting)
  expect([code, headers.get('retry-after')]).toEqual([1503, '3'])
  open()
  expect((await get(list(2), visiting)).code).toBe(1000)
  world.version += 1
  const held = await reads.acquire([])
  const older = await get(list(2), visiting)
  expect([older.code, older.headers.get('server-timing')]).toEqual([1000, 'data;desc="stale_if_error"'])
  held?.()
  expect(refused).toEqual(['read', 'read'])
})

test('the rows of a sitemap are read in turn as well', async () => {
  const { get, reads, open } = await busyApi()
  const rows = get('/api/addresses?kind=schools&part=1', flooding)
  await expect.poll(() => reads.occupancy()).toBe(2)
  open()
  expect((await rows).code).toBe(1000)
})
