import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { shiftOf, watchShifts } from '#tests/support/browser/examiners/layout-shifts.ts'
import { turnsTaken, waitForScripts } from '#tests/support/browser/hydrated.ts'
import { logInOn } from '#tests/support/accounts/site-login.ts'
import { startProcess } from '#tests/support/site/site-process.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'

let browser: Browser
let context: BrowserContext

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())
afterEach(() => context.close())

/** A phone that notes what it asks about its visitor, and how far things move. */
async function openWatched(): Promise<{ page: Page; asked: string[]; moved: () => Promise<number> }> {
  context = await openPhone(browser)
  await watchShifts(context)
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/visitor.data') asked.push(searchParams.get('ids') ?? '')
  })
  const moved = () => shiftOf(page)
  return { page, asked, moved }
}

const basketOf = (...ids: number[]) => [
  { name: 'compare', value: ids.join('.'), url: siteUrl(), httpOnly: true },
  { name: 'visitor', value: '1', url: siteUrl() },
]

const list = '/schoollist/shenzhen/'
/** The words of a button stand in its middle: as much of a shift are longer ones. */
const ownWords = 0.0005

test('without cookies of a visitor no visitor state is requested', async () => {
  const { page, asked } = await openWatched()
  await page.goto(siteUrl() + list)
  await waitForScripts(page)
  await page.goto(`${siteUrl()}/toplist/shenzhen/`)
  await waitForScripts(page)
  await turnsTaken(page)
  expect(asked).toEqual([])
})

test('the comparison is requested once, and its markers shift no layout', async () => {
  const { page, asked, moved } = await openWatched()
  const answer = await page.goto(siteUrl() + list)
  const ids = (await answer?.text())?.match(/id="school-(\d+)"/g)?.map((id) => Number(id.replace(/\D/g, '')))
  const [first = 0, second = 0] = ids ?? []
  await context.addCookies(basketOf(first, second))
  const known = await page.goto(siteUrl() + list)
  expect(await known?.text()).not.toContain('已加对比')
  await page.getByRole('link', { name: '对比 2 所' }).waitFor()
  await page
    .locator(`#school-${first}`)
    .getByRole('button', { name: /^已加对比/ })
    .waitFor()
  expect(asked).toHaveLength(1)
  expect(await moved()).toBeLessThan(ownWords)
})

test('the comparison bar shifts no layout on short pages', async () => {
  const { page, moved } = await openWatched()
  await context.addCookies(basketOf(1, 2))
  await page.setViewportSize({ width: 1280, height: 1600 })
  await page.goto(`${siteUrl()}/city/`)
  await page.getByRole('link', { name: '对比 2 所' }).waitFor()
  expect(await moved()).toBeLessThan(ownWords)
})

test('login and favourites are loaded after hydration and on navigation, and removed at logout', async () => {
  const site = await startProcess({ SMS: 'console', TRUST_PROXY: 'loopback' })
  try {
    const { page, asked, moved } = await openWatched()
    await logInOn(site, '13912340002', context)
    await page.goto(site.url + list)
    await page.getByRole('link', { name: '我的', exact: true }).waitFor()
    const row = page.locator('[id^="school-"]').first()
    await row.getByRole('button', { name: /^收藏/ }).click()
    await row.getByRole('button', { name: /^已收藏/ }).waitFor()
    const document = await page.goto(site.url + list)
    expect(await document?.text()).not.toMatch(/已收藏|我的</)
    await row.getByRole('button', { name: /^已收藏/ }).waitFor()
    await page.getByRole('link', { name: '我的', exact: true }).waitFor()
    expect(await moved()).toBeLessThan(ownWords)
    const [ids = ''] = asked.slice(-1)
    expect(ids.split(',')).toHaveLength(await page.locator('[id^="school-"]').count())
    await row.getByRole('link').first().click()
    await page.waitForURL(/\/school\/\d+\/$/)
    await page.getByRole('button', { name: '已收藏，取消' }).waitFor()
    await page.goto(`${site.url}/personal/`)
    await page.getByRole('button', { name: '退出登录' }).click()
    await page.getByText('已退出登录').waitFor()
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('visitor')
    await page.goto(site.url + list)
    await waitForScripts(page)
    expect(await page.getByRole('link', { name: '登录', exact: true }).count()).toBe(1)
    expect(await row.getByRole('button', { name: /^收藏/ }).count()).toBe(1)
  } finally {
    await site.stop()
  }
})

test('without scripts the message of an action names the school and covers neither its card nor its name', async () => {
  context = await openPhone(browser, { javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(siteUrl() + list)
  const row = page.locator('[id^="school-"]').nth(3)
  const [id, name] = [await row.getAttribute('id'), await row.getByRole('link').first().innerText()]
  await row.getByRole('button', { name: /^对比/ }).click()
  await page.waitForURL(`**#${id}`)
  const message = page.getByRole('status').filter({ hasText: '已加入对比' })
  expect(await message.innerText()).toBe(`${name}：已加入对比，共 1 所`)
  const [above, card] = [await message.boundingBox(), await page.locator(`#${id}`).boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(card?.y ?? 0)
  expect(card?.y).toBeLessThan(200)
})
