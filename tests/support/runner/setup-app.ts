import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'

/** A stray line on the console is a fault, unless the test spies on it itself. */
beforeEach(() => {
  // jsdom has no media.
  if (typeof window !== 'undefined') vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.spyOn(console, 'error')
  vi.spyOn(console, 'warn')
})

afterEach(() => {
  try {
    expect(console.error).not.toHaveBeenCalled()
    expect(console.warn).not.toHaveBeenCalled()
  } finally {
    vi.restoreAllMocks()
  }
})

// The next file of the worker begins without them.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})
