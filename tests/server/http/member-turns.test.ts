import { expect, onTestFinished, test, vi } from 'vitest'
import { createMemberTurns } from '#server/http/staff/member-turns.ts'

test("a member's tasks run one at a time, in their order; those of others do not wait for them", async () => {
  const inTurn = createMemberTurns()
  const seen: string[] = []
  const ends: (() => void)[] = []
  const task = (name: string) => () => {
    seen.push(name)
    return new Promise<string>((resolve) => ends.push(() => resolve(name)))
  }
  const first = inTurn(1, task('first'))
  const second = inTurn(1, task('second'))
  const other = inTurn(2, task('other'))
  await Promise.resolve()
  expect(seen).toEqual(['first', 'other'])
  for (const end of ends) end()
  expect(await first).toBe('first')
  expect(await other).toBe('other')
  await Promise.resolve()
  expect(seen).toEqual(['first', 'other', 'second'])
  ends.at(-1)?.()
  expect(await second).toBe('second')
})

test('a sixth task is refused until others are done, failed ones too', async () => {
  const inTurn = createMemberTurns()
  const task = async (): Promise<string> => 'done'
  const failing = inTurn(1, () => Promise.reject(new Error('broken')))
  const four = [task, task, task, task].map((one) => inTurn(1, one))
  await expect(inTurn(1, task)).rejects.toMatchObject({ code: 1503, headers: { 'retry-after': '5' } })
  expect(await inTurn(2, task)).toBe('done')
  await expect(failing).rejects.toThrow('broken')
  expect(await Promise.all(four)).toEqual(['done', 'done', 'done', 'done'])
  expect(await inTurn(1, task)).toBe('done')
})

test("a member's tasks that follow each other take their part of the time", async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const inTurn = createMemberTurns({ share: 0.25, burstMs: 100 })
  const begun: number[] = []
  const task = async () => {
    begun.push(performance.now() - since)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const since = performance.now()
  const three = [task, task, task].map((one) => inTurn(1, one))
  await vi.advanceTimersByTimeAsync(5000)
  await Promise.all(three)
  // The first leaves a debt of 100 ms, worked off in 400; the second one of 150 behind what its own time brought.
  expect(begun).toEqual([0, 600, 1400])
})
