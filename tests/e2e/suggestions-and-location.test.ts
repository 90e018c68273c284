import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPhone, phoneAgent } from '#tests/support/browser/browser.ts'
import { firstSchoolId, siteUrl } from '#tests/support/site/site-url.ts'
import { turnsTaken, waitForScripts } from '#tests/support/browser/hydrated.ts'
import { openTouched } from '#tests/support/browser/touched-page.ts'

let browser: Browser
let context: BrowserContext

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())
afterEach(() => context.close())

async function openAt(path: string): Promise<Page> {
  const opened = await openTouched(browser, path)
  context = opened.context
  return opened.page
}

const suggestions = (page: Page) => page.getByRole('listbox', { name: '搜索建议' }).getByRole('option')

test('the search suggests schools from two characters on, not during composition, chosen by arrows and Enter', async () => {
  const page = await openAt('/schoollist/shenzhen/')
  await page.clock.install()
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const q = searchParams.get('q') ?? ''
    if (pathname === '/api/schools/suggest' && q !== '') asked.push(q)
  })
  await page.locator('#site-search').focus()
  const input = page.locator('#site-search[role=combobox]')
  await input.pressSequentially('深')
  await input.evaluate((field) => {
    field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
  })
  await input.pressSequentially('zh')
  await page.clock.runFor(500)
  await turnsTaken(page)
  expect(asked).toEqual([])
  await input.fill('深圳')
  await input.evaluate((field) => {
    field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true }))
  })
  await suggestions(page).first().waitFor()
  expect(asked).toEqual(['深圳'])
  expect(await suggestions(page).count()).toBeLessThanOrEqual(10)
  expect(await input.getAttribute('aria-expanded')).toBe('true')
  await input.press('ArrowDown')
  const chosen = await page.locator('[role=option][aria-selected=true]').getAttribute('id')
  expect(await input.getAttribute('aria-activedescendant')).toBe(chosen)
  await input.press('Escape')
  expect(await page.getByRole('listbox').count()).toBe(0)
  await input.press('Backspace')
  await input.fill('深圳')
  await suggestions(page).first().waitFor()
  await input.press('ArrowDown')
  await input.press('Enter')
  await page.waitForURL(/\/school\/\d+\/$/)
})

test('the empty field suggests the city’s lists and recent searches, which can be cleared and restored', async () => {
  const page = await openAt('/schoollist/shenzhen/')
  const input = page.locator('#site-search')
  await input.focus()
  await suggestions(page).first().waitFor()
  expect(await suggestions(page).filter({ hasText: '最近搜过' }).count()).toBe(0)
  await input.pressSequentially('听澜')
  await input.press('Enter')
  await page.waitForURL(/\/search\/\?q=/)
  await page.goto(`${siteUrl()}/schoollist/shenzhen/`)
  await waitForScripts(page)
  await input.focus()
  const recent = suggestions(page).filter({ hasText: '最近搜过' })
  await recent.waitFor()
  expect(await recent.innerText()).toContain('听澜')
  expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBe('["听澜"]')
  await suggestions(page).filter({ hasText: '清空最近搜索' }).click()
  await recent.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBeNull()
  await page.getByRole('button', { name: '撤销' }).click()
  expect(await page.evaluate(() => localStorage.getItem('recent-searches'))).toBe('["听澜"]')
  await recent.click()
  await page.waitForURL(/\/search\/\?q=/)
})

test('a typed district suggests its list', async () => {
  const page = await openAt('/schoollist/shenzhen/')
  const input = page.locator('#site-search')
  await input.focus()
  await input.pressSequentially('nanshan')
  await suggestions(page).filter({ hasText: '深圳的学校名单' }).click()
  await page.waitForURL('**/schoollist/shenzhen/nanshan/')
  expect(await page.getByRole('listbox').count()).toBe(0)
})

async function totalOf(query: string): Promise<number> {
  const answer: { data: { total: number } } = await (await fetch(`${siteUrl()}/api/schools?${query}`)).json()
  return answer.data.total
}

test('four schools fit a phone below the bar that sticks to its top', async () => {
  const page = await openAt('/schoollist/shenzhen/')
  const rows = page.locator('[id^="school-"]')
  await rows.nth(4).evaluate((row) => row.scrollIntoView({ block: 'start', behavior: 'instant' }))
  const bar = (await page.locator('summary', { hasText: '筛选' }).boundingBox()) ?? { y: -1, height: 0 }
  expect(bar.y).toBeGreaterThanOrEqual(0)
  const boxes = await rows.evaluateAll((all) =>
    all.map((row) => row.getBoundingClientRect()).map(({ bottom, top }) => ({ bottom, top })),
  )
  const whole = boxes.filter(({ bottom, top }) => top >= bar.y + bar.height && bottom <= 844)
  expect(whole.length).toBeGreaterThanOrEqual(4)
})

