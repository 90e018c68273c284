import { expect, test, vi } from 'vitest'
import { onSent } from '#server/site/when-sent.ts'

test('it calls back when the body has left, and not before', async () => {
  const done = vi.fn<() => void>()
  const response = onSent(new Response(new Blob(['a page']).stream()), done)
  expect(done).not.toHaveBeenCalled()
  expect(await response.text()).toBe('a page')
  expect(done).toHaveBeenCalledOnce()
})

test('it calls back when the body breaks off', async () => {
  const done = vi.fn<() => void>()
  const body = new ReadableStream({
    pull(controller) {
      controller.error(new Error('the render broke'))
    },
  })
  await expect(onSent(new Response(body), done).text()).rejects.toThrow('the render broke')
  expect(done).toHaveBeenCalledOnce()
})

test('it calls back when the reader leaves', async () => {
  const done = vi.fn<() => void>()
  await onSent(new Response(new ReadableStream()), done).body?.cancel()
  expect(done).toHaveBeenCalledOnce()
})

test.each([new Response(null), new Response('ready', { headers: { 'content-length': '5' } })])(
  'it calls back at once for what is whole',
  (response) => {
    const done = vi.fn<() => void>()
    expect(onSent(response, done)).toBe(response)
    expect(done).toHaveBeenCalledOnce()
  },
)
