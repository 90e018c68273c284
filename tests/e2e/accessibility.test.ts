import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AxeRules, axeFindings, sidewaysFindings } from '#tests/support/browser/axe.ts'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { pageKinds } from '#tests/support/pages/page-kinds.ts'
import { firstSchoolId, siteUrl } from '#tests/support/site/site-url.ts'
import { touch } from '#tests/support/browser/touched-page.ts'
import { whatPagesShow } from '#tests/support/pages/what-pages-show.ts'

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
  context = await openPhone(browser, { bypassCSP: true })
  page = await context.newPage()
})
afterEach(() => context.close())

type Look = [width: number, media: Parameters<Page['emulateMedia']>[0], rules: AxeRules]

const light = { colorScheme: 'light', forcedColors: 'none' } as const
const dark = { colorScheme: 'dark', forcedColors: 'none' } as const
const forced = { colorScheme: 'light', forcedColors: 'active' } as const

const proving = process.env['PROVE'] === '1'

/** A page is opened once and looked at in turn: what colours cannot change is not asked of each colour. */
const looks: Look[] = !proving
  ? [
      [390, light, 'all'],
      [390, dark, 'colours'],
      [390, forced, 'colours'],
      [320, light, 'sizes'],
      [1280, light, 'all'],
    ]
  : [320, 390, 1280].flatMap((width) => [light, dark, forced].map((media): Look => [width, media, 'all']))

/** Every look at full size; else the first one, and two of the others in turn. */
function looksAt(page: number): Look[] {
  const [first, ...others] = looks
  if (proving || first === undefined) return looks
  return [first, ...others.filter((_, at) => at % 2 === page % 2)]
}

/** What is wrong with a page as it stands, in every look. */
async function examine(name: string, among = looks): Promise<string[]> {
  const found: string[] = []
  for (const [width, media, rules] of among) {
    await page.setViewportSize({ width, height: width === 1280 ? 900 : 844 })
    await page.emulateMedia(media)
    const look = `${name}, ${width} px, ${media?.colorScheme}${media?.forcedColors === 'active' ? ', forced' : ''}`
    const findings = [...(await axeFindings(page, rules)), ...(await sidewaysFindings(page))]
    found.push(...findings.map((finding) => `${look}: ${finding}`))
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia(light)
  return found
}

test(
  'axe finds nothing on any page, on small and large screens, light, dark and in forced colours',
  async () => {
    const found: string[] = []
    for (const [at, [name, path]] of (await pageKinds(siteUrl())).entries()) {
      await page.goto(siteUrl() + path, { waitUntil: 'load' })
      const [heading, items, count] = whatPagesShow[name] ?? ['', 'main', 0]
      expect([name, await page.locator('h1').allInnerTexts()]).toEqual([
        name,
        [expect.stringContaining(heading)],
      ])
      expect([name, await page.locator(items).count()]).toEqual([name, count])
      found.push(...(await examine(name, looksAt(at))))
    }
    expect(found).toEqual([])
  },
  proving ? 1_800_000 : 300_000,
)

const onPhones = looks.filter(([width]) => width < 900)

/** A page as scripts or a refused form leave it; `shown` proves that it is in that state. */
type State = [
  name: string,
  path: () => string,
  enter: () => Promise<void>,
  shown: () => Promise<void>,
  among?: Look[],
]

async function visible(selector: string, count = 1): Promise<void> {
  await expect.poll(() => page.locator(selector).filter({ visible: true }).count()).toBe(count)
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
    () => visible('[role=dialog] fieldset', 6),
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
    () => visible('dialog:modal input:not([type=hidden]), dialog:modal select, dialog:modal textarea', 7),
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

test.each(states)('axe finds nothing on %s', async (name, path, enter, shown, among) => {
  await page.goto(siteUrl() + path())
  await touch(page)
  await enter()
  await shown()
  expect(await page.locator('h1').count()).toBe(1)
  expect(await examine(name, among)).toEqual([])
  await shown()
})
