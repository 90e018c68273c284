import type { Browser, Page } from 'playwright'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { logInAsAdministrator } from '#tests/support/staff/log-in.ts'
import { beforeTests } from '#tests/support/runner/before-tests.ts'
import { startClockedSite, type ClockedSite } from '#tests/support/site/clocked-site.ts'
import { staffExaminer } from '#tests/support/staff/staff-examiner.ts'

/** Event day and a moved open day in a browser: without scripts on a phone, and what scripts add. */

let site: ClockedSite
let browser: Browser

beforeTests(async () => {
  site = await startClockedSite()
  browser = await openBrowser()
  return async () => {
    await browser.close()
    await site.stop()
  }
})

const hostile = '<img src=x onload=1>'
const button = (page: Page, name: string) => page.getByRole('button', { name })
const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Calls the public API, as a device or a parent does. */
async function call(path: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await fetch(site.url + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
  return z.object({ data: z.unknown() }).parse(await response.json()).data
}

test('without scripts at 390 px: a list is checked and stored, a guest corrected, a device paired and revoked, paper printed', async () => {
  const context = await openPhone(browser, {
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await logInAsAdministrator(site, page, { phone: '13800000111', path: 'events/' })
  await heading(page, '活动').waitFor()
  await page.getByRole('row').getByRole('link').first().click()
  const eventAddress = page.url()
  await link(page, '来宾名单').click()
  await link(page, '导入名单').click()
  await page.getByLabel('或者粘贴').fill('姓名,电话\n王甲,123\n')
  await button(page, '检查').click()
  await page.getByText('有 1 个问题').waitFor()
  expect(await page.getByRole('row', { name: /第 2 行/ }).innerText()).toContain('请填写正确的电话')
  await page.getByLabel('文件').setInputFiles({
    name: 'guests.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`姓名,电话,入场码\n${hostile},13877770001,WXYZ2345\n`),
  })
  await page.getByLabel('或者粘贴').fill('')
  await button(page, '检查').click()
  await page.getByText('新增 1 位').waitFor()
  await button(page, '保存到名单').click()
  await page.getByText('名单已保存').waitFor()
  await page.getByLabel('查找来宾').fill('wxyz-2345')
  await button(page, '查找').click()
  await page
    .getByRole('link', { name: /WXYZ2345/ })
    .first()
    .click()
  await heading(page, '<**').waitFor()
  expect(await page.content()).not.toContain('13877770001')
  await button(page, '显示姓名和电话').click()
  await page.getByText(hostile, { exact: true }).waitFor()
  await page.getByText('13877770001').waitFor()
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  await link(page, '更正').click()
  await page.getByLabel('人数').fill('3')
  await button(page, '保存').click()
  await page.getByText('已更正').waitFor()

  await page.goto(eventAddress)
  await link(page, '添加设备').click()
  await page.getByLabel('设备名称').fill('测试平板')
  await button(page, '生成配对码').click()
  const code = (await page.getByText(/^\d{4} ?\d{4}$/).innerText()).replace(/\D/g, '')
  await call('/api/kiosk/pair', { code })
  await link(page, '配对好了').click()
  const row = page.getByRole('row', { name: /测试平板/ })
  expect(await row.innerText()).toContain('已配对')
  await row.getByRole('link', { name: /停用/ }).click()
  await heading(page, '停用测试平板？').waitFor()
  await button(page, '停用').click()
  await page.getByText('已停用，那台设备').waitFor()
  await link(page, '纸质名单').click()
  await button(page, '打开名单').click()
  await page.getByRole('cell', { name: 'WXYZ2345' }).waitFor()
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  await context.close()
}, 120_000)

test('without scripts at 390 px: an open day is made and moved, and its parent called', async () => {
  const context = await openPhone(browser, {
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await logInAsAdministrator(site, page, { phone: '13800000112', path: 'open-days/new/' })
  await page.getByLabel('标题').fill('测试开放日')
  const day = (days: number, time: string) =>
    `${new Date(site.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)}T${time}`
  await page.getByLabel('开始').fill(day(10, '09:00'))
  await page.getByLabel('结束').fill(day(10, '08:00'))
  await page.getByLabel('名额').fill('5')
  await button(page, '保存').click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('结束').fill(day(10, '11:00'))
  await button(page, '保存').click()
  await page.getByText('已新建').waitFor()
  const [, id = ''] = /open-days\/(\d+)\//.exec(page.url()) ?? []
  await call('/api/clue', {
    order_type: 'openday',
    open_day_id: Number(id),
    name: hostile,
    phone: '13877770002',
    city_code: '4403',
    consent_contact: 1,
  })
  await link(page, '修改或改期').click()
  await page.getByLabel('开始').fill(day(11, '09:00'))
  await page.getByLabel('结束').fill(day(11, '11:00'))
  await button(page, '保存').click()
  await page.getByText('有 1 份有效预约').waitFor()
  await button(page, '改期并通知家长').click()
  await page.getByText('已改期').waitFor()
  await page.getByText('还有 1 位家长要打电话').waitFor()
  await link(page, '要通知的家长').first().click()
  await button(page, '显示姓名和电话').click()
  await page.getByRole('link', { name: '13877770002' }).waitFor()
  await button(page, '打过了').click()
  await heading(page, '要通知的家长').waitFor()
  await page.getByText('没有要打电话的家长').waitFor()
  await page.getByText('周主管 已打电话').waitFor()
  await page.goto(`${site.url}/staff/open-days/${id}/cancel/`)
  await page.getByLabel('取消的原因').fill('场地检修')
  await button(page, '取消开放日').click()
  await page.getByText('原因：场地检修').waitFor()
  await link(page, '恢复举行').click()
  await button(page, '恢复举行').click()
  await page.getByText('已恢复举行').waitFor()
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  await context.close()
}, 120_000)

test('axe finds nothing at 390 and 1280 px, and no page is wider than its screen; with scripts the numbers follow by themselves', async () => {
  const context = await openPhone(browser, { bypassCSP: true })
  const page = await context.newPage()
  const { examine, found } = staffExaminer(page)
  await logInAsAdministrator(site, page, { phone: '13800000113', path: 'events/' })
  await heading(page, '活动').waitFor()
  await examine('events')
  await page.getByRole('row').getByRole('link').first().click()
  await page.waitForURL(/\/events\/\d+\/$/)
  const event = page.url()
  for (const part of ['', 'edit/', 'visibility/', 'guests/', 'guests/import/', 'pair/', 'report/']) {
    await page.goto(event + part)
    await examine(`event ${part}`)
  }
  await page.goto(`${event}paper/`)
  await button(page, '打开名单').click()
  await page.getByRole('table', { name: '签到名单' }).waitFor()
  await examine('paper')
  await page.goto(`${event}guests/`)
  await page.getByRole('row').getByRole('link').first().click()
  await link(page, '更正').waitFor()
  await examine('guest')
  await link(page, '更正').click()
  await page.waitForURL(/\/correct\/$/)
  await examine('correction')
  await page.goto(`${site.url}/staff/open-days/`)
  await examine('open days')
  await page.getByRole('row').getByRole('link').first().click()
  await page.waitForURL(/\/open-days\/\d+\/$/)
  const openDay = page.url()
  for (const part of ['', 'edit/', 'cancel/', 'calls/']) {
    await page.goto(openDay + part)
    await examine(`open day ${part}`)
  }
  expect(found).toEqual([])

  await page.clock.install()
  await page.goto(event)
  await page.waitForLoadState('networkidle')
  const answered = page.waitForResponse((response) => response.url().includes('.data'))
  await page.clock.fastForward(16_000)
  expect((await answered).status()).toBe(200)
  await context.close()
}, 180_000)
