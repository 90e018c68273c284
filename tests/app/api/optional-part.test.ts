import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AppLoadContext } from '#app/load-context.ts'
import { orDeferred } from '#app/page-parts/optional-part.server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function callerOf(context: AppLoadContext, headers: Record<string, string> = {}) {
  return { context, request: new Request('http://school.example/', { headers }) }
}

/** A part that is still pending after an hour: which of its data and its promise a page gets. */
async function outcomeOf(caller: ReturnType<typeof callerOf>): Promise<unknown> {
  let arrive: (data: string) => void = () => {}
  const part = new Promise<string>((resolve) => (arrive = resolve))
  const given = orDeferred(part, caller)
  let outcome: unknown = 'waits'
  void given.then((found) => (outcome = typeof found === 'string' ? 'data' : 'deferred'))
  await vi.advanceTimersByTimeAsync(3_600_000)
  if (outcome !== 'waits') return outcome
  arrive('late')
  return given
}

test('a part of a page that streams is deferred when it is late', async () => {
  expect(await outcomeOf(callerOf({}))).toBe('deferred')
  expect(await orDeferred(Promise.resolve('in time'), callerOf({}))).toBe('in time')
})

test('a document that is sent whole has late parts in their place', async () => {
  const whole = {
    'page cache': callerOf({ isForCache: true }),
    crawler: callerOf({}, { 'user-agent': 'Mozilla/5.0 (compatible; Baiduspider/2.0)' }),
    'lite page': callerOf({}, { cookie: 'lite=1' }),
    'browser without scripts': callerOf({}, { cookie: 'nojs=1' }),
  }
  for (const [name, caller] of Object.entries(whole))
    expect([name, await outcomeOf(caller)]).toEqual([name, 'late'])
})
