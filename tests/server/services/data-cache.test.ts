import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDataCache } from '#server/services/data-cache.ts'

const failing = () => Promise.reject(new Error('no database'))

test('questions asked at the same moment are computed once', async () => {
  const cache = createDataCache({ maxBytes: 1000, version: () => 1 })
  let computations = 0
  const compute = async () => `${(computations += 1)}`
  const answers = await Promise.all(Array.from({ length: 100 }, () => cache.fetch('key', compute, 1000)))
  expect(new Set(answers)).toEqual(new Set(['1']))
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
  expect(await first).toBe('slow')
  expect(computations).toBe(1)
})

test('a failure is told to everybody who waits and is not kept', async () => {
  const cache = createDataCache({ maxBytes: 1000, version: () => 1 })
  const answers = await Promise.allSettled([
    cache.fetch('key', failing, 1000),
    cache.fetch('key', failing, 1000),
  ])
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await cache.fetch('key', async () => 'works', 1000)).toBe('works')
})

test('what was computed for an older version is not served for a newer one', async () => {
  let version = 1
  const cache = createDataCache({ maxBytes: 1000, version: () => version })
  const slow = cache.fetch('key', () => wait(20, 'old'), 1000)
  version = 2
  expect(await cache.fetch('key', async () => 'new', 1000)).toBe('new')
  expect(await slow).toBe('old')
  expect(await cache.fetch('key', async () => 'newer', 1000)).toBe('new')
})

test('the cache stays within its bytes, and answers what does not fit', async () => {
  const cache = createDataCache({ maxBytes: 1000, version: () => 1 })
  for (let n = 0; n < 200; n += 1) await cache.fetch(`key ${n}`, async () => '字'.repeat(50), 1000)
  expect(cache.bytes()).toBeGreaterThan(0)
  expect(cache.bytes()).toBeLessThanOrEqual(1000)
  expect(await cache.fetch('big', async () => '字'.repeat(5000), 1000)).toHaveLength(5000)
  expect(cache.bytes()).toBeLessThanOrEqual(1000)
})
