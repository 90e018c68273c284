import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { waitForScripts } from '#tests/support/browser/hydrated.ts'
import { sample } from '#tests/support/runner/sample.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** What extensions and in-app browsers do to a document before its scripts run. */
const places: [string, (html: string) => string][] = [
  ['the start of head', (html) => html.replace('<head>', '<head><meta name="injected" content="1">')],
  ['the end of head', (html) => html.replace('</head>', '<meta name="injected" content="1"></head>')],
  ['the start of body', (html) => html.replace(/<body[^>]*>/, '$&<div class="injected">x</div>')],
  ['the end of body', (html) => html.replace('</body>', '<div class="injected">x</div></body>')],
  ['behind html', (html) => html.replace('</html>', '</html><div class="injected">x</div>')],
]

test.each(sample(places, 2))(
  'a node injected at %s leaves the page styled, usable and inside its policy',
  async (_place, inject) => {
    const context = await openPhone(browser)
    const page = await context.newPage()
    const violations: string[] = []
    await page.exposeFunction('reportViolation', (text: string) => violations.push(text))
    await page.addInitScript(`document.addEventListener('securitypolicyviolation', (event) => {
      reportViolation(event.violatedDirective + ' ' + event.blockedURI)
    })`)
    const address = `${siteUrl()}/schoollist/shenzhen/`
    await page.route(address, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: inject(await response.text()) })
    })
    await page.goto(address)
    await waitForScripts(page)
    const styled = await page.evaluate(() => ({
      font: getComputedStyle(document.body).fontFamily,
      margin: getComputedStyle(document.body).margin,
      sheet: document.getElementById('page-style')?.textContent?.length ?? 0,
    }))
    expect(styled.font).toContain('PingFang')
    expect(styled.margin).toBe('0px')
    expect(styled.sheet).toBeGreaterThan(1000)
    await page.getByRole('navigation', { name: '主要栏目' }).getByRole('link', { name: '榜单' }).click()
    await page.waitForURL(/\/toplist\//)
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect(violations).toEqual([])
    await context.close()
  },
)