test('on a phone the filters are a modal sheet that takes, traps and restores the focus', async () => {
  const page = await openAt('/schoollist/shenzhen/')
  await page.locator('summary', { hasText: '筛选' }).click()
  const sheet = page.getByRole('dialog', { name: '筛选' })
  await sheet.waitFor()
  expect(await sheet.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('关闭')
  await page.keyboard.press('Shift+Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY')
  await page.locator('summary', { hasText: '筛选' }).click()
  await sheet.waitFor()

  // The button says what the ticked boxes would find, and so do the numbers beside the others.
  await sheet.getByRole('checkbox', { name: /^IB/ }).check()
  const found = await totalOf('city_code=4403&curriculum=ib')
  await sheet.getByRole('button', { name: `查看 ${found} 所学校`, exact: true }).waitFor()
  expect(await sheet.getByRole('status').innerText()).toBe(`${found} 所学校`)
  const high = await totalOf('city_code=4403&curriculum=ib&stage=high')
  await sheet.getByRole('checkbox', { name: `高中 ${high}`, exact: true }).waitFor()
  await page.route('**/api/schools?*', (route) => route.abort())
  await sheet.getByRole('checkbox', { name: /^高中/ }).check()
  await sheet.getByRole('button', { name: '筛选', exact: true }).waitFor()
  // Turned, the filters stand beside the list, and the page scrolls.
  await page.setViewportSize({ width: 1024, height: 768 })
  await sheet.waitFor({ state: 'detached' })
  expect(await page.locator('html').evaluate((root) => getComputedStyle(root).overflow)).toBe('visible')
  expect(await page.getByRole('button', { name: '关闭' }).count()).toBe(0)
})

test.each([60, 120])(
  '筛选 as the first touch, for %i ms, opens the sheet, and a search closes it',
  async (ms) => {
    context = await openPhone(browser, { hasTouch: true, isMobile: true })
    const page = await context.newPage()
    await page.goto(`${siteUrl()}/schoollist/shenzhen/`)
    await waitForScripts(page)
    const finger = await context.newCDPSession(page)
    const { x = 0, y = 0 } = (await page.locator('summary', { hasText: '筛选' }).boundingBox()) ?? {}
    const touch = { type: 'touchStart' as const, touchPoints: [{ x: x + 20, y: y + 20 }] }
    // The finger leaves in time even while the page is too busy to answer to its touch, which were a long press else.
    await Promise.all([
      finger.send('Input.dispatchTouchEvent', touch),
      page
        .waitForTimeout(ms)
        .then(() => finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })),
    ])
    const sheet = page.getByRole('dialog', { name: '筛选' })
    await sheet.waitFor()
    await sheet.getByRole('checkbox', { name: /^小学/ }).check()
    await sheet.locator('[type="submit"]').click()
    await page.waitForURL(/stage=primary/)
    await sheet.waitFor({ state: 'detached' })
    expect(await page.locator('fieldset').first().isVisible()).toBe(false)
    const firstSchool = page.locator('[id^="school-"]').first()
    await expect.poll(async () => (await firstSchool.boundingBox())?.y).toBeLessThan(500)
    await page.goBack()
    await page.waitForURL((url) => url.search === '')
    expect(await page.locator('fieldset').first().isVisible()).toBe(false)
  },
)

test('filters opened before hydration become the sheet', async () => {
  context = await openPhone(browser)
  const page = await context.newPage()
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await isReleased
    await route.continue()
  })
  await page.goto(`${siteUrl()}/schoollist/shenzhen/`, { waitUntil: 'commit' })
  await page.locator('summary', { hasText: '筛选' }).click()
  await page.locator('fieldset').first().waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  release()
  await page.getByRole('dialog', { name: '筛选' }).waitFor()
  await page.getByRole('button', { name: '关闭' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await page.locator('fieldset').first().isVisible()).toBe(false)
})

/** The city chooser of somebody who is at a place, and allows the browser to tell it. */
async function openChooser(place: { latitude: number; longitude: number } | undefined): Promise<Page> {
  const options = place === undefined ? {} : { geolocation: place, permissions: ['geolocation'] }
  context = await openPhone(browser, options)
  const page = await context.newPage()
  await page.goto(`${siteUrl()}/city/`)
  return page
}

test('定位 suggests the city by a link and does not navigate', async () => {
  const page = await openChooser({ latitude: 23.124, longitude: 113.361 })
  const places: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/location')) places.push(new URL(request.url()).search)
  })
  await page.getByRole('button', { name: '定位' }).click()
  await page.getByText('您在广州').waitFor()
  expect(places).toEqual(['?city_code=4403&lat=23.12&lng=113.36'])
  expect(new URL(page.url()).pathname).toBe('/city/')
  await page.getByRole('link', { name: '看广州的学校' }).click()
  await page.waitForURL('**/guangzhou/')
})

test('定位 says 当前区域不在运营地区 elsewhere, and 地理位置获取错误2 when it fails', async () => {
  const far = await openChooser({ latitude: 31.23, longitude: 121.47 })
  await far.getByRole('button', { name: '定位' }).click()
  await far.getByText('当前区域不在运营地区').waitFor()
  await context.close()
  const refused = await openChooser(undefined)
  await refused.getByRole('button', { name: '定位' }).click()
  await refused.getByText('地理位置获取错误2').waitFor()
  expect(await refused.locator('[role=status]').first().innerText()).toBe(
    '没能定位（地理位置获取错误2），请直接选城市',
  )
})

