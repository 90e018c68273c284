import { expect, test } from 'vitest'
import { createPageCache } from '#server/site/page-cache.ts'

const address = 'http://school.example/'

/** A page cache over renders that the test ends; `version` is the content's version. */
function pagesOnDemand() {
  const state = { version: 1, ends: [] as ((text: string) => void)[] }
  const begin = () =>
    new Promise<Response>((resolve) => {
      state.ends.push((text) => resolve(new Response(text, { headers: { 'content-type': 'text/html' } })))
    })
  const cache = createPageCache({
    documents: {
      render: () => Promise.reject(new Error('rendered outside the cache')),
      renderForCache: () => ({ response: begin(), isWaiting: () => false, isSound: () => true }),
    },
    cacheablePageOf: (request) => ({ key: request.url, request }),
    isCacheable: () => true,
    version: () => state.version,
  })
  const ask = async () => (await cache.answer(new Request(address), undefined)).text()
  return { state, ask }
}

test('a page that was begun before a change is not given to who asks after it, nor replaces the newer one', async () => {
  const { state, ask } = pagesOnDemand()
  const before = ask()
  await expect.poll(() => state.ends.length).toBe(1)
  state.version = 2
  const after = ask()
  await expect.poll(() => state.ends.length).toBe(2)
  state.ends[1]?.('of version 2')
  expect(await after).toBe('of version 2')
  state.ends[0]?.('of version 1')
  await before
  expect(await ask()).toBe('of version 2')
})
