import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '#tests/support/browser/browser.ts'
import { startClockedSite, type ClockedSite } from '#tests/support/site/clocked-site.ts'
import { oldEngines, awaitIdle, singleLacks, removeFeature } from '#tests/support/journeys/lacking-engine.ts'
import { filter, school, search } from '#tests/support/journeys/finding.ts'
import { lead } from '#tests/support/journeys/asking.ts'
import { startWalk } from '#tests/support/journeys/walk.ts'

/** Engines that lack what newer ones have: no error, and the ways of a parent lead where they lead elsewhere. */

let site: ClockedSite
let browser: Browser

beforeAll(async () => {
  site = await startClockedSite()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.stop()
})

/** The one that has next to nothing; every engine and every lack by itself with the proofs. */
const usual = oldEngines.filter(([name]) => name === 'everything')
const lacks = process.env['PROVE'] === '1' ? [...oldEngines, ...singleLacks] : usual

test.each(lacks)(
  'without %s a parent finds a school, narrows a list, compares and sends a request',
  async (_name, lack) => {
    const errors: string[] = []
    const walk = await startWalk(browser, {
      site,
      awaitIdle: awaitIdle,
      before: (context) => removeFeature(context, lack),
    })
    walk.page.on('pageerror', (error) => errors.push(`${walk.page.url()}: ${error.message}`))
    for (const journey of [search, filter, school, lead]) await journey(walk)
    await walk.leave()
    expect(errors).toEqual([])
  },
)
