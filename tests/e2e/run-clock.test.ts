import { expect, test } from 'vitest'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { firstOf } from '#tests/support/pages/page-kinds.ts'
import { clockShift, machineTime } from '#tests/support/site/run-clock.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'

test("a test, the run's site and a page are on the run's clock", async () => {
  const browser = await openBrowser()
  const page = await (await openPhone(browser)).newPage()
  await page.goto(`${siteUrl()}/aboutus/`)
  const id = await firstOf(siteUrl(), '/api/opendays?city_code=4403')
  const file = await (await fetch(`${siteUrl()}/openday/${id}/calendar.ics`)).text()
  const [, day, clock] = /DTSTAMP:(\d{8})T(\d{6})Z/.exec(file) ?? []
  const stamp = `${day}${clock}`.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z')
  const clocks = [Date.now(), new Date().getTime(), Date.parse(stamp)]
  const inPage = await page.evaluate(() => [Date.now(), new Date().getTime()])
  await browser.close()
  const run = machineTime() + clockShift()
  const off = [...clocks, ...inPage].filter((time) => !(Math.abs(time - run) < 600_000))
  expect(off).toEqual([])
})
