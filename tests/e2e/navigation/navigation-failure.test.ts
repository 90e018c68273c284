import type { BrowserContext, Page, Route } from 'playwright'
import { expect, test } from 'vitest'
import { openHydrated, turnsTaken, waitForScripts, watchRequests } from '#tests/support/browser/hydrated.ts'
import { firstSchoolId } from '#tests/support/site/site-url.ts'
import { eachOnAPhone } from '#tests/support/browser/each-on-a-phone.ts'

/** Whatever a navigation inside the document misses, the page comes by a full load, once. */

let context: BrowserContext
let page: Page
eachOnAPhone((opened) => ({ context, page } = opened))

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
  ['styles are gone', /\/assets\/[\w-]+\.css$/, (route) => route.fulfill({ status: 404, body: '' })],
  ['script is gone', /\/assets\/[\w-]+\.js$/, (route) => route.fulfill({ status: 404, body: '' })],
  [
    'script throws',
    /\/assets\/[\w-]+\.js$/,
    (route) => route.fulfill({ body: 'throw new Error("broken")', contentType: 'text/javascript' }),
  ],
]

test.each(faults)('when %s the page is loaded as a document, once', async (what, pattern, spoil) => {
  await openHydrated(page, list)
  await page.route(pattern, spoil)
  const requests = watchRequests(page)
  const name = await link().innerText()
  await link().click()
  await page.waitForURL(/\/school\/\d+\/$/)
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toContain(name)
  await page.waitForLoadState('load')
  if (!what.startsWith('script')) await waitForScripts(page)
  await turnsTaken(page)
  expect(requests.documents).toHaveLength(1)
})

test('after a newer build the next page is loaded as a document, a second one within 10 s is not', async () => {
  await page.route('**/builds/latest.json', (route) => route.fulfill({ json: { id: 'newer' } }))
  await openHydrated(page, list)
  const looked = await page.waitForResponse('**/builds/latest.json')
  await looked.finished()
  await turnsTaken(page)
  const requests = watchRequests(page)
  await link().click()
  await page.waitForURL(/\/school\/\d+\/$/)
  expect(requests.documents).toHaveLength(1)
  await waitForScripts(page)
  await page.waitForResponse('**/builds/latest.json')
  await page.getByRole('link', { name: '招生', exact: true }).first().click()
  await page.waitForURL(/\/admissions\/$/)
  expect(requests.documents).toHaveLength(1)
})

const question = '校车几点到？'

/** A school's page of questions with one half written. */
async function openHalfFilled(): Promise<void> {
  await openHydrated(page, `/school/${await firstSchoolId()}/faq/`)
  await page.locator('main form[method=post] textarea').first().fill(question)
}

/** Whether the page is still there, says that the network is away, and holds what was typed. */
async function staysAndSaysSo(address: string): Promise<void> {
  await page.getByText('网络断了').waitFor()
  expect(page.url()).toBe(address)
  expect(await page.locator('main form[method=post] textarea').first().inputValue()).toBe(question)
}

const tab = (name: string) => page.getByRole('link', { name, exact: true }).first()

/** Waits for a page of the school: the address changes before the page is rendered. */
async function arrivesAt(path: RegExp, heading: string): Promise<void> {
  await page.waitForURL(path)
  await page.getByRole('heading', { level: 1 }).filter({ hasText: heading }).waitFor()
}

const losses: [what: string, lose: () => Promise<unknown>, find: () => Promise<unknown>][] = [
  ['the browser knows of', () => context.setOffline(true), () => context.setOffline(false)],
  [
    'nobody knows of',
    () => page.route('**/*', (route) => route.abort('internetdisconnected')),
    () => page.unroute('**/*'),
  ],
]

test.each(losses)('offline, which %s, a link leaves the page as it is', async (_what, lose, find) => {
  await openHalfFilled()
  const address = page.url()
  await lose()
  const requests = watchRequests(page)
  await tab('招生').click()
  await staysAndSaysSo(address)
  await find()
  await tab('招生').click()
  await arrivesAt(/\/admissions\/$/, '招生')
  // Chromium 150 remembers that a module did not load: the page then comes as a document, and nothing else does.
  expect(requests.documents.filter((address) => !address.endsWith('/admissions/'))).toEqual([])
  await page.goBack()
  await arrivesAt(/\/faq\/$/, '问答')
})

