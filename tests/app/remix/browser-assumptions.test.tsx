// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { RemixBrowser } from '@remix-run/react'
import { encode } from 'turbo-stream'
import { afterEach, expect, test, vi } from 'vitest'
import { buildId } from '#app/remix/build-id.ts'
import { future } from '#app/remix/future.ts'
import { manifest } from '#tests/support/pages/mini-remix.ts'

/** What app/remix relies on in the browser's half of the installed Remix; each test names one assumption. */

const state = { loaderData: { root: { school: '弦歌' } }, actionData: null, errors: null }

afterEach(() => vi.unstubAllGlobals())

/** Names that the installed browser half reads from one of its globals. */
function namesRead(global: string): string[] {
  const browser = createRequire(import.meta.url)
    .resolve('@remix-run/react')
    .replace(/index\.js$/, 'esm/browser.js')
  const found = readFileSync(browser, 'utf8').matchAll(new RegExp(String.raw`window\.${global}\.(\w+)`, 'g'))
  return [...new Set([...found].map(([, name = '']) => name))].toSorted()
}

test('Remix reads from window.__remixContext only what hydrate provides, and what only development has', () => {
  expect(namesRead('__remixContext')).toEqual([
    'basename',
    'criticalCss',
    'future',
    'isSpaMode',
    'state',
    'stream',
  ])
})

test('window.__remixManifest has the version of the build', () => {
  vi.stubGlobal('__remixManifest', manifest)
  expect(buildId()).toBe('1')
  vi.unstubAllGlobals()
  expect(buildId()).toBe('')
})

test('RemixBrowser throws the promise of decoding before it calls a hook, and then state is there', async () => {
  vi.stubGlobal('__remixContext', { basename: '/', future, isSpaMode: false, stream: encode(state) })
  let thrown: unknown
  try {
    RemixBrowser({})
  } catch (decoding) {
    thrown = decoding
  }
  expect(thrown).toBeInstanceOf(Promise)
  await thrown
  expect(window.__remixContext.state).toEqual(state)
})

test('Remix requests page data by the global fetch, at the address of the page and at _root.data', () => {
  const source = readFileSync(
    createRequire(import.meta.url)
      .resolve('@remix-run/react')
      .replace(/index\.js$/, 'esm/single-fetch.js'),
    'utf8',
  )
  expect(source).toContain('_root.data')
  expect(source).toMatch(/\bawait fetch\(url/)
  expect(source).toContain('.data`')
})

test('the router counts the pages before a history entry in `idx`, and Remix finds scroll positions by `key`', () => {
  const ofRemix = createRequire(import.meta.url).resolve('@remix-run/react')
  const router = readFileSync(createRequire(ofRemix).resolve('@remix-run/router'), 'utf8')
  expect(router).toMatch(/key: location\.key,\s+idx: index/)
  // An entry that has an index keeps it: history-key.ts gives the first one 0 as the router would.
  expect(router).toMatch(/if \(index == null\) \{\s+index = 0;\s+globalHistory\.replaceState/)
  const scrolling = readFileSync(ofRemix.replace(/index\.js$/, 'esm/scroll-restoration.js'), 'utf8')
  expect(scrolling).toContain('window.history.state.key')
})
