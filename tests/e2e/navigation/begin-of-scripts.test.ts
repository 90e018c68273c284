import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { runUntilScripts } from '#tests/support/browser/hydrated.ts'
import { scriptsOf } from '#tests/support/pages/page-scripts.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'
import { eachOnAPhone } from '#tests/support/browser/each-on-a-phone.ts'

/** When a page asks for its scripts: after what is seen, with a clock that stands still. */

let page: Page
let deferred: (() => void)[]
let isDeferred: boolean
let scripts: string[]

eachOnAPhone(async (opened) => {
  page = opened.page
  await page.clock.install({ time: '2026-03-02T10:00:00+08:00' })
  await page.clock.pauseAt('2026-03-02T10:00:01+08:00')
  isDeferred = true
  await page.route('**/media/**', async (route) => {
    if (isDeferred) await new Promise<void>((resolve) => deferred.push(resolve))
    await route.continue()
  })
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  // Banners that come late are left out, and with them the one picture that the page's load waits for.
  const openWithBanner = async () => {
    scripts = []
    deferred = []
    await page.goto(siteUrl(), { waitUntil: 'domcontentloaded' })
    return page.locator('img[fetchpriority=high]').count()
  }
  await expect.poll(openWithBanner, { timeout: 30_000 }).toBe(1)
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

/** Presses a link whose page stays: nothing comes of it. Resolves to the documents that were asked for in its place. */
async function clickNews(modifiers: 'Shift'[]): Promise<string[]> {
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
  })
  await page.route('**/news/**', (route) => route.fulfill({ status: 204 }))
  await page.getByRole('link', { name: '资讯', exact: true }).first().click({ modifiers, noWaitAfter: true })
  return documents
}

test.each([
  { gesture: 'leads on', modifiers: [], begin: false },
  { gesture: 'opens another window', modifiers: ['Shift' as const], begin: true },
])(
  'a press that $gesture before the scripts have begun: they begin then, $begin',
  async ({ modifiers, begin }) => {
    await clickNews(modifiers)
    await page.clock.runFor(3000)
    expect((await scriptsByNow()).length > 0).toBe(begin)
  },
)

/** Runs the page until it imports, with files that do not answer yet: none asks for others itself. */
async function runUntilFirstImports() {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await answered
    await route.continue()
  })
  isDeferred = false
  for (const come of deferred) come()
  await page.waitForLoadState('load')
  const oneMoreMs = async () => {
    await page.clock.runFor(1)
    return (await scriptsByNow()).length
  }
  await expect.poll(oneMoreMs, { timeout: 30_000 }).toBeGreaterThan(0)
  const all = scriptsOf(await page.content()).length
  expect(scripts.length).toBeLessThan(all)
  return { answer, all, imported: scripts.length }
}

test('a press that leads on between two imports of the scripts leads there, and no more is imported', async () => {
  const { answer, imported } = await runUntilFirstImports()
  const documents = await clickNews([])
  await expect.poll(() => documents).toEqual(['/news/shenzhen/'])
  await page.clock.runFor(3000)
  expect((await scriptsByNow()).length).toBe(imported)
  answer()
  await page.clock.runFor(3000)
  expect((await scriptsByNow()).length).toBe(imported)
  expect(await page.locator('[data-announcer]').count()).toBe(0)
})

test('a press that opens another window between two imports of the scripts stops none', async () => {
  const { answer, all } = await runUntilFirstImports()
  await clickNews(['Shift'])
  await page.clock.runFor(3000)
  expect((await scriptsByNow()).length).toBe(all)
  answer()
  await runUntilScripts(page)
})