test.each(losses)(
  'offline, which %s, a page whose scripts are cached stays as it is',
  async (_what, lose) => {
    await openHalfFilled()
    await tab('招生').click()
    await arrivesAt(/\/admissions\/$/, '招生')
    await page.goBack()
    await arrivesAt(/\/faq\/$/, '问答')
    await page.locator('main form[method=post] textarea').first().fill(question)
    const address = page.url()
    await lose()
    const requests = watchRequests(page)
    await tab('招生').click()
    await staysAndSaysSo(address)
    expect(requests.documents).toEqual([])
  },
)

test.each(losses)('offline, which %s, a pointer on a link leaves the page as it is', async (_what, lose) => {
  await openHalfFilled()
  await lose()
  const requests = watchRequests(page)
  const failed = page.waitForEvent('requestfailed', (request) => /\/assets\/[\w-]+\.js$/.test(request.url()))
  await tab('招生').hover()
  await failed
  await turnsTaken(page)
  expect(requests.documents).toEqual([])
  expect(await page.locator('main form[method=post] textarea').first().inputValue()).toBe(question)
})

test('offline, a search leaves its page and input as they are', async () => {
  await openHydrated(page, '/')
  await context.setOffline(true)
  const search = page.getByRole('search').first()
  await search.getByRole('searchbox').fill('国际')
  await search.getByRole('button', { name: '搜索' }).click()
  await page.getByText('网络断了').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await search.getByRole('searchbox').inputValue()).toBe('国际')
})

test('offline, Back leaves the shown page as it is', async () => {
  await openHydrated(page, list)
  const name = await link().innerText()
  await link().click()
  await arrivesAt(/\/school\/\d+\/$/, name)
  const address = page.url()
  await context.setOffline(true)
  await page.evaluate(() => window.history.back())
  await page.getByText('网络断了').waitFor()
  await expect.poll(() => page.url()).toBe(address)
  await context.setOffline(false)
  await page.goBack()
  await expect.poll(() => page.locator('h1').innerText()).toContain('所')
})

test('a page without an answer for 10 s is loaded as a document', async () => {
  await page.clock.install()
  await openHydrated(page, list)
  await page.route(/\.data(?:\?|$)/, () => new Promise(() => undefined))
  const requests = watchRequests(page)
  await page.clock.pauseAt(Date.now() + 3_600_000)
  const asked = page.waitForRequest(/\.data(?:\?|$)/)
  await link().click()
  await asked
  await turnsTaken(page)
  await page.clock.runFor(9900)
  expect(requests.documents).toEqual([])
  await page.clock.runFor(200)
  await page.waitForURL(/\/school\/\d+\/$/)
  expect(requests.documents).toHaveLength(1)
})

test('a percent sign in a fragment breaks no navigation', async () => {
  await openHydrated(page, list)
  for (const href of ['/news/shenzhen/#100%', '#100%']) {
    await page.evaluate((address) => {
      const anchor = document.createElement('a')
      anchor.href = address
      document.body.append(anchor)
      anchor.click()
    }, href)
    await expect.poll(() => page.locator('h1').innerText()).toContain('资讯')
    expect(new URL(page.url()).hash).toBe('#100%')
  }
  await page.getByRole('link', { name: '学校', exact: true }).first().click()
  await expect.poll(() => page.locator('h1').innerText()).toContain('所')
})

test('key events during the start of the scripts cause no error', async () => {
  const errors: string[] = []
  for (let load = 0; load < 4; load += 1) {
    const tab = await context.newPage()
    tab.on('pageerror', (error) => errors.push(error.message))
    await tab.addInitScript(() => {
      const target = () => document.querySelector('main') ?? window
      const typeKey = () => target().dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
      const timer = setInterval(typeKey, 1)
      setTimeout(() => clearInterval(timer), 3000)
    })
    await openHydrated(tab, list)
    await tab.close()
  }
  expect(errors).toEqual([])
})
