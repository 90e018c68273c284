import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type DataFailure, isDataOf, watchPageData } from '#app/remix/page-data.ts'

const origin = 'http://school.example'
const data = `${origin}/school/3.data`
const usable = () => new Response('[]', { headers: { 'content-type': 'text/x-script; charset=utf-8' } })

let answer: () => Promise<Response>
let failures: [string, DataFailure][]
let takes: boolean
let stop: () => void

beforeEach(() => {
  answer = () => Promise.resolve(usable())
  failures = []
  takes = true
  vi.stubGlobal('window', { fetch: () => answer(), location: { href: `${origin}/schoollist/` } })
  stop = watchPageData((url, failure) => {
    failures.push([url.pathname, failure])
    return takes
  })
})
afterEach(() => vi.unstubAllGlobals())

const spoilt: [what: string, spoil: () => Promise<Response>, failure: DataFailure][] = [
  ['cannot be had', () => Promise.reject(new TypeError('Failed to fetch')), 'unreachable'],
  ['is an error of a proxy', () => Promise.resolve(new Response('', { status: 502 })), 'unusable'],
  [
    'is a page of a portal',
    () => Promise.resolve(new Response('<p>', { headers: { 'content-type': 'text/html' } })),
    'unusable',
  ],
]

test('valid page data is passed to the router', async () => {
  expect(await window.fetch(new URL(data))).toHaveProperty('status', 200)
  expect(failures).toEqual([])
})

test.each(spoilt)(
  'data that %s never reaches the router, until it gives up',
  async (_what, spoil, failure) => {
    answer = spoil
    const givingUp = new AbortController()
    const asked = window.fetch(new URL(data), { signal: givingUp.signal })
    const onDone = vi.fn<() => void>()
    asked.then(onDone, onDone)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(onDone).not.toHaveBeenCalled()
    expect(failures).toEqual([['/school/3.data', failure]])
    givingUp.abort()
    await expect(asked).rejects.toHaveProperty('name', 'AbortError')
  },
)

test('data of a page that is not awaited is passed on', async () => {
  takes = false
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  await expect(window.fetch(data)).rejects.toThrow('Failed to fetch')
  answer = () => Promise.resolve(new Response('', { status: 502 }))
  expect(await window.fetch(data)).toHaveProperty('status', 502)
})

test('form posts and other requests are passed on', async () => {
  answer = () => Promise.resolve(new Response('', { status: 502 }))
  expect(await window.fetch(data, { method: 'POST' })).toHaveProperty('status', 502)
  expect(await window.fetch(`${origin}/api/schools`)).toHaveProperty('status', 502)
  stop()
  expect(await window.fetch(data)).toHaveProperty('status', 502)
  expect(failures).toEqual([])
})

test.each([
  ['/', '/_root.data', true],
  ['/school/3/', '/school/3.data', true],
  ['/school/3/', '/school/4.data', false],
  ['/school/3/', '/visitor.data', false],
])('the data of %s is at %s: %s', (page, address, isIt) => {
  expect(isDataOf(new URL(address, origin), page)).toBe(isIt)
})