test('without scripts the chooser has no 定位, only the cities', async () => {
  context = await openPhone(browser, { javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${siteUrl()}/city/`)
  expect(await page.getByRole('button', { name: '定位' }).count()).toBe(0)
  expect(await page.locator('main a[href="/guangzhou/"]').count()).toBe(1)
})

/** WeChat's browser on a page of the site: what it was told, and when it answers that a configuration is verified. */
async function openWechat(path: string, signed: (address: string) => boolean) {
  context = await openPhone(browser, { userAgent: `${phoneAgent} MicroMessenger/8.0.50` })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const reported: [string, unknown][] = []
    const deferred: (() => void)[] = []
    const invoke = (name: string, message: unknown, done?: (answer: { err_msg: string }) => void) => {
      reported.push([name, message])
      const answer = () => done?.({ err_msg: `${name}:ok` })
      if (name === 'preVerifyJSAPI' && Reflect.get(window, 'isHolding') === true) deferred.push(answer)
      else answer()
    }
    Object.assign(window, {
      reported,
      deferred,
      WeixinJSBridge: { invoke, on: () => undefined },
    })
  })
  const signedFor: string[] = []
  await page.route('**/api/jssdk?*', (route) => {
    const address = new URL(route.request().url()).searchParams.get('url') ?? ''
    signedFor.push(address)
    if (!signed(address)) return route.fulfill({ status: 503, body: '系统维护中' })
    const data = { appId: 'wx1', timestamp: 1, nonceStr: 'n', signature: 's' }
    return route.fulfill({ json: { code: 1000, message: 'ok', data } })
  })
  await page.goto(siteUrl() + path)
  const message = () =>
    page.evaluate(() => {
      const reported: unknown = Reflect.get(window, 'reported')
      if (!Array.isArray(reported)) return undefined
      const last: unknown = reported.findLast(([name]) => name === 'updateAppMessageShareData')
      return Array.isArray(last) ? last[1] : undefined
    })
  return { page, signedFor, message }
}

test('inside WeChat the share message is the title, description, address and picture of the card', async () => {
  const { page, signedFor, message } = await openWechat('/city/?from=timeline#top', () => true)
  await expect.poll(message, { timeout: 10_000 }).toMatchObject({
    title: await page.locator('meta[property="og:title"]').getAttribute('content'),
    link: 'https://school.example/city/',
    desc: await page.locator('meta[property="og:description"]').getAttribute('content'),
  })
  expect(signedFor).toEqual([`${siteUrl()}/city/?from=timeline`])
})

test('after a navigation the share message is set once WeChat has verified the address', async () => {
  const { page, signedFor, message } = await openWechat('/city/', () => true)
  await expect.poll(message, { timeout: 10_000 }).toBeDefined()
  const before = await message()
  await page.evaluate(() => Object.assign(window, { isHolding: true }))
  await page.getByRole('contentinfo').getByRole('link', { name: '关于我们' }).click()
  await page.waitForURL('**/aboutus/')
  await expect.poll(() => signedFor.at(-1)).toBe(`${siteUrl()}/aboutus/`)
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'deferred').length)).toBeGreaterThan(0)
  expect(await message()).toEqual(before)
  await page.evaluate(() => {
    for (const answer of Reflect.get(window, 'deferred')) answer()
  })
  await expect.poll(message).toMatchObject({
    title: '关于我们_我们怎样帮家长择校',
    link: 'https://school.example/aboutus/',
  })
})

test('a failed signature does not affect the next page, and 分享 explains the menu', async () => {
  const { page, signedFor, message } = await openWechat('/city/', (address) => !address.includes('/city/'))
  await expect.poll(() => signedFor).toEqual([`${siteUrl()}/city/`])
  await page.getByRole('contentinfo').getByRole('link', { name: '关于我们' }).click()
  await expect.poll(message, { timeout: 10_000 }).toMatchObject({ link: 'https://school.example/aboutus/' })
  await page.goto(`${siteUrl()}/school/${await firstSchoolId()}/`)
  await expect.poll(message, { timeout: 10_000 }).toMatchObject({ title: expect.stringContaining('｜') })
  await page.getByRole('button', { name: '分享', exact: true }).click()
  const hint = page.getByRole('button', { name: '点右上角的“···”' })
  await hint.waitFor()
  const arrow = await hint.locator('svg').boundingBox()
  const { width = 0 } = page.viewportSize() ?? {}
  // The tip is at the right end of the picture, WeChat's menu at the right end of the bar above the page.
  expect(arrow?.y).toBeLessThan(40)
  expect(width - (arrow?.x ?? 0) - (arrow?.width ?? 0)).toBeLessThan(40)
  await hint.click()
  await hint.waitFor({ state: 'detached' })
})
