import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { firstSchoolId, siteUrl } from '#tests/support/site/site-url.ts'

/** What only the server does, seen on a phone with scripts off. */

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
