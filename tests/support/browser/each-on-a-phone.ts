import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openBrowser, openPhone } from './browser.ts'

type Opened = { browser: Browser; context: BrowserContext; page: Page }

/**
 * One browser for the tests of a file, and for each of them a phone of its own with an empty page, which `use` is given
 * before the test.
 */
export function eachOnAPhone(use: (opened: Opened) => unknown, options: BrowserContextOptions = {}): void {
  let browser: Browser
  let context: BrowserContext
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    context = await openPhone(browser, options)
    await use({ browser, context, page: await context.newPage() })
  })
  afterEach(() => context.close())
}
