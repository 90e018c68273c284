import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDataCache } from '#server/services/data-cache.ts'

const failing = () => Promise.reject(new Error('no database'))
const good = (text: string) => ({ text, isStale: false })
const isUnavailable = (error: unknown) => error instanceof Error && error.message === 'no database'

test('questions asked at the same moment are computed once', async () => {
  const cache = createDataCache({ maxBytes: 1000, version: () => 1 })
  let computations = 0
  const compute = async () => `${(computations += 1)}`
  const answers = await Promise.all(Array.from({ length: 100 }, () => cache.fetch('key', compute, 1000)))
  expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['1']))
  expect(computations).toBe(1)
})

test('a computation that others push out of the cache is still done once', async () => {
  const cache = createDataCache({ maxBytes: 1000, version: () => 1 })
  let computations = 0
  const slow = async () => {
    computations += 1
    await wait(30)
    return 'slow'
  }
  const first = cache.fetch('slow', slow, 1000)
  for (let n = 0; n < 50; n += 1) await cache.fetch(`other ${n}`, async () => '字'.repeat(100), 1000)
  expect(await first).toEqual(good('slow'))
  expect(computations).toBe(1)
})

test('a failure rejects all waiting callers and is not cached', async () => {
  const cache = createDataCache({ maxBytes: 1000, version: () => 1 })
  const answers = await Promise.allSettled([
    cache.fetch('key', failing, 1000),
    cache.fetch('key', failing, 1000),
  ])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await cache.fetch('key', async () => 'works', 1000)).toEqual(good('works'))
})

test('what was computed for an older version is not served for a newer one', async () => {
  let version = 1
  const cache = createDataCache({ maxBytes: 1000, version: () => version })
  const slow = cache.fetch('key', () => wait(20, 'old'), 1000)
  version = 2
  expect(await cache.fetch('key', async () => 'new', 1000)).toEqual(good('new'))
  expect(await slow).toEqual(good('old'))
  expect(await cache.fetch('key', async () => 'newer', 1000)).toEqual(good('new'))
})

test('the cache stays within its bytes, and answers what does not fit', async () => {
  const cache = createDataCache({ maxBytes: 1000, version: () => 1 })
  for (let n = 0; n < 200; n += 1) await cache.fetch(`key ${n}`, async () => '字'.repeat(50), 1000)
  expect(cache.bytes()).toBeGreaterThan(0)
  expect(cache.bytes()).toBeLessThanOrEqual(1000)
  expect((await cache.fetch('big', async () => '字'.repeat(5000), 1000)).text).toHaveLength(5000)
  expect(cache.bytes()).toBeLessThanOrEqual(1000)
})

/** A cache with a clock that has kept `old` for a second under the first version. */
async function withOldText() {
  const world = { now: 0, version: 1 }
  const cache = createDataCache({
    maxBytes: 1000,
    version: () => world.version,
    now: () => world.now,
    isUnavailable,
    waitBudgetMs: 5,
  })
  await cache.fetch('key', async () => 'old', 1000)
  return { world, cache }
}

test('while the database is unavailable the last good answer is served for a day, then a new one', async () => {
  const { world, cache } = await withOldText()
  world.now = 2000
  expect(await cache.fetch('key', failing, 1000)).toEqual({ text: 'old', isStale: true })
  world.version = 2
  expect(await cache.fetch('key', failing, 1000)).toEqual({ text: 'old', isStale: true })
  expect(await cache.fetch('key', async () => 'new', 1000)).toEqual(good('new'))
  world.now = 90_000_000
  await expect(cache.fetch('key', failing, 1000)).rejects.toThrow('no database')
})

test('a caller that waits too long gets the last good answer, the next one the new answer', async () => {
  const { world, cache } = await withOldText()
  world.now = 2000
  let finish = (_text: string) => {}
  const late = new Promise<string>((resolve) => (finish = resolve))
  expect(await cache.fetch('key', () => late, 1000)).toEqual({ text: 'old', isStale: true })
  finish('new')
  await late
  expect(await cache.fetch('key', failing, 1000)).toEqual(good('new'))
})

test('a refusal is not served from the cache, also while the database is unavailable', async () => {
  const { world, cache } = await withOldText()
  world.now = 2000
  await expect(cache.fetch('key', () => Promise.reject(new Error('taken back')), 1000)).rejects.toThrow(
    'taken back',
  )
  await expect(cache.fetch('key', failing, 1000)).rejects.toThrow('no database')
})
