import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { openHydrated, watchRequests } from '#tests/support/browser/hydrated.ts'
import { startSlowSite } from '#tests/support/site/slow-site.ts'
import { firstSchoolId, siteUrl } from '#tests/support/site/site-url.ts'
import { openTouched } from '#tests/support/browser/touched-page.ts'

/** States and limits of the specification as a visitor meets them, in literal numbers and words. */

let browser: Browser
let context: BrowserContext | undefined
let id = 0
let school = ''

beforeAll(async () => {
  browser = await openBrowser()
  id = await firstSchoolId()
  school = `/school/${id}/`
})
afterAll(() => browser.close())
afterEach(() => context?.close())

async function openFresh(options: Parameters<typeof openPhone>[1] = {}): Promise<Page> {
  const opened = await openPhone(browser, options)
  context = opened
  return opened.newPage()
}

test('without a cookie the city is Shenzhen; a visit to a city stores it for the next visit', async () => {
  const page = await openFresh()
  await page.goto(siteUrl())
  expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN')
  expect(await page.getByRole('link', { name: /当前城市：\s*深圳\s*，切换城市/ }).count()).toBe(1)
  const stored = async () =>
    (await page.context().cookies()).flatMap(({ name, value }) =>
      name === 'position' ? [decodeURIComponent(value)] : [],
    )
  expect(await stored()).toEqual([])
  await page.goto(`${siteUrl()}/toplist/zhuhai/`)
  expect(await stored()).toEqual(['{"area_code":"4404","area_name":"珠海"}'])
  await page.goto(siteUrl())
  expect(new URL(page.url()).pathname).toBe('/zhuhai/')
})

test.each(['/toplist/atlantis/', '/schoollist/atlantis/ib/', '/atlantis/'])(
  'the unknown city of %s is replaced by /404/: Back leads to where the link was',
  async (address) => {
    const page = await openFresh()
    await openHydrated(page, '/city/')
    await page.evaluate((href) => {
      const link = document.createElement('a')
      link.href = href
      document.body.append(link)
      link.click()
    }, address)
    await page.waitForURL('**/404/')
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    await page.goBack()
    expect(new URL(page.url()).pathname).toBe('/city/')
  },
)

test('the favourite state is requested only with a login and for a school', async () => {
  const asked: string[] = []
  const site = await startSlowSite(siteUrl(), (pathname) => {
    if (pathname.includes('collect')) asked.push(pathname)
    return undefined
  })
  const open = async (path: string, cookie: string) => {
    const answer = await fetch(site.url + path, { headers: { cookie: `nojs=1; ${cookie}` } })
    await answer.text()
    expect(answer.status).toBe(200)
  }
  const token = `token=${'x'.repeat(43)}`
  try {
    await open(school, '')
    await open('/schoollist/shenzhen/', '')
    await open('/city/', token)
    await open('/news/shenzhen/', token)
    expect(asked).toEqual([])
    await open(school, token)
    expect(asked).toEqual(['/api/center/collect'])
  } finally {
    await site.stop()
  }
})

test.each([
  ['on a phone', 390, true],
  ['on a desktop', 1280, true],
  ['without scripts', 390, false],
])(
  'the phone of a school is shown by one press and hidden by the next, %s',
  async (_name, width, scripts) => {
    const page = await openFresh({ viewport: { width, height: 900 }, javaScriptEnabled: scripts })
    await page.goto(siteUrl() + school)
    const display = page.locator('main details:visible', { hasText: '查看电话' }).first()
    const number = display.locator('a[href^="tel:"]')
    expect(await number.count()).toBe(1)
    expect(await number.isVisible()).toBe(false)
    await display.locator('summary').click()
    expect(await number.isVisible()).toBe(true)
    expect(await number.getAttribute('href')).toBe(`tel:${(await number.innerText()).replace(/[^\d+]/g, '')}`)
    await display.locator('summary').click()
    expect(await number.isVisible()).toBe(false)
  },
)

test('an order without name and phone says 请填写姓名 and 请填写正确的电话 beside the fields and above them', async () => {
  const opened = await openTouched(browser, school)
  context = opened.context
  const { page } = opened
  await page.getByRole('navigation', { name: '快捷操作' }).getByRole('link', { name: '预约参观' }).click()
  const dialog = page.getByRole('dialog', { name: '预约参观' })
  await dialog.getByRole('textbox', { name: '电话' }).fill('12345')
  await dialog.locator('form button[type=submit]').click()
  const summary = page.getByRole('alert')
  await summary.waitFor()
  expect(await summary.getByRole('link').allInnerTexts()).toEqual(
    expect.arrayContaining(['请填写姓名', '请填写正确的电话']),
  )
  expect(await page.locator('#name-error').innerText()).toContain('请填写姓名')
  expect(await page.locator('#phone-error').innerText()).toContain('请填写正确的电话')
  expect(await page.locator('#phone').inputValue()).toBe('12345')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert')
})

/** A touched page whose clock stands still from now on. */
async function openStill(path: string): Promise<Page> {
  const opened = await openTouched(browser, path, { before: (fresh) => fresh.clock.install() })
  context = opened.context
  await opened.page.clock.pauseAt(Date.now() + 3_600_000)
  return opened.page
}

test('an action without an answer is aborted at 10,000 ms, not at 9,900', async () => {
  const page = await openStill('/schoollist/shenzhen/')
  await page.route('**/compare/toggle.data', () => undefined)
  const button = page.locator('[id^="school-"]').first().getByRole('button').nth(1)
  await button.click()
  await expect.poll(() => button.innerText()).toBe('已加对比')
  await page.clock.runFor(9900)
  expect(await button.getAttribute('aria-busy')).toBe('true')
  await page.clock.runFor(100)
  await page.getByText('没有保存，请再点一次').waitFor()
  expect(await button.innerText()).toBe('对比')
})

test('a page or dialog without an answer is loaded as a document at 10,000 ms, not at 9,900', async () => {
  const page = await openStill(school)
  await page.route(/\.data(?:\?|$)|\/modal\/\?/, () => undefined)
  const requests = watchRequests(page)
  const asked = page.waitForRequest('**/*.data?*')
  await page.getByRole('navigation', { name: '快捷操作' }).getByRole('link', { name: '咨询' }).click()
  await asked
  await page.clock.runFor(9900)
  expect(requests.documents).toEqual([])
  await page.clock.runFor(200)
  await page.waitForURL(/modal=order/)
  expect(requests.documents).toHaveLength(1)
})

test('the root font size is 32 px times the smaller of 2 and the width between 375 and 750 px by 750, and 16 px from there', async () => {
  const page = await openFresh({ javaScriptEnabled: false })
  await page.goto(`${siteUrl()}/city/`)
  const sizes: [number, number][] = []
  for (const width of [320, 375, 390, 480, 600, 749, 750, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const size = await page.locator('html').evaluate((root) => parseFloat(getComputedStyle(root).fontSize))
    sizes.push([width, Math.round(size * 10) / 10])
  }
  expect(sizes).toEqual([
    [320, 16],
    [375, 16],
    [390, 16.6],
    [480, 20.5],
    [600, 25.6],
    [749, 32],
    [750, 16],
    [1280, 16],
  ])
})
