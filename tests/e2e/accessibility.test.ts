import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { lookFindings, looks, type Look } from '#tests/support/browser/examiners/looks.ts'
import { firstSchoolId, siteUrl } from '#tests/support/site/site-url.ts'
import { touch } from '#tests/support/browser/touched-page.ts'

let browser: Browser
let context: BrowserContext
let page: Page
let school = ''

beforeAll(async () => {
  browser = await openBrowser()
  school = `/school/${await firstSchoolId()}/`
})
afterAll(() => browser.close())
beforeEach(async () => {
  context = await openPhone(browser)
  page = await context.newPage()
})
afterEach(() => context.close())

const onPhones = looks.filter(([width]) => width < 900)

/** A page as scripts or a refused form leave it; `shown` proves that it is in that state. */
type State = [
  name: string,
  path: () => string,
  enter: () => Promise<void>,
  shown: () => Promise<void>,
  among?: readonly Look[],
]

async function visible(selector: string, count = 1): Promise<void> {
  const shown = () => page.locator(selector).filter({ visible: true }).count()
  await expect.poll(shown, { timeout: 10_000 }).toBe(count)
}
const list = () => '/schoollist/shenzhen/'

const states: State[] = [
  [
    'a toast on the list',
    list,
    async () => {
      await page.locator('main button[name=id]').nth(1).click()
      // While a pointer is on it, it stays.
      await page.locator('.toast').hover()
    },
    () => visible('[role=status] .toast'),
    looks.filter(([width]) => width === 390),
  ],
  [
    'the filter sheet',
    list,
    () => page.locator('summary', { hasText: '筛选' }).click(),
    () => visible('[role=dialog] fieldset', 9),
    onPhones,
  ],
  [
    'suggestions of a search',
    list,
    () => page.locator('#site-search').pressSequentially('深圳'),
    () => visible('[role=option]', 10),
    onPhones,
  ],
  [
    'a request over a school',
    () => school,
    () => page.locator('nav[aria-label="快捷操作"] a', { hasText: '预约参观' }).click(),
    () => visible('dialog:modal input:not([type=hidden]), dialog:modal select, dialog:modal textarea', 14),
  ],
  [
    'a refused request',
    () => '/order/?orderType=order',
    () => page.locator('form[action="/order/"] button[type=submit]').click(),
    () => visible('main [role=alert] a', 3),
  ],
  [
    'a refused phone at the login',
    () => '/login/',
    async () => {
      await page.locator('#phone').fill('123')
      await page.locator('main input[name=agreed]').check()
      await page.locator('main button[value=send]').click()
    },
    () => visible('main [role=alert] a'),
  ],
  [
    'a refused question',
    () => `${school}faq/`,
    () => page.locator('main form[method=post] button[type=submit]').last().click(),
    () => visible('main [role=alert] a'),
  ],
  [
    'a shown phone',
    () => school,
    () => page.locator('main details:visible summary').first().click(),
    () => visible('main details[open] a[href^="tel:"]'),
    onPhones,
  ],
]

test.each(states)('axe finds nothing on %s', async (name, path, enter, shown, among = looks) => {
  await page.goto(siteUrl() + path())
  await touch(page)
  await enter()
  await shown()
  expect(await page.locator('h1').count()).toBe(1)
  const place = states.findIndex(([state]) => state === name)
  expect(await lookFindings(page, place, among)).toEqual([])
  await shown()
})
