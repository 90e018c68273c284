import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPhone, phoneAgent } from '#tests/support/browser/browser.ts'
import { waitForScripts } from '#tests/support/browser/hydrated.ts'
import { firstOf } from '#tests/support/pages/page-kinds.ts'
import { startSlowSite, type SlowSite } from '#tests/support/site/slow-site.ts'
import { firstSchoolId, siteUrl } from '#tests/support/site/site-url.ts'

/** A part of a page that fails leaves the rest standing; what a page cannot live without ends in the fatal page. */

let browser: Browser
let site: SlowSite
let school = ''
/** The calls that fail now. */
let failing = /^nothing$/

beforeAll(async () => {
  browser = await openBrowser()
  school = `/school/${await firstSchoolId()}/`
  site = await startSlowSite(siteUrl(), (pathname) => {
    if (failing.test(pathname)) throw new Error('connect ECONNREFUSED')
    return undefined
  })
})
afterAll(async () => {
  await browser.close()
  await site.stop()
})
afterEach(() => {
  failing = /^nothing$/
})

/** A finished document, as a browser without scripts gets it. */
async function read(path: string): Promise<{ status: number; html: string }> {
  const headers = { 'user-agent': phoneAgent, cookie: 'nojs=1' }
  const answer = await fetch(site.url + path, { headers })
  return { status: answer.status, html: await answer.text() }
}

const count = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].length

test('a home page whose banners, ranking, open days and news fail shows its schools and names what is missing', async () => {
  failing = /^\/api\/(?:banners|rankings|opendays|news)$/
  const { status, html } = await read('/')
  expect(status).toBe(200)
  expect(count(html, /<h3><a href="\/school\/\d+\/">/g)).toBe(6)
  expect(html).toContain('开放日暂时没有加载出来。')
  expect(html).toContain('资讯暂时没有加载出来。')
})

test('a school whose parts fail, one by one and all at once, shows its facts and names what is missing', async () => {
  const rows: [calls: RegExp, words: string][] = [
    [/\/api\/school\/answers$/, '家长问答暂时没有加载出来。'],
    [/\/api\/school\/graduates$/, '毕业生暂时没有加载出来。'],
    [/\/api\/school\/similar$/, '相似学校暂时没有加载出来。'],
    [/\/api\/school\/views$/, '最新动态暂时没有加载出来。'],
    [/\/api\/school\/teachers$/, '师资暂时没有加载出来。'],
    [/\/api\/opendays$/, '开放日暂时没有加载出来。'],
    [/\/api\/school\/entry\//, '学费与费用'],
    [/\/api\/school\/(?!detail)|\/api\/opendays$/, '相似学校暂时没有加载出来。'],
  ]
  for (const [calls, words] of rows) {
    failing = calls
    const { status, html } = await read(school)
    expect([calls.source, status]).toEqual([calls.source, 200])
    expect(html, calls.source).toContain(words)
    expect(html, calls.source).toContain('id="facts"')
    expect(count(html, /<dt>/g), calls.source).toBeGreaterThanOrEqual(14)
    expect(html, calls.source).toContain('<footer')
    expect(html, calls.source).not.toContain('ECONNREFUSED')
  }
})

test.each([
  ['teachers', /\/api\/school\/teachers$/, '师资暂时打不开'],
  ['faq', /\/api\/school\/answers$/, '问答暂时打不开'],
  ['graduates', /\/api\/school\/graduates$/, '毕业生暂时打不开'],
  ['news', /\/api\/school\/views$/, '动态暂时打不开'],
])('%s of a school that fail stand inside the school, with ways on', async (part, calls, words) => {
  failing = calls
  const { status, html } = await read(`${school}${part}/`)
  expect(status).toBe(500)
  expect(html).toContain(words)
  expect(html).toContain('aria-label="学校栏目"')
  expect(html).toContain(`href="${school}"`)
})

test('an item is shown when optional parts of its page fail', async () => {
  const news = await firstOf(siteUrl(), '/api/news?city_code=4403')
  failing = /\/api\/news$/
  const { status, html } = await read(`/news/${news}/`)
  expect(status).toBe(200)
  expect(html).toContain('<article')
  expect(html).toContain('更多资讯暂时没有加载出来。')
})

/** A phone on the failing site. */
async function openPage(work: (page: Page) => Promise<void>): Promise<void> {
  const context = await openPhone(browser)
  try {
    await work(await context.newPage())
  } finally {
    await context.close()
  }
}

test('after a navigation a failed part is reported in its place alone', () =>
  openPage(async (page) => {
    await page.goto(`${site.url}/schoollist/shenzhen/`)
    await waitForScripts(page)
    failing = /\/api\/school\/(?:answers|graduates|similar)$/
    const name = await page.locator('main h2 a').first().innerText()
    await page.locator('main h2 a').first().click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByText('相似学校暂时没有加载出来。').waitFor()
    expect(await page.locator('section[aria-labelledby=facts] dt').count()).toBeGreaterThanOrEqual(14)
  }))

test('the fatal error page has a reference and links, and redirects to /404/ after 10 s unless a click stops it', () =>
  openPage(async (page) => {
    await page.clock.install()
    failing = /^\/api\//
    const answer = await page.goto(`${site.url}${school}`)
    expect(answer?.status()).toBe(500)
    await page.getByRole('heading', { level: 1, name: '页面出错了' }).waitFor()
    expect(await page.locator('[data-reference] code').innerText()).toMatch(/^[\w-]{8,}$/)
    expect(await page.getByRole('navigation', { name: '继续浏览' }).getByRole('link').count()).toBe(8)
    const timer = page.getByRole('timer')
    await timer.waitFor()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await page.waitForURL('**/404/')
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    await page.clock.resume()
    await page.goto(`${site.url}${school}`)
    await page.getByRole('button', { name: '停止跳转' }).click()
    await page.getByText('已停止自动跳转。').waitFor()
    await page.clock.fastForward(60_000)
    expect(new URL(page.url()).pathname).toBe(school)
    failing = /^nothing$/
    await page.getByRole('link', { name: '再试一次' }).click()
    await page.locator('section[aria-labelledby=facts]').waitFor()
  }))
