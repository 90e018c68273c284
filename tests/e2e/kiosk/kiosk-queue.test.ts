import { eq } from 'drizzle-orm'
import type { Browser, Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { checkIn } from '#server/db/schema/index.ts'
import { beforeTests } from '#tests/support/runner/before-tests.ts'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { find, next, pairPage, tabletAgent } from '#tests/support/kiosk/kiosk-device.ts'
import { proveQueue } from '#tests/support/kiosk/kiosk-run.ts'
import { type KioskSite, startKioskSite } from '#tests/support/kiosk/kiosk-site.ts'

let browser: Browser
let site: KioskSite

beforeTests(async () => {
  browser = await openBrowser()
  site = await startKioskSite()
  return async () => {
    await browser.close()
    await site.stop()
  }
})
beforeEach(() => {
  site.fate = () => 'answer'
})

async function openTablet(): Promise<Page> {
  const context = await openPhone(browser, { viewport: { width: 768, height: 1024 }, userAgent: tabletAgent })
  return context.newPage()
}

/** As the network that comes back does it. */
const wake = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')))

test('check-ins of a kiosk that was offline and killed reach the server once each with their times', async () => {
  expect(await proveQueue(site, 10)).toEqual({ checkIns: 10, guests: 10 })
}, 240_000)

test('the same guest on two offline devices is one check-in and one conflict, shown on both screens', async () => {
  const guest = await site.guest({ name: '欧阳双', phone: '+8613900007777' })
  const pages = [await openTablet(), await openTablet()]
  for (const [index, page] of pages.entries()) await pairPage(page, site, `双机 ${index}`)
  site.fate = () => 'cut'
  for (const page of pages) {
    expect(await find(page, '7777')).toBe('签到成功')
    await next(page)
  }
  site.fate = () => 'answer'
  for (const page of pages) {
    await wake(page)
    await page.waitForSelector('header p:text-is("0 待上传")')
  }
  for (const page of pages) {
    await wake(page)
    await page.waitForSelector('header:has-text("1 条待处理")')
    await page.click('text=工作人员')
    await page.waitForSelector('h2:has-text("两台设备重复签到（1）")')
    expect(await page.locator('main').textContent()).toContain('双机 0')
  }
  const rows = await site.database.db.select().from(checkIn).where(eq(checkIn.registrationId, guest.id))
  expect(rows).toHaveLength(1)
  for (const page of pages) await page.context().close()
}, 120_000)

test('a deployment reloads the kiosk only when no check-in is queued and nobody types', async () => {
  await site.guest({ name: '司马新', phone: '+8613900006666' })
  const page = await openTablet()
  await pairPage(page, site, '部署')
  await page.evaluate(() => document.body.setAttribute('data-mark', 'old'))
  site.fate = (pathname) => (pathname === '/api/checkins' ? 'fail' : 'answer')
  expect(await find(page, '6666')).toBe('签到成功')
  await next(page)
  site.build = 'next'
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/parents/')
    await registration?.update()
  })
  await page.waitForFunction(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/parents/')
    return registration?.waiting != null
  })
  await wake(page)
  await page.waitForSelector('header p:text-is("1 待上传")')
  expect(await page.getAttribute('body', 'data-mark')).toBe('old')

  await page.fill('#find', '司')
  site.fate = () => 'answer'
  await wake(page)
  await page.waitForSelector('header p:text-is("0 待上传")')
  await wake(page)
  await page.waitForResponse('**/api/kiosk/state*')
  expect(await page.getAttribute('body', 'data-mark')).toBe('old')
  expect(await page.inputValue('#find')).toBe('司')

  await page.fill('#find', '')
  // The emptied field may have been enough already.
  await wake(page).catch(() => undefined)
  await page.waitForSelector('body:not([data-mark])')
  await page.waitForSelector('#find')
  const cacheNames = await page.evaluate(() => caches.keys())
  expect(cacheNames.filter((name) => name.endsWith('/parents/')).every((name) => name.includes('next'))).toBe(
    true,
  )
  site.build = ''
  await page.context().close()
}, 120_000)
