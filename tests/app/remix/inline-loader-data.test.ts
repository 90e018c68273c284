import { expect, test } from 'vitest'
import { inlineLoaderData } from '#app/remix/inline-loader-data.server.ts'

function failing(): Promise<never> {
  const failed = Promise.reject(new Error('down'))
  failed.catch(() => undefined)
  return failed
}

const pageOf = (...routes: unknown[]) => ({
  loaderData: Object.fromEntries(routes.map((data, index) => [`routes/${index}`, data])),
  actionData: null,
  errors: null,
})

test('complete data is passed unchanged', async () => {
  const page = pageOf({ name: '弦歌', fees: [{ amount: 12200, note: null }], isOpen: false }, null)
  expect(await inlineLoaderData(page, false)).toEqual(page)
})

test('deferred data is awaited where the page awaits it', async () => {
  const home = { title: '首页', similar: Promise.resolve([{ id: 6 }]), failed: Promise.resolve(undefined) }
  const page = pageOf({ root: true }, home)
  const whole = { title: '首页', similar: [{ id: 6 }], failed: undefined }
  expect(await inlineLoaderData(page, true)).toEqual(pageOf({ root: true }, whole))
  expect(home).toEqual(whole)
})

test('deferred data stays deferred where the page does not wait', async () => {
  const similar = Promise.resolve([1])
  const home = { similar }
  expect(await inlineLoaderData(pageOf(home), false)).toBeUndefined()
  expect(home.similar).toBe(similar)
})

test.each([
  ['a time', new Date(0)],
  ['no number', Number.NaN],
  ['a hole in a list', [undefined]],
  ['a map', new Map()],
  ['an object of a class', new Error('a fault')],
  ['a function', () => 1],
  ['a name that sets a prototype', JSON.parse('{"__proto__": {"isAdmin": true}}')],
  ['deferred data that fails', failing()],
  ['deferred data that JSON cannot say', Promise.resolve(new Date(0))],
  ['deferred data with deferred data in it', Promise.resolve({ later: Promise.resolve(1) })],
])('%s is left to the stream', async (_name, value) => {
  const holder = { value }
  expect(await inlineLoaderData(pageOf({ holder }), true)).toBeUndefined()
  expect(holder.value).toBe(value)
})
