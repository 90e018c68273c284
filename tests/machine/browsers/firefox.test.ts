import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFirefox } from '#tests/support/browser/browser.ts'
import { startClockedSite, type ClockedSite } from '#tests/support/site/clocked-site.ts'
import { waitForScripts } from '#tests/support/browser/hydrated.ts'
import { journeys } from '#tests/support/journeys/all.ts'
import { startWalk } from '#tests/support/journeys/walk.ts'

/** The journeys in another engine, with scripts: the main ones, and all with the proofs. */

const main = new Set(['lead', 'favourite'])
const walked = journeys.filter(([name]) => process.env['PROVE'] === '1' || main.has(name))

const firefoxAgent = 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'

/**
 * An address that is opened before the page that is left was loaded gets two navigations of Firefox's protocol: the first is
 * answered with that page's load, the second brings the address, and the driver takes it for another one.
 */
const loaded = (page: Page) => page.waitForLoadState('load')

/** The next document cuts off the answer of an action that leads to it; nobody waits for the rest of that any more. */
const cutOff = 'Error in input stream'

let site: ClockedSite
let browser: Browser

beforeAll(async () => {
  site = await startClockedSite()
  browser = await openFirefox()
})
afterAll(async () => {
  await browser.close()
  await site.stop()
})

test.each(walked)('%s in Firefox', async (_name, journey) => {
  const errors: string[] = []
  const walk = await startWalk(browser, {
    site,
    awaitIdle: waitForScripts,
    beforeOpen: loaded,
    browser: { userAgent: firefoxAgent },
  })
  walk.page.on('pageerror', ({ message }) => {
    if (message !== cutOff) errors.push(message)
  })
  await journey(walk)
  await walk.leave()
  expect(errors).toEqual([])
})
