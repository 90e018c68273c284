import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser, openPhone } from '#tests/support/browser.ts'
import { firstSchoolId, siteUrl } from '#tests/support/site-url.ts'

/** The journeys of a parent on a phone with scripts off. */

let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())
beforeEach(async () => {
  context = await openPhone(browser, { javaScriptEnabled: false })
  page = await context.newPage()
})
afterEach(() => context.close())

const heading = () => page.getByRole('heading', { level: 1 }).innerText()
const pathOf = () => decodeURIComponent(new URL(page.url()).pathname)
const countIn = (text: string) => Number(/(\d+)\+? 所/.exec(text)?.[1] ?? Number.NaN)

test('a parent chooses a city by its initial, and the site stays there', async () => {
  await page.goto(siteUrl())
  await page
    .getByRole('link', { name: /切换城市/ })
    .first()
    .click()
  expect(pathOf()).toBe('/city/')
  await page.getByRole('link', { name: /^北京/ }).first().click()
  expect(pathOf()).toBe('/beijing/')
  expect(await heading()).toContain('北京')
  await page.goto(`${siteUrl()}/toplist/`)
  expect(pathOf()).toBe('/toplist/beijing/')
  await page.goto(`${siteUrl()}/schoollist/`)
  expect(pathOf()).toBe('/schoollist/beijing/')
})

test('a parent narrows a list, sees by which words, takes one away and orders the rest', async () => {
  await page.goto(`${siteUrl()}/schoollist/guangzhou/`)
  const all = countIn(await heading())
  const form = page.getByRole('form', { name: '筛选学校' })
  if (!(await form.isVisible())) await page.locator('summary').filter({ hasText: '筛选' }).click()
  await form.getByRole('checkbox', { name: /^高中/ }).check()
  await form.getByRole('checkbox', { name: /^国际学校/ }).check()
  await form.getByRole('button', { name: '筛选' }).click()
  const narrowed = countIn(await heading())
  expect(narrowed).toBeGreaterThan(0)
  expect(narrowed).toBeLessThan(all)
  expect(await page.title()).toContain(`${narrowed} 所`)

  const chips = page.getByRole('list', { name: '已选条件' })
  await chips.getByRole('link', { name: /国际学校/ }).click()
  expect(countIn(await heading())).toBeGreaterThanOrEqual(narrowed)
  expect(new URL(page.url()).search).toBe('?stage=high')

  const order = page.getByRole('form', { name: '排序' })
  await order.getByRole('combobox').selectOption('tuition_asc')
  await order.getByRole('button', { name: '排序' }).click()
  const query = new URL(page.url()).searchParams
  expect([query.get('stage'), query.get('sort')]).toEqual(['high', 'tuition_asc'])
})

test('a parent whose wishes nobody meets is shown which one to give up', async () => {
  await page.goto(`${siteUrl()}/schoollist/zhuhai/?stage=high&fee_min=9000000`)
  expect(countIn(await heading())).toBe(0)
  const wayOn = page.getByRole('link', { name: /^不限学费/ })
  const promised = countIn(await wayOn.innerText())
  await wayOn.click()
  expect(countIn(await heading())).toBe(promised)
})

test('a parent finds a school by its name, part of it, its English name, pinyin and initials', async () => {
  const { pinyin } = await import('pinyin-pro')
  await page.goto(`${siteUrl()}/school/${await firstSchoolId('4406')}/`)
  const name = await heading()
  const english = await page.locator('[lang="en"]').first().innerText()
  const full = pinyin(name, { toneType: 'none', type: 'array' }).join('')
  const initials = pinyin(name, { pattern: 'first', toneType: 'none', type: 'array' }).join('')
  for (const text of [name, name.slice(2, 6), english, full, initials]) {
    await page.goto(siteUrl())
    const search = page.getByRole('search').first()
    await search.getByRole('searchbox').fill(text)
    await search.getByRole('button', { name: '搜索' }).click()
    expect(pathOf()).toBe('/search/')
    expect(await page.getByRole('link', { name }).count(), text).toBeGreaterThan(0)
  }
})

