import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { axeFindings, sidewaysFindings } from '#tests/support/browser/axe.ts'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { watchFaults } from '#tests/support/browser/page-faults.ts'
import { pageKinds } from '#tests/support/pages/page-kinds.ts'
import { firstSchoolId, siteUrl } from '#tests/support/site/site-url.ts'
import { touch } from '#tests/support/browser/touched-page.ts'
import { isProof, sample } from '#tests/support/runner/sample.ts'
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
  context = await openPhone(browser)
  page = await context.newPage()
})
afterEach(() => context.close())

type Look = [width: number, media: Parameters<Page['emulateMedia']>[0]]

const light = { colorScheme: 'light', forcedColors: 'none' } as const
const dark = { colorScheme: 'dark', forcedColors: 'none' } as const
const forced = { colorScheme: 'light', forcedColors: 'active' } as const

/** In an order in which pages that follow each other differ in width and colours. */
const looks: Look[] = [
  [390, light],
  [1280, dark],
  [320, forced],
  [390, dark],
  [1280, light],
  [320, dark],
  [390, forced],
  [320, light],
  [1280, forced],
]

/** All of them in a proof, else one, in turn. */
function looksAt(place: number, among = looks): Look[] {
  return among.filter((_, at) => isProof || at === place % among.length)
}

/** What is wrong with a page in each look. */
async function examine(name: string, among: Look[]): Promise<string[]> {
  const found: string[] = []
  for (const [width, media] of among) {
    await page.setViewportSize({ width, height: width === 1280 ? 900 : 844 })
    await page.emulateMedia(media)
    const look = `${name}, ${width} px, ${media?.colorScheme}${media?.forcedColors === 'active' ? ', forced' : ''}`
    const findings = [...(await axeFindings(page)), ...(await sidewaysFindings(page))]
    found.push(...findings.map((finding) => `${look}: ${finding}`))
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia(light)
  return found
}

/** Spacing of text that a reader may set. */
const readerSpacing =
  '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}'

/** Texts that are cut off at 1280 px with 200 % zoom, with the usual spacing of text or a reader's: with both in a proof. */
async function cutOffFindings(name: string, place: number): Promise<string[]> {
  const found: string[] = []
  await page.setViewportSize({ width: 640, height: 450 })
  for (const spacing of sample(['', readerSpacing], 2, place)) {
    // Unlike an element with styles it is allowed by the page's policy.
    await page.evaluate((rules) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(rules)
      document.adoptedStyleSheets.push(sheet)
    }, spacing)
    const texts = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('body *')]
        .filter((element) => {
          const { overflowX, overflowY, position, display, textOverflow, webkitLineClamp } =
            getComputedStyle(element)
          // A beginning of a text that stands whole behind its link.
          if (textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return false
          if (position === 'absolute' || display === 'inline' || element.clientWidth < 2) return false
          const wide = overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1
          const high = overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1
          return (wide || high) && element.innerText.trim() !== ''
        })
        .map((element) => `${element.tagName}.${element.className}: ${element.innerText.slice(0, 20)}`),
    )
    const findings = [...texts, ...(await sidewaysFindings(page))]
    found.push(...findings.map((what) => `${name}, 200 %${spacing === '' ? '' : ', spaced'}: ${what}`))
  }
  return found
}

test(
  'on every kind of page axe finds nothing, at 200 % zoom no text is cut off, and no policy, script or file fails',
  async () => {
    const found: string[] = []
    const faults = watchFaults(page, siteUrl())
    for (const [at, [name, path]] of (await pageKinds(siteUrl())).entries()) {
      faults.at(name)
      await page.goto(siteUrl() + path, { waitUntil: 'load' })
      const [heading, items] = whatPagesShow[name] ?? ['in whatPagesShow', 'main']
      expect([name, await page.locator('h1').allInnerTexts()]).toEqual([
        name,
        [expect.stringContaining(heading)],
      ])
      expect(await page.locator(items).count(), name).toBeGreaterThan(0)
      found.push(...(await examine(name, looksAt(at))), ...(await cutOffFindings(name, at)))
      await page.setViewportSize({ width: 390, height: 844 })
    }
    expect(found).toEqual([])
    expect(faults.found).toEqual([])
  },
  isProof ? 1_800_000 : 300_000,
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
  expect(await examine(name, looksAt(place, among))).toEqual([])
  await shown()
})
