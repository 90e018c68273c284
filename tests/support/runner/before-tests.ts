import { afterAll, beforeAll, beforeEach } from 'vitest'

/**
 * Starts what the tests of a file share, and ends it after them by the function that the start resolves to. A second
 * attempt of a test gets all of it anew: what the first one left behind would fail it too.
 */
export function beforeTests(start: () => Promise<() => Promise<unknown>>): void {
  let end = async (): Promise<unknown> => undefined
  beforeAll(async () => {
    end = await start()
  })
  beforeEach(async ({ task }) => {
    if ((task.result?.retryCount ?? 0) === 0) return
    await end()
    end = await start()
  })
  afterAll(() => end())
}
