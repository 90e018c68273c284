import type { Browser, BrowserContext, Page, Route } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser, openPhone } from '#tests/support/browser.ts'
import { openHydrated, watchRequests } from '#tests/support/hydrated.ts'

/** Whatever a navigation inside the document misses, the page comes by a full load, once. */

let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())
beforeEach(async () => {
  context = await openPhone(browser)
  page = await context.newPage()
})
afterEach(() => context.close())

const list = '/schoollist/shenzhen/'
const link = () => page.locator('main h2 a[href^="/school/"], main h3 a[href^="/school/"]').first()

const faults: [what: string, pattern: RegExp, spoil: (route: Route) => Promise<void>][] = [
  ['data cannot be reached', /\.data(?:\?|$)/, (route) => route.abort()],
  [
    'data is an error of a proxy',
    /\.data(?:\?|$)/,
    (route) => route.fulfill({ status: 502, body: 'bad gateway' }),
  ],
  [
    'data is a page of a portal',
    /\.data(?:\?|$)/,
    (route) => route.fulfill({ body: '<p>login', contentType: 'text/html' }),
  ],
  ['styles are gone', /\/assets\/pages-\w+\.css$/, (route) => route.fulfill({ status: 404, body: '' })],
  ['script is gone', /\/assets\/[\w-]+\.js$/, (route) => route.fulfill({ status: 404, body: '' })],
  [
    'script throws',
    /\/assets\/[\w-]+\.js$/,
    (route) => route.fulfill({ body: 'throw new Error("broken")', contentType: 'text/javascript' }),
  ],
]

test.each(faults)('a page whose %s comes by a full load, once', async (_what, pattern, spoil) => {
  await openHydrated(page, list)
  await page.route(pattern, spoil)
  const requests = watchRequests(page)
  const name = await link().innerText()
  await link().click()
  await page.waitForURL(/\/school\/\d+\/$/)
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain(name)
  await page.waitForTimeout(1000)
  expect(requests.documents).toHaveLength(1)
})

test('a newer build makes the next page a document, and not the one after it within 10 s', async () => {
  await page.route('**/builds/latest.json', (route) => route.fulfill({ json: { id: 'newer' } }))
  await openHydrated(page, list)
  const looked = page.waitForResponse('**/builds/latest.json')
  await looked
  await page.waitForTimeout(200)
  const requests = watchRequests(page)
  await link().click()
  await page.waitForURL(/\/school\/\d+\/$/)
  expect(requests.documents).toHaveLength(1)
  await page.waitForFunction(() => document.documentElement.dataset['scripts'] === 'on')
  await page.waitForResponse('**/builds/latest.json')
  await page.getByRole('link', { name: '招生', exact: true }).first().click()
  await page.waitForURL(/\/admissions\/$/)
  expect(requests.documents).toHaveLength(1)
})

test('keys pressed while the scripts start do not stop them', async () => {
  const errors: string[] = []
  for (let load = 0; load < 8; load += 1) {
    const tab = await context.newPage()
    tab.on('pageerror', (error) => errors.push(error.message))
    await tab.addInitScript(() => {
      const target = () => document.querySelector('main') ?? window
      const press = () => target().dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
      const timer = setInterval(press, 1)
      setTimeout(() => clearInterval(timer), 3000)
    })
    await openHydrated(tab, list)
    await tab.close()
  }
  expect(errors).toEqual([])
})
