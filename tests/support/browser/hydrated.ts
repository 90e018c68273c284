import type { Page } from 'playwright'
import { expect } from 'vitest'
import { siteUrl } from '../site/site-url.ts'

/** Opens a page of the site and waits until its scripts stand by: links open inside the document from then on. */
export async function openHydrated(page: Page, address: string): Promise<void> {
  await page.goto(siteUrl() + address, { waitUntil: 'load' })
  await waitForScripts(page)
}

/** Waits until a press on a plain link would be taken by the page's scripts. */
export async function waitForScripts(page: Page): Promise<void> {
  await page.locator('[data-announcer]').waitFor({ state: 'attached' })
}

/**
 * The same on a page whose clock stands still, which is let run until then: some 50 ms. Files come and React hydrates as
 * fast as the machine can, and in between timers are due.
 */
export async function runUntilScripts(page: Page): Promise<void> {
  await page.clock.runFor(40)
  const announcers = async () => {
    await page.clock.runFor(1)
    return page.locator('[data-announcer]').count()
  }
  await expect.poll(announcers, { timeout: 30_000 }).toBe(1)
}

/**
 * Resolves when what was set off before has had its turn: the page has had an answer of the server and been drawn since.
 * A timer that may be under way takes a clock besides (`page.clock.runFor`).
 */
export async function turnsTaken(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await fetch('/robots.txt', { cache: 'no-store' }).catch(() => undefined)
  })
  // Drawn by the browser, also while the page's own clock stands still.
  await page.screenshot({ clip: { x: 0, y: 0, width: 1, height: 1 } })
}

/** What a page asks for from now on. */
export type Requests = { documents: string[]; data: string[]; purposes: string[]; builds: string[] }

/** Collects the documents, the data and the looks for a newer build that a page asks for. */
export function watchRequests(page: Page): Requests {
  const requests: Requests = { documents: [], data: [], purposes: [], builds: [] }
  page.on('request', (request) => {
    const { pathname, href } = new URL(request.url())
    if (request.isNavigationRequest()) requests.documents.push(href)
    if (pathname.startsWith('/builds/')) requests.builds.push(pathname)
    if (!pathname.endsWith('.data')) return
    requests.data.push(href)
    const headers = request.headers()
    requests.purposes.push(headers['sec-purpose'] ?? headers['purpose'] ?? '')
  })
  return requests
}
