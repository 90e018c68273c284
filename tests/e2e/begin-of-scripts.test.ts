import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { waitForScripts } from '#tests/support/browser/hydrated.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'

/** When a page asks for its scripts: after what is seen, with a clock that stands still. */

let browser: Browser
let context: BrowserContext
let page: Page
let held: (() => void)[]
let isHeld: boolean
let scripts: string[]

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())
beforeEach(async () => {
  context = await openPhone(browser)
  page = await context.newPage()
  scripts = []
  await page.clock.install({ time: '2026-03-02T10:00:00+08:00' })
  await page.clock.pauseAt('2026-03-02T10:00:01+08:00')
  held = []
  isHeld = true
  await page.route('**/media/**', async (route) => {
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.goto(siteUrl(), { waitUntil: 'domcontentloaded' })
  await expect.poll(() => held.length).toBeGreaterThan(0)
})
afterEach(() => context.close())

/** The scripts that the page has asked for by now. */
async function scriptsByNow(): Promise<readonly string[]> {
  // Its own question goes out after them.
  await page.evaluate(async () => (await fetch('/builds/latest.json')).status)
  return scripts
}

test('a page asks for its scripts when the pictures in sight are there', async () => {
  await page.clock.runFor(1900)
  expect(await scriptsByNow()).toEqual([])
  isHeld = false
  for (const come of held) come()
  await page.waitForLoadState('load')
  await page.clock.runFor(20)
  await waitForScripts(page)
})

test('pictures that do not come hold the scripts up for 2 s', async () => {
  await page.clock.runFor(1900)
  expect(await scriptsByNow()).toEqual([])
  await page.clock.runFor(200)
  await waitForScripts(page)
})

test.each([
  { press: 'leads on', modifiers: [], begin: false },
  { press: 'opens another window', modifiers: ['Shift' as const], begin: true },
])(
  'a press that $press before the scripts have begun: they begin then, $begin',
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
