import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { runUntilScripts, type Requests, watchRequests } from '#tests/support/browser/hydrated.ts'
import { firstSchoolId, siteUrl } from '#tests/support/site/site-url.ts'

/** When a page looks for a newer build of the site, and what it does when there is one: with a clock that stands still. */

let browser: Browser
let context: BrowserContext
let page: Page
let requests: Requests
let school = ''

beforeAll(async () => {
  browser = await openBrowser()
  school = `/school/${await firstSchoolId()}/`
})
afterAll(() => browser.close())
beforeEach(async () => {
  context = await openPhone(browser)
  page = await context.newPage()
  await page.clock.install({ time: '2026-03-02T10:00:00+08:00' })
  await page.clock.pauseAt('2026-03-02T10:00:01+08:00')
  requests = watchRequests(page)
})
afterEach(() => context.close())

const looks = () => requests.builds.length

/** Opens a page and lets it come to rest, which takes 60 ms of its clock after its scripts are on. */
async function openAtRest(address: string): Promise<void> {
  await page.goto(siteUrl() + address)
  await runUntilScripts(page)
  await page.clock.runFor(60)
}

/** Lets the page look for a newer build, which there is, and waits until it knows. */
async function lookAndFind(): Promise<void> {
  const answered = page.waitForResponse('**/builds/latest.json')
  await page.clock.runFor(1000)
  await (await answered).finished()
  // The page's own reading of the answer comes after the network's.
  await page.evaluate(() => new Promise((resolve) => queueMicrotask(() => resolve(undefined))))
}

const newer = () =>
  page.route('**/builds/latest.json', (route) => route.fulfill({ json: { id: 'a-newer-build' } }))

/** Presses a link of the page; resolves to how many documents that cost. */
async function documentsFor(name: string, address: RegExp): Promise<number> {
  const before = requests.documents.length
  await page.getByRole('link', { name, exact: true }).first().click()
  await page.waitForURL(address)
  await runUntilScripts(page)
  return requests.documents.length - before
}

test('the build is checked 1 s after the page is idle and then every 60 minutes', async () => {
  await openAtRest('/schoollist/shenzhen/')
  await page.clock.runFor(940)
  expect(looks()).toBe(0)
  await page.clock.runFor(60)
  await expect.poll(looks).toBe(1)
  await page.clock.runFor(59 * 60_000)
  expect(looks()).toBe(1)
  await page.clock.runFor(60_000)
  await expect.poll(looks).toBe(2)
  await page.clock.runFor(60 * 60_000)
  await expect.poll(looks).toBe(3)
})

test('a newer build reloads with the next navigation, at most once in 10 s', async () => {
  await newer()
  await openAtRest(school)
  await lookAndFind()
  expect(requests.documents).toHaveLength(1)
  expect(await documentsFor('招生', /\/admissions\/$/)).toBe(1)
  await page.clock.runFor(60)
  await lookAndFind()
  await page.clock.runFor(8800)
  expect(await documentsFor('概况', /\/school\/\d+\/$/)).toBe(0)
  await page.clock.runFor(200)
  expect(await documentsFor('师资', /\/teachers\/$/)).toBe(1)
})

test('the same build reloads nothing', async () => {
  await openAtRest(school)
  await lookAndFind()
  expect(await documentsFor('招生', /\/admissions\/$/)).toBe(0)
})

test('a newer build does not reload a page with input in a form', async () => {
  await newer()
  await openAtRest(`${school}faq/`)
  await lookAndFind()
  const field = page.locator('main form[method=post] textarea').first()
  await field.fill('校车几点到？')
  expect(await documentsFor('招生', /\/admissions\/$/)).toBe(0)
  // The page that came has no such form.
  expect(await documentsFor('概况', /\/school\/\d+\/$/)).toBe(1)
})

test('check-in pages do not check the build', async () => {
  await page.goto(`${siteUrl()}/parents/`)
  await page.clock.runFor(2 * 60 * 60_000)
  expect(looks()).toBe(0)
})
