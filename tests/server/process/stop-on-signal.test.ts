import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stopOnSignal } from '#server/process/stop-on-signal.ts'
import { createLog } from '#server/telemetry/log.ts'

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

test.each(signals)('%s lets requests under way finish, then closes', async (signal) => {
  const before = new Set<unknown>(process.listeners('uncaughtException'))
  // The time limit would end this process.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
    for (const name of signals) process.removeAllListeners(name)
    for (const listener of process.listeners('uncaughtException'))
      if (!before.has(listener)) process.off('uncaughtException', listener)
  })
  const done: string[] = []
  stopOnSignal({
    log: createLog('silent'),
    drain: async () => void done.push('drained'),
    close: () => {
      done.push('closed')
      return new Promise(() => undefined)
    },
  })
  process.emit(signal, signal)
  await turn()
  expect(done).toEqual(['drained', 'closed'])
})
