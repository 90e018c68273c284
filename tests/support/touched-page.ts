import { expect } from 'vitest'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { openPhone } from './browser.ts'
import { siteUrl } from './site-url.ts'

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

/** Touches a page that was loaded anew, once React has taken it over: until then nobody listens. */
export async function touch(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((name) => name.startsWith('__reactFiber')),
  )
  await expect
    .poll(
      async () => {
        await page.mouse.move(5, 200)
        await page.keyboard.press('Shift')
        return page.locator('html[data-enhanced]').count()
      },
      { timeout: 10_000 },
    )
    .toBe(1)
}
