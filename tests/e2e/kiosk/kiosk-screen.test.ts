import type { Browser, Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { beforeTests } from '#tests/support/runner/before-tests.ts'
import { axeFindings } from '#tests/support/browser/axe.ts'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { find, next, pairPage, tabletAgent, outcomeOf } from '#tests/support/kiosk/kiosk-device.ts'
import { type KioskSite, startKioskSite } from '#tests/support/kiosk/kiosk-site.ts'

let browser: Browser
let site: KioskSite
let codes: { parent: string; exhibitor: string }

beforeTests(async () => {
  browser = await openBrowser()
  site = await startKioskSite()
  await site.guest({ name: '张小明', phone: '+8613800000001' })
  await site.guest({ name: '张大明', phone: '+8613800000002' })
  const parent = await site.guest({ name: '李雷', phone: '+8613800000003' })
  const exhibitor = await site.guest({ kind: 'exhibitor', name: '韩校长', phone: '+8613800000004' })
  codes = { parent: parent.ticket, exhibitor: exhibitor.ticket }
  return async () => {
    await browser.close()
    await site.stop()
  }
})
beforeEach(() => {
  site.fate = () => 'answer'
})

let devices = 0

async function openKiosk(before: (page: Page) => Promise<void> = async () => undefined): Promise<Page> {
  const context = await openPhone(browser, {
    viewport: { width: 768, height: 1024 },
    userAgent: tabletAgent,
    bypassCSP: true,
  })
  const page = await context.newPage()
  await before(page)
  devices += 1
  await pairPage(page, site, `屏幕 ${devices}`)
  return page
}

test('axe finds nothing in any state of the kiosk', async () => {
  const page = await openKiosk()
  const found: string[] = []
  const look = async (state: string) => {
    for (const finding of await axeFindings(page)) found.push(`${state}: ${finding}`)
  }
  await look('waiting')
  await page.fill('#find', '明')
  await page.press('#find', 'Enter')
  await look('not found')
  await page.fill('#find', 'zh')
  await page.waitForSelector('[aria-label="相符的来宾"]')
  await look('found')
  await page.click('text=现场登记')
  await page.click('text=登记并签到')
  await page.waitForSelector('[aria-invalid="true"]')
  await look('walk-in with faults')
  await page.click('text=取消')
  site.fate = () => 'cut'
  expect(await find(page, '0001')).toBe('签到成功')
  await look('kept')
  await next(page)
  await page.waitForSelector('header p:text-is("1 待上传")')
  await look('queue')
  expect(await find(page, '0001')).toMatch(/^已签到/)
  await look('again')
  await next(page)
  await page.keyboard.type(site.ticket(codes.parent, 999))
  await page.keyboard.press('Enter')
  expect(await outcomeOf(page)).toBe('这个入场码是另一场活动的')
  await look('refusal')
  await next(page)
  await page.click('text=工作人员')
  await page.waitForSelector('h1:text-is("工作人员")')
  await look('staff')
  expect(found).toEqual([])
  await page.context().close()
}, 120_000)

test('the kiosk is usable by keyboard alone', async () => {
  const page = await openKiosk()
  const pressOn = async () => {
    await page.keyboard.press('Enter')
    await page.waitForSelector('#find:focus')
    expect(await page.textContent('form output')).toBe('')
  }
  await page.keyboard.type('ll')
  await page.keyboard.press('Enter')
  expect(await outcomeOf(page)).toBe('签到成功')
  // The site of this test has no pictures: a code that does not come leaves no hole.
  await page.waitForSelector('img', { state: 'detached' })
  await pressOn()
  await page.keyboard.type('zhang')
  await page.waitForSelector('[aria-label="相符的来宾"] li:nth-child(2)')
  await page.keyboard.press('Enter')
  await page.waitForSelector('text=请点选其中一位')
  for (const key of ['Tab', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
  expect(await outcomeOf(page)).toBe('签到成功')
  expect(await page.locator('[role="alert"]').textContent()).toContain('尾号 0002')
  await pressOn()
  for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key)
  await page.waitForSelector('h1:has-text("现场登记")')
  await page.keyboard.type('王来宾')
  await page.keyboard.press('Tab')
  await page.keyboard.type('13800005678')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  expect(await outcomeOf(page)).toBe('签到成功')
  await page.context().close()
}, 60_000)

test('a scan is read wherever the focus is, and stays out of the text in the field', async () => {
  const page = await openKiosk()
  const scan = async () => {
    await page.keyboard.type(site.ticket(codes.exhibitor))
    await page.keyboard.press('Enter')
    const said = await outcomeOf(page)
    await next(page)
    return said
  }
  expect(await scan()).toBe('请到另一个入口签到')
  await page.evaluate(() => document.querySelector<HTMLElement>('#find')?.blur())
  expect(await scan()).toBe('请到另一个入口签到')
  await page.click('text=现场登记')
  await page.fill('#guest-name', '半')
  await page.focus('#guest-phone')
  expect(await scan()).toBe('请到另一个入口签到')
  await find(page, '0003')
  await next(page)
  // A result stands, and the next guest's code is scanned already.
  expect(await find(page, '0003')).toMatch(/^已签到/)
  await page.keyboard.type(site.ticket(codes.exhibitor))
  await page.keyboard.press('Enter')
  await page.waitForSelector('[role="alert"] h1:has-text("请到另一个入口签到")')
  await page.context().close()
}, 60_000)

test('every kind of scanner is read on every screen, and what it sent in vain is said', async () => {
  const page = await openKiosk()
  const ticket = site.ticket(codes.exhibitor)
  const said = async () => {
    const text = await outcomeOf(page)
    await next(page)
    return text
  }
  // Ended by Tab; by nothing; with signs around it; inserted without keys.
  await page.keyboard.type(ticket)
  await page.keyboard.press('Tab')
  expect(await said()).toBe('请到另一个入口签到')
  await page.keyboard.type(ticket)
  expect(await said()).toBe('请到另一个入口签到')
  await page.keyboard.type(`A1${ticket}99`)
  await page.keyboard.press('Enter')
  expect(await said()).toBe('请到另一个入口签到')
  await page.keyboard.insertText(ticket)
  expect(await outcomeOf(page)).toBe('请到另一个入口签到')
  // While that result stands, an input method spoils the next one.
  await page.keyboard.insertText(`看哦哦哦b${ticket.slice(5)}`)
  await page.keyboard.press('Enter')
  await page.waitForSelector('[role="alert"] h1:text-is("没有读到入场码，还没有签到")')
  await page.keyboard.insertText(ticket)
  await page.waitForSelector('[role="alert"] h1:text-is("请到另一个入口签到")')
  await next(page)
  expect(await page.inputValue('#find')).toBe('')
  await page.context().close()
}, 60_000)

test('a desk without pairing takes the next scan while a result stands, with scripts and without', async () => {
  for (const javaScriptEnabled of [true, false]) {
    const guests = [
      await site.guest({ name: '甲家长', phone: `+861380000${javaScriptEnabled ? 11 : 13}01` }),
      await site.guest({ name: '乙家长', phone: `+861380000${javaScriptEnabled ? 11 : 13}02` }),
    ]
    const context = await openPhone(browser, { userAgent: tabletAgent, javaScriptEnabled })
    const page = await context.newPage()
    await page.goto(`${site.url}/parents/?desk=1`)
    for (const { ticket } of guests) {
      await page.waitForSelector('#ticket:focus')
      const before = page.url()
      await page.keyboard.type(site.ticket(ticket))
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => url.pathname === '/signdetail/' && url.href !== before)
      expect(await page.textContent('h1')).toBe('签到成功')
    }
    await context.close()
  }
}, 60_000)

test('after 下一位 nothing of the former guest is on the screen, in the history or stored unencrypted', async () => {
  const page = await openKiosk()
  const length = await page.evaluate(() => history.length)
  site.fate = (pathname) => (pathname === '/api/checkins' ? 'fail' : 'answer')
  await page.click('text=现场登记')
  await page.fill('#guest-name', '诸葛无痕')
  await page.fill('#guest-phone', '13811112222')
  await page.check('#guest-consent')
  await page.click('text=登记并签到')
  expect(await outcomeOf(page)).toBe('签到成功')
  await next(page)
  expect(await page.content()).not.toMatch(/诸葛|1111|2222/)
  expect(await page.inputValue('#find')).toBe('')
  expect(await page.evaluate(() => history.length)).toBe(length)
  expect(page.url()).toBe(`${site.url}/parents/`)
  expect(await page.locator('form:not([autocomplete="off"])').count()).toBe(0)
  expect(await page.locator('input:not([autocomplete="off"]):not([type="checkbox"])').count()).toBe(0)
  // What lies on the device is sealed: the queue has one entry, and its words are nowhere.
  const stored = await page.evaluate(readStores)
  expect(stored).toContain('"eventId"')
  expect(stored).not.toMatch(/诸葛|13811112222|张小明|李雷/)
  await page.context().close()
}, 60_000)

test('an incomplete form is cleared after a visible countdown, which input restarts', async () => {
  const page = await openKiosk((fresh) => fresh.clock.install())
  const countdown = page.locator('[role="timer"]')
  const shown = async () => ((await countdown.count()) === 0 ? '' : ((await countdown.textContent()) ?? ''))
  await page.fill('#find', '张')
  await page.clock.runFor(29_000)
  expect(await shown()).toBe('')
  await page.clock.runFor(4_000)
  expect(await shown()).toMatch(/^1[0-3] 秒后清空已填写的内容/)
  await page.focus('#find')
  await page.keyboard.type('小')
  await page.clock.runFor(29_000)
  expect([await shown(), await page.inputValue('#find')]).toEqual(['', '张小'])
  await page.clock.runFor(5_000)
  await page.click('text=继续填写')
  expect([await shown(), await page.inputValue('#find')]).toEqual(['', '张小'])
  await page.clock.runFor(46_000)
  expect([await shown(), await page.inputValue('#find')]).toEqual(['', ''])
  // The same for somebody who fills in the form, and for a result, which no typing keeps.
  await page.click('text=现场登记')
  await page.fill('#guest-name', '诸葛')
  await page.clock.runFor(35_000)
  expect(await shown()).toContain('秒后清空')
  await page.keyboard.type('无痕')
  await page.clock.runFor(35_000)
  expect(await page.inputValue('#guest-name')).toBe('诸葛无痕')
  await page.clock.runFor(12_000)
  await page.waitForSelector('#find')
  expect(await page.content()).not.toContain('诸葛')
  await page.context().close()
}, 60_000)

test('after the event the list is deleted from the device and the screen, offline too', async () => {
  const page = await openKiosk((fresh) => fresh.clock.install())
  await page.fill('#find', '0001')
  await page.waitForSelector('[aria-label="相符的来宾"]')
  await page.fill('#find', '')
  site.fate = () => 'cut'
  const hourMs = 3_600_000
  await page.clock.fastForward(site.event.endsAt.getTime() - Date.now() + 11 * hourMs)
  await page.clock.runFor(40_000)
  expect(await page.locator('header').textContent()).toContain('人 ·')
  await page.clock.fastForward(hourMs)
  await page.clock.runFor(40_000)
  await page.waitForSelector('header:has-text("没有名单")')
  await page.fill('#find', '0001')
  await page.press('#find', 'Enter')
  await page.waitForSelector('text=本机还没有名单')
  const stored = await page.evaluate(readStores)
  expect(JSON.parse(stored)).toMatchObject([[], [], [], []])
  await page.context().close()
}, 60_000)

/** All that the kiosk's database holds, as JSON; sealed values as their bytes, read as text. */
async function readStores(): Promise<string> {
  const open = indexedDB.open('kiosk')
  const done = (request: IDBRequest) =>
    new Promise<void>((resolve, reject) => {
      request.addEventListener('success', () => resolve())
      request.addEventListener('error', () => reject(request.error ?? new Error('no answer')))
    })
  await done(open)
  const found: unknown[] = []
  for (const name of ['queue', 'lists', 'refused', 'arrivals']) {
    const all = open.result.transaction(name).objectStore(name).getAll()
    await done(all)
    found.push(all.result)
  }
  open.result.close()
  return JSON.stringify(found, (_key, value: unknown) =>
    value instanceof ArrayBuffer ? new TextDecoder().decode(value) : value,
  )
}
