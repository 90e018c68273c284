import { BlockList } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createFairQueue, type FairQueue, type QueueLimits } from '#server/network/fair-queue.ts'
import { networksOutsideEvents } from '#server/services/limits/client-network.ts'

const clientAt = (address: string) => networksOutsideEvents(address, new BlockList())
const flooding = clientAt('198.51.100.1')
const visitors = ['203.0.113.7', '2001:db8:1::1', '192.0.2.9'].map(clientAt)

function queueOf(limits: Partial<QueueLimits>): FairQueue {
  return createFairQueue({ concurrency: 1, queued: 1000, waitMs: 60_000, perClient: 1000, ...limits })
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Tasks that note when they start, and end in the order in which they started. */
function tasksOn(queue: FairQueue) {
  const started: string[] = []
  const releases: (() => void)[] = []
  return {
    started,
    begin: (name: string, ...asked: Parameters<FairQueue['acquire']>) =>
      queue.acquire(...asked)?.then((release) => {
        if (release === undefined) return
        started.push(name)
        releases.push(release)
      }),
    end: async (count = 1) => {
      for (let ended = 0; ended < count; ended += 1) {
        releases.shift()?.()
        await settled()
      }
    },
  }
}

test('clients take turns: one with a hundred waiting tasks delays each of the others by one', async () => {
  const { started, begin, end } = tasksOn(queueOf({}))
  for (let nth = 0; nth < 100; nth += 1) void begin('flood', flooding)
  for (const [at, client] of visitors.entries()) for (const nth of [1, 2]) void begin(`${at}:${nth}`, client)
  void begin('own process', [])
  await settled()
  await end(13)
  expect(started).toEqual(
    ['flood', 'flood', '0:1', '1:1', '2:1', 'own process', 'flood', '0:2', '1:2', '2:2'].concat(
      Array(4).fill('flood'),
    ),
  )
})

test('a client runs its share at most while slots are free, and so do its networks together', async () => {
  const { started, begin, end } = tasksOn(queueOf({ concurrency: 6, runningPerClient: 2 }))
  for (const last of [1, 1, 1, 2, 2, 2]) void begin(`/24 ${last}`, clientAt(`198.51.100.${last}`))
  await settled()
  expect(started).toEqual(['/24 1', '/24 1', '/24 2'])
  for (const [at, client] of visitors.entries()) void begin(`visitor ${at}`, client)
  await settled()
  expect(started.slice(3)).toEqual(['visitor 0', 'visitor 1', 'visitor 2'])
  await end(3)
  expect(started.slice(6).toSorted()).toEqual(['/24 1', '/24 2', '/24 2'])
})

test('a task whose client has left is dropped, and so is one that waited too long', async () => {
  const queue = queueOf({ queued: 3, waitMs: 20 })
  const { started, begin, end } = tasksOn(queue)
  void begin('first', flooding)
  const gone = new AbortController()
  const left = queue.acquire(flooding, gone.signal)
  const late = queue.acquire(flooding)
  gone.abort()
  expect(await left).toBeUndefined()
  expect(queue.acquire(flooding, gone.signal)).toBeUndefined()
  expect(await late).toBeUndefined()
  expect(queue.occupancy()).toBe(1)
  void begin('second', flooding)
  await settled()
  await end()
  expect(started).toEqual(['first', 'second'])
  await end()
  expect(queue.occupancy()).toBe(0)
})

test('a full queue refuses at once, and a client with its share of it before that', async () => {
  const queue = queueOf({ queued: 2, perClient: 2 })
  const taken = [flooding, flooding].map((client) => queue.acquire(client))
  expect(queue.acquire(flooding)).toBeUndefined()
  const [visitor = [], other = []] = visitors
  taken.push(queue.acquire(visitor))
  expect(queue.acquire(other)).toBeUndefined()
  const first = await taken[0]
  first?.()
  first?.()
  expect(queue.acquire(other)).toBeDefined()
  expect(queue.occupancy()).toBe(3)
})

test('a client that asks for one costly task after another takes its part of the time, others start at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const queue = queueOf({ concurrency: 2, work: { share: 0.25, burstMs: 200 } })
  const taskMs = 100
  let done = 0
  const run = async () => {
    const release = await queue.acquire(flooding)
    setTimeout(() => {
      done += 1
      release?.()
    }, taskMs)
  }
  for (let nth = 0; nth < 200; nth += 1) void run()
  await vi.advanceTimersByTimeAsync(2000)
  expect(queue.acquire(visitors[0] ?? [])).toBeDefined()
  const release = await queue.acquire(visitors[1] ?? [])
  expect(release).toBeDefined()
  release?.()
  const before = done
  await vi.advanceTimersByTimeAsync(20_000)
  const share = ((done - before) * taskMs) / 20_000
  expect(share).toBeGreaterThan(0.2)
  expect(share).toBeLessThanOrEqual(0.25)
})

test('a client within its time waits for nothing, and one that rests is free again after 5 s at most', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const queue = queueOf({ work: { share: 0.25, burstMs: 200 } })
  const first = await queue.acquire(flooding)
  await vi.advanceTimersByTimeAsync(150)
  first?.()
  const second = await queue.acquire(flooding)
  expect(second).toBeDefined()
  await vi.advanceTimersByTimeAsync(60_000)
  second?.()
  let begun = false
  void queue.acquire(flooding)?.then(() => (begun = true))
  await vi.advanceTimersByTimeAsync(4900)
  expect(begun).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(begun).toBe(true)
})
