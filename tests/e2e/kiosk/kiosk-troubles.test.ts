import type { Browser, Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { beforeTests } from '#tests/support/runner/before-tests.ts'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { find, next, pairPage, tabletAgent, outcomeOf } from '#tests/support/kiosk/kiosk-device.ts'
import { type KioskSite, startKioskSite } from '#tests/support/kiosk/kiosk-site.ts'

let browser: Browser
let site: KioskSite

beforeTests(async () => {
  browser = await openBrowser()
  site = await startKioskSite()
  for (const tail of ['1001', '1002', '1003', '1004', '1005']) {
    await site.guest({ name: `赵${tail}`, phone: `+861380000${tail}` })
  }
  return async () => {
    await browser.close()
    await site.stop()
  }
})
beforeEach(() => {
  site.fate = () => 'answer'
})

async function openTablet(): Promise<Page> {
  const context = await openPhone(browser, { viewport: { width: 1280, height: 800 }, userAgent: tabletAgent })
  return context.newPage()
}

const wake = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')))

test('a failing server is reported and no check-in is lost', async () => {
  const page = await openTablet()
  await pairPage(page, site, '出错')
  site.fate = (pathname) => (pathname.startsWith('/api/') ? 'fail' : 'answer')
  expect(await find(page, '1001')).toBe('签到成功')
  await next(page)
  await page.waitForSelector('text=服务器暂时出错（500）')
  await page.waitForSelector('header p:text-is("1 待上传")')
  site.fate = () => 'answer'
  await wake(page)
  await page.waitForSelector('header p:text-is("0 待上传")')
  await page.waitForSelector('text=服务器暂时出错', { state: 'detached' })
  await page.context().close()
}, 60_000)

test('a clock that is wrong by a day is reported, and the check-in counts', async () => {
  const page = await openTablet()
  await page.addInitScript(() => {
    const ahead = 24 * 3_600_000
    const now = Date.now.bind(Date)
    Date.now = () => now() + ahead
  })
  await pairPage(page, site, '时钟')
  await page.waitForSelector('text=本机时间快了 1 天')
  expect(await find(page, '1002')).toBe('签到成功')
  await page.context().close()
}, 60_000)

test('a device without storage space reports it, stores nothing, and checks in online', async () => {
  const page = await openTablet()
  await pairPage(page, site, '已满')
  await page.evaluate(() => {
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    IDBObjectStore.prototype.add = full
    IDBObjectStore.prototype.put = full
  })
  expect(await find(page, '1003')).toBe('签到成功')
  await next(page)
  await page.waitForSelector('text=本机存储空间已满')
  site.fate = () => 'cut'
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  expect(await find(page, '1004')).toBe('没有签到')
  expect(await page.locator('[role="alert"]').textContent()).toContain('纸质名单')
  await page.context().close()
}, 60_000)

test('the list of another event is rejected', async () => {
  const page = await openTablet()
  await page.route('**/api/kiosk/list*', async (route) => {
    const answer = await route.fetch()
    const body: { data: { event: { id: number; title: string } } } = await answer.json()
    body.data.event = { ...body.data.event, id: 987_654, title: '别的活动' }
    await route.fulfill({ response: answer, json: body })
  })
  const code = await site.pairingCode('错名单')
  await page.goto(`${site.url}/parents/`)
  await page.click('#pairing summary')
  await page.fill('#pairing-code', code)
  await page.press('#pairing-code', 'Enter')
  await page.waitForSelector('text=收到的名单属于“别的活动”')
  expect(await page.locator('header').textContent()).toContain('没有名单')
  await page.context().close()
}, 60_000)

test('a revoked device deletes its list, retains its queue, and uploads it once paired again', async () => {
  const page = await openTablet()
  await pairPage(page, site, '停用')
  site.fate = (pathname) => (pathname === '/api/checkins' ? 'fail' : 'answer')
  expect(await find(page, '1005')).toBe('签到成功')
  await next(page)
  await site.database.pool.query(`update kiosk_device set revoked_at = now() where name = '停用'`)
  site.fate = () => 'answer'
  await wake(page)
  await page.waitForSelector('text=未上传的签到都保存在本机')
  await page.waitForSelector('header:has-text("没有名单")')
  await page.waitForSelector('header p:text-is("1 待上传")')
  await page.click('text=工作人员')
  await page.fill('#pair-again', await site.pairingCode('停用之后'))
  await page.click('main button:has-text("重新配对")')
  await page.waitForSelector('header:has-text("离线可用")')
  await page.waitForSelector('header p:text-is("0 待上传")')
  await page.context().close()
}, 60_000)

test('staff can store every check-in on the device first, and an invalid scan is refused offline', async () => {
  const page = await openTablet()
  await pairPage(page, site, '手动', '/exhibitors/')
  expect(await page.locator('h1').textContent()).toBe('参展方签到')
  await page.click('text=工作人员')
  await page.check('text=先记在本机')
  await page.click('main button:has-text("返回签到")')
  await page.waitForSelector('header:has-text("离线（手动）")')
  await page.fill('#find', 'ZZZZ-0000')
  await page.press('#find', 'Enter')
  expect(await outcomeOf(page)).toBe('名单里没有这个入场码')
  await page.context().close()
}, 60_000)
