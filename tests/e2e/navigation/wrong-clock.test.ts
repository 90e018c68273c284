import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { openHydrated } from '#tests/support/browser/hydrated.ts'
import { watchFaults } from '#tests/support/browser/page-faults.ts'
import { pageKinds } from '#tests/support/pages/page-kinds.ts'
import { sample } from '#tests/support/runner/sample.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'

let browser: Browser
let context: BrowserContext
let page: Page
beforeAll(async () => {
  browser = await openBrowser()
  context = await openPhone(browser)
  page = await context.newPage()
})
afterAll(() => browser.close())

test('on a phone whose clock is a year ahead pages hydrate as they were rendered', async () => {
  await page.clock.install({ time: new Date(Date.now() + 366 * 86_400_000) })
  const faults = watchFaults(page, siteUrl())
  const titles: string[] = []
  for (const [kind, path] of sample(await pageKinds(siteUrl()), 5)) {
    faults.at(kind)
    const html = await (await context.request.get(siteUrl() + path)).text()
    await openHydrated(page, path)
    if (!html.includes(`<title>${await page.title()}</title>`)) titles.push(kind)
  }
  expect(titles).toEqual([])
  expect(faults.found).toEqual([])
})