test('a parent studies a school part by part and reads a graduate and a news item', async () => {
  await page.goto(`${siteUrl()}/school/${await firstSchoolId()}/`)
  const name = await heading()
  for (const part of ['简介', '招生', '师资', '毕业生', '动态', '问答', '概况']) {
    await page
      .getByRole('navigation', { name: /学校|栏目|内容/ })
      .getByRole('link', { name: part, exact: true })
      .first()
      .click()
    const open = page.getByRole('link', { name: part, exact: true }).first()
    await expect.poll(() => open.getAttribute('aria-current'), { message: part }).toBe('page')
    await expect.poll(() => page.title(), { message: part }).toContain(name)
  }
  await page.getByRole('link', { name: '毕业生', exact: true }).first().click()
  await expect.poll(pathOf).toMatch(/\/graduates\/$/)
  await page.locator('main a[href*="/graduates/"]').filter({ hasNotText: '毕业生' }).first().click()
  await expect.poll(pathOf).toMatch(/\/graduates\/\d+\/$/)
  await page.goBack()
  await expect.poll(pathOf).toMatch(/\/graduates\/$/)
  await page.getByRole('link', { name: '动态', exact: true }).first().click()
  await expect.poll(pathOf).toMatch(/\/news\/$/)
  await page.locator('main h2 a[href*="/news/"], main h3 a[href*="/news/"]').first().click()
  await expect.poll(pathOf).toMatch(/\/news\/\d+\/$/)
})

test('addresses of the school list lead where the specification says', async () => {
  const rows: [from: string, to: string][] = [
    ['/schoollist/ib/', '/schoollist/shenzhen/ib/'],
    ['/schoollist/IB/', '/schoollist/shenzhen/ib/'],
    ['/schoollist/国际学校/', '/schoollist/shenzhen/international/'],
    ['/schoollist/大鹏新区/', '/schoollist/shenzhen/dapeng/'],
    ['/schoollist/书院/', '/schoollist/书院/'],
    ['/schoollist/foshan/顺德/', '/schoollist/foshan/shunde/'],
    ['/schoollist/mars/ib/', '/404/'],
    ['/schoollist/beijing/', '/schoollist/beijing/'],
    ['/schoollist/书院/', '/schoollist/beijing/书院/'],
    ['/toplist/mars/', '/404/'],
    ['/mars/', '/404/'],
  ]
  for (const [from, to] of rows) {
    await page.goto(siteUrl() + encodeURI(from))
    expect(pathOf(), from).toBe(to)
  }
})

test('every address without its slash is sent to the one with it, the query kept', async () => {
  for (const address of ['/city?x=1', '/schoollist/shenzhen?stage=high', '/school/1/faq?page=2']) {
    const response = await fetch(siteUrl() + address, { redirect: 'manual' })
    expect(response.status).toBe(301)
    expect(response.headers.get('location')).toBe(address.replace('?', '/?'))
  }
})

test('a keyboard reaches the content first, with a ring that is seen', async () => {
  await page.goto(`${siteUrl()}/schoollist/shenzhen/`)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: '跳到主要内容' })
  expect(await skip.evaluate((element) => element === document.activeElement)).toBe(true)
  expect((await skip.boundingBox())?.x).toBeGreaterThanOrEqual(0)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const focused = await page.evaluate(() => {
    const element = document.activeElement
    return {
      inMain: element?.closest('main') !== null,
      ring: element ? getComputedStyle(element).outlineWidth : '',
    }
  })
  expect(focused.inMain).toBe(true)
  expect(Number.parseInt(focused.ring, 10)).toBeGreaterThanOrEqual(2)
})

test('an unknown address keeps its place and offers ways on', async () => {
  const response = await page.goto(`${siteUrl()}/no/such/%3Cb%3Epage/`)
  expect(response?.status()).toBe(404)
  const text = await page.locator('main').innerText()
  expect(text).toContain('Page not found')
  expect(text).toContain('/no/such/<b>page/')
  expect(await page.getByRole('search').count()).toBeGreaterThan(0)
  expect(await page.locator('main a[href="/schoollist/zhuhai/"]').count()).toBeGreaterThan(0)
})
