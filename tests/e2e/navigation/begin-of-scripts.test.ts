import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { runUntilScripts } from '#tests/support/browser/hydrated.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'
import { eachOnAPhone } from '#tests/support/browser/each-on-a-phone.ts'

/** When a page asks for its scripts: after what is seen, with a clock that stands still. */

let page: Page
let deferred: (() => void)[]
let isDeferred: boolean
let scripts: string[]

eachOnAPhone(async (opened) => {
  page = opened.page
  scripts = []
  await page.clock.install({ time: '2026-03-02T10:00:00+08:00' })
  await page.clock.pauseAt('2026-03-02T10:00:01+08:00')
  deferred = []
  isDeferred = true
  await page.route('**/media/**', async (route) => {
    if (isDeferred) await new Promise<void>((resolve) => deferred.push(resolve))
    await route.continue()
  })
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto(siteUrl(), { waitUntil: 'domcontentloaded' })
  await expect.poll(() => deferred.length).toBeGreaterThan(0)
})

/** The scripts that the page has asked for by now. */
async function scriptsByNow(): Promise<readonly string[]> {
  // Its own question goes out after them.
  await page.evaluate(async () => (await fetch('/builds/latest.json')).status)
  return scripts
}

test('scripts are requested once the visible pictures have loaded', async () => {
  await page.clock.runFor(1900)
  expect(await scriptsByNow()).toEqual([])
  isDeferred = false
  for (const come of deferred) come()
  await page.waitForLoadState('load')
  await runUntilScripts(page)
})

test('visible pictures that do not load delay the scripts by 2 s at most', async () => {
  await page.clock.runFor(1900)
  expect(await scriptsByNow()).toEqual([])
  await page.clock.runFor(160)
  await runUntilScripts(page)
})

test.each([
  { gesture: 'leads on', modifiers: [], begin: false },
  { gesture: 'opens another window', modifiers: ['Shift' as const], begin: true },
])(
  'a press that $gesture before the scripts have begun: they begin then, $begin',
  async ({ modifiers, begin }) => {
    // The page of the press stays: nothing comes of it.
    await page.route('**/news/**', (route) => route.fulfill({ status: 204 }))
    await page
      .getByRole('link', { name: '资讯', exact: true })
      .first()
      .click({ modifiers, noWaitAfter: true })
    await page.clock.runFor(3000)
    expect((await scriptsByNow()).length > 0).toBe(begin)
  },
)
