import { eq } from 'drizzle-orm'
import type { Browser, BrowserContext, Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { checkIn, registration } from '#server/db/schema/index.ts'
import { beforeTests } from '#tests/support/runner/before-tests.ts'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { find, next, pairPage, tabletAgent, outcomeOf } from '#tests/support/kiosk/kiosk-device.ts'
import { type KioskSite, startKioskSite } from '#tests/support/kiosk/kiosk-site.ts'

let browser: Browser
let site: KioskSite

beforeTests(async () => {
  browser = await openBrowser()
  site = await startKioskSite()
  for (const tail of ['2001', '2002', '2003', '2004', '2005', '2006']) {
    await site.guest({ name: `钱${tail}`, phone: `+861380000${tail}` })
  }
  return async () => {
    await browser.close()
    await site.stop()
  }
})
beforeEach(() => {
  site.fate = () => 'answer'
})

function openTablet(): Promise<BrowserContext> {
  return openPhone(browser, { viewport: { width: 768, height: 1024 }, userAgent: tabletAgent })
}

const wake = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')))

async function walkIn(page: Page, name: string, phone: string): Promise<void> {
  await page.click('text=没有登记过？现场登记')
  await page.fill('#guest-name', name)
  await page.fill('#guest-phone', phone)
  await page.check('#guest-consent')
  await page.click('button:has-text("登记并签到")')
}

/** Replaces every text of the queue by one that no key opens, and takes the device's key away where asked. */
const spoilStorage = (page: Page, what: 'queue' | 'key') =>
  page.evaluate(
    (spoilt) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('kiosk')
        opening.onsuccess = () => {
          const database = opening.result
          const change = database.transaction(['queue', 'settings'], 'readwrite')
          const cursors = change.objectStore(spoilt === 'queue' ? 'queue' : 'settings').openCursor()
          cursors.onsuccess = () => {
            const cursor = cursors.result
            if (cursor === null) return
            const value = cursor.value
            if (spoilt === 'queue') value.about.data = new ArrayBuffer(64)
            else delete value.key
            cursor.update(value)
            cursor.continue()
          }
          change.oncomplete = () => {
            database.close()
            resolve()
          }
          change.addEventListener('error', () => reject(change.error))
        }
      }),
    what,
  )

test('queue entries that cannot be decrypted block no others: listed guests are uploaded, the rest is shown to staff', async () => {
  const context = await openTablet()
  const page = await context.newPage()
  await pairPage(page, site, '读不出')
  site.fate = () => 'cut'
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  expect(await find(page, '2001')).toBe('签到成功')
  await next(page)
  await walkIn(page, '吴现场', '13900008801')
  await outcomeOf(page)
  await next(page)
  await spoilStorage(page, 'queue')
  expect(await find(page, '2002')).toBe('签到成功')
  await next(page)
  site.fate = () => 'answer'
  await wake(page)
  await page.waitForSelector('header p:text-is("0 待上传")')
  await page.waitForSelector('header:has-text("1 条待处理")')
  await page.click('text=工作人员')
  expect(await page.locator('[aria-labelledby="staff-refused"]').textContent()).toContain(
    '请按时间核对纸质名单',
  )
  const stored = await site.database.db
    .select({ phone: registration.phoneHash })
    .from(checkIn)
    .innerJoin(registration, eq(registration.id, checkIn.registrationId))
  expect(stored).toHaveLength(2)
  await context.close()
}, 120_000)

test('two tabs that start at once create one key, and each decrypts what the other stored', async () => {
  const context = await openTablet()
  const page = await context.newPage()
  await pairPage(page, site, '两个窗口')
  await spoilStorage(page, 'key')
  await page.goto('about:blank')
  const tabs = [await context.newPage(), await context.newPage()]
  await Promise.all(tabs.map((tab) => tab.goto(`${site.url}/parents/`)))
  await Promise.all(tabs.map((tab) => tab.waitForSelector('#find')))
  site.fate = () => 'cut'
  const before = await site.database.db.$count(checkIn)
  for (const [at, tab] of tabs.entries()) {
    await tab.bringToFront()
    await tab.evaluate(() => window.dispatchEvent(new Event('offline')))
    await walkIn(tab, `郑窗口${at}`, `1390000990${at}`)
    expect(await outcomeOf(tab)).toBe('签到成功')
  }
  await tabs[1]?.close()
  site.fate = () => 'answer'
  const [first] = tabs
  if (first === undefined) throw new Error('a tab is open')
  await wake(first)
  await first.waitForSelector('header p:text-is("0 待上传")')
  expect(await site.database.db.$count(checkIn)).toBe(before + 2)
  await context.close()
}, 120_000)

