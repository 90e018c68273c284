import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { openPhone } from './browser.ts'
import { waitForScripts } from './hydrated.ts'
import { siteUrl } from '../site/site-url.ts'

type Options = BrowserContextOptions & {
  /** Cookies, routes, clocks: before the page opens. */
  before?: ((context: BrowserContext) => Promise<unknown>) | undefined
  /** Another site than the run's. */
  site?: string | undefined
}

/** A phone on a page that somebody has touched, so that what scripts add is there. */
export async function openTouched(
  browser: Browser,
  path: string,
  { before, site = siteUrl(), ...options }: Options = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await openPhone(browser, options)
  await before?.(context)
  const page = await context.newPage()
  await page.goto(site + path)
  await touch(page)
  return { context, page }
}

/** Waits until React has taken a page over that was loaded anew. */
export async function touch(page: Page): Promise<void> {
  await waitForScripts(page)
}
