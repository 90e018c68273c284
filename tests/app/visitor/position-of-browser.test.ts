import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { positionOfBrowser } from '#app/city/position-of-browser.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function stubGeolocation(getCurrentPosition: Geolocation['getCurrentPosition']) {
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } })
}

test('a browser that never answers its permission prompt has no position after 10 s', async () => {
  stubGeolocation(() => undefined)
  const rejected = vi.fn<() => void>()
  positionOfBrowser().catch(rejected)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(rejected).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(rejected).toHaveBeenCalledOnce()
})

test('a position that comes in time is the one', async () => {
  const coords = { latitude: 22.5, longitude: 114 }
  stubGeolocation((found) => setTimeout(found, 5_000, { coords }))
  const found = positionOfBrowser()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await found).toBe(coords)
})