test('a tab notices that another one unpaired the device', async () => {
  const context = await openTablet()
  const page = await context.newPage()
  await pairPage(page, site, '解除')
  const other = await context.newPage()
  await other.goto(`${site.url}/exhibitors/`)
  await other.waitForSelector('#find')
  await page.bringToFront()
  await page.click('text=工作人员')
  await page.click('text=解除配对 / 换活动')
  await page.click('text=确认解除')
  await page.waitForURL(/plain=1/)
  await other.waitForURL(/plain=1/)
  expect(await other.isVisible('[name="ticket"]')).toBe(true)
  await context.close()
}, 60_000)

test('a check-in that is stored is shown as a success whatever fails afterwards', async () => {
  const context = await openTablet()
  const page = await context.newPage()
  await pairPage(page, site, '读不了')
  await page.evaluate(() => {
    IDBObjectStore.prototype.count = () => {
      throw new DOMException('no', 'UnknownError')
    }
  })
  expect(await find(page, '2003')).toBe('签到成功')
  await context.close()
}, 60_000)

test('offline, the same walk-in is stored once, and the phone of a listed guest is reported', async () => {
  const context = await openTablet()
  const page = await context.newPage()
  await pairPage(page, site, '重复')
  site.fate = () => 'cut'
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await walkIn(page, '冯再来', '13900008811')
  expect(await outcomeOf(page)).toBe('签到成功')
  await next(page)
  await walkIn(page, '冯再来', '139 0000 8811')
  expect(await outcomeOf(page)).toMatch(/^已签到 \d\d:\d\d$/)
  await next(page)
  await page.waitForSelector('header p:text-is("1 待上传")')
  await walkIn(page, '错名字', '13800002004')
  await page.waitForSelector('text=名单里有相同尾号的来宾')
  await page.click('button:has-text("尾号 2004")')
  expect(await outcomeOf(page)).toBe('签到成功')
  await context.close()
}, 60_000)

test('the staff panel asks for the PIN, offline too, and can undo a check-in', async () => {
  const context = await openTablet()
  const page = await context.newPage()
  await page.goto(`${site.url}/parents/`)
  await page.click('#pairing summary')
  await page.fill('#pairing-code', await site.pairingCode('密码'))
  await page.fill('#pairing-pin', '4711')
  await page.press('#pairing-pin', 'Enter')
  await page.waitForSelector('header:has-text("离线可用")')
  expect(await find(page, '2005')).toBe('签到成功')
  await next(page)

  await page.click('header button')
  await page.fill('#staff-pin', '0000')
  await page.press('#staff-pin', 'Enter')
  await page.waitForSelector('text=密码不正确')
  expect(await page.locator('text=解除配对').count()).toBe(0)
  await page.fill('#staff-pin', '4711')
  await page.press('#staff-pin', 'Enter')
  await page.fill('#undo-find', '2005')
  await page.click('button:has-text("撤销签到")')
  await page.click('button:has-text("确认撤销")')
  await page.waitForSelector('text=已撤销')
  await page.click('header button')
  await page.waitForSelector('#find')
  expect(await find(page, '2005')).toBe('签到成功')
  await next(page)

  site.fate = () => 'cut'
  await page.reload()
  await page.waitForSelector('#find')
  expect(await page.locator('header').textContent()).not.toContain('在线')
  await page.click('header button')
  await page.fill('#staff-pin', '4711')
  await page.press('#staff-pin', 'Enter')
  await page.waitForSelector('text=解除配对')
  await context.close()
}, 120_000)
