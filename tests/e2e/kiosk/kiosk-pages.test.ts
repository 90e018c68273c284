import { randomUUID } from 'node:crypto'
import { JSDOM } from 'jsdom'
import type { Browser } from 'playwright'
import { expect, test } from 'vitest'
import { checkIn } from '#server/db/schema/index.ts'
import { addSchool } from '#tests/support/api/api.ts'
import { beforeTests } from '#tests/support/runner/before-tests.ts'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
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

/** The plain page, as a browser without scripts shows it. */
async function openPlain(address: string) {
  const context = await openPhone(browser, { javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(site.url + address)
  return { context, page }
}

test('a walk-in family checks in without scripts, and the page returns by itself', async () => {
  const { context, page } = await openPlain('/parents/?desk=1')
  expect(await page.locator('h1').textContent()).toBe('家长活动签到')
  await page.fill('[name="name"]', '林女士')
  await page.fill('[name="phone"]', '138 0000 9911')
  await page.check('[name="consent_checkin"]')
  await page.click('main form button')
  expect(await page.locator('h1').textContent()).toBe('签到成功')
  expect(await page.getAttribute('meta[http-equiv="refresh"]', 'content')).toBe(
    `8;url=/parents/?event=${site.event.id}&desk=1`,
  )
  const shown = await page.content()
  expect(shown).not.toMatch(/林|9911/)
  expect(page.url()).toMatch(/\/signdetail\/\?id=[0-9a-f]{32}&/)
  expect(await page.getAttribute('img[alt*="二维码"]', 'src')).toMatch(/^\/.*[0-9a-f]{32}/)
  await context.close()
})

test("a parent's own browser shows no text about scanners and stays on the result", async () => {
  const { context, page } = await openPlain('/parents/')
  expect(await page.textContent('main')).not.toContain('扫码枪')
  await page.fill('[name="name"]', '林女士')
  await page.fill('[name="phone"]', '138 0000 9915')
  await page.check('[name="consent_checkin"]')
  await page.click('main form button')
  expect(await page.locator('h1').textContent()).toBe('签到成功')
  expect(await page.locator('meta[http-equiv="refresh"]').count()).toBe(0)
  expect(await page.textContent('main')).not.toMatch(/下一位|自动返回/)
  await context.close()
})

test("on a parent's phone exhibiting schools can be added to the comparison, at the check-in desk they cannot", async () => {
  const schoolId = await addSchool(site.database, '云汀学校')
  const stand = { kind: 'exhibitor', name: '何校长', organisation: '云汀学校', booth: 'B7', schoolId }
  await site.guest({ ...stand, phone: '+8613800003434' })
  const nonce = randomUUID()
  const fields = {
    event_id: site.event.id,
    name: '林女士',
    phone: '13800009912',
    consent_checkin: true,
    nonce,
  }
  const answer = await fetch(`${site.url}/api/checkins`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  })
  const { data }: { data: { id: string } } = await answer.json()
  const detail = await openPlain(`/signdetail/?id=${data.id}&from=parent`)
  expect(await detail.page.textContent('main')).toContain('云汀学校 展位 B7')
  expect(await detail.page.locator('button:has-text("对比")').count()).toBe(0)
  await detail.context.close()
  const { context, page } = await openPlain(`/signdetail/?id=${data.id}`)
  await page.click('button:has-text("加入对比")')
  await page.waitForSelector('button:has-text("已加对比")')
  expect(page.url()).toBe(`${site.url}/signdetail/?id=${data.id}`)
  expect((await context.cookies()).find(({ name }) => name === 'compare')?.value).toContain(String(schoolId))
  await context.close()
})

test('an exhibitor checks in by scanning without scripts, and a second scan shows the time of the first', async () => {
  const { ticket: code } = await site.guest({ kind: 'exhibitor', name: '陈校长', phone: '+8613800001212' })
  for (const said of [/^签到成功$/, /^已签到 \d\d:\d\d$/]) {
    const { context, page } = await openPlain('/exhibitors/?desk=1')
    // The field takes the focus with a frame after the page's load, and what is typed before it is lost.
    await page.waitForSelector('main input:focus')
    await page.keyboard.type(site.ticket(code))
    await page.keyboard.press('Enter')
    await page.waitForURL(/signdetail/)
    await expect.poll(() => page.locator('h1').textContent()).toMatch(said)
    await context.close()
  }
})

test('a refusal says why and what to do, and preserves the input', async () => {
  const { context, page } = await openPlain('/parents/')
  await page.fill('[name="name"]', '没来过')
  await page.fill('[name="phone"]', '0009')
  await page.check('[name="consent_checkin"]')
  await page.click('main form button')
  const alert = page.locator('[role="alert"]')
  expect(await alert.textContent()).toContain('名单里没有这个姓名和手机号')
  expect(await alert.textContent()).toContain('完整手机号码')
  expect(await page.inputValue('[name="name"]')).toBe('没来过')
  expect(await page.inputValue('[name="phone"]')).toBe('0009')
  await context.close()
})

test('the same form sent twice is one check-in', async () => {
  const form = new JSDOM(await (await fetch(`${site.url}/parents/`)).text()).window.document
  const before = await site.database.db.$count(checkIn)
  const fields = {
    nonce: form.querySelector('[name="nonce"]')?.getAttribute('value') ?? '',
    event_id: String(site.event.id),
    name: '周先生',
    phone: '13800003344',
    consent_checkin: '1',
  }
  const send = async () => {
    const body = new URLSearchParams(fields)
    const answer = await fetch(`${site.url}/parents/`, { method: 'POST', body, redirect: 'manual' })
    expect(answer.status).toBe(303)
    return answer.headers.get('location')
  }
  expect(await send()).toBe(await send())
  expect(await site.database.db.$count(checkIn)).toBe(before + 1)
})

test('an unknown check-in answers 404 and redirects to no other site', async () => {
  const unknown = await fetch(`${site.url}/signdetail/?id=${'0'.repeat(32)}&from=parent&event=//evil.example`)
  expect(unknown.status).toBe(404)
  const html = await unknown.text()
  expect(html).not.toContain('http-equiv="refresh"')
  expect(html).toContain('没有找到这次签到')
})

test('without storage the page shows a notice and checks in online', async () => {
  const context = await openPhone(browser)
  const page = await context.newPage()
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', {
      value: {
        open: () => {
          throw new DOMException('no', 'SecurityError')
        },
      },
    })
  })
  await page.goto(`${site.url}/parents/`)
  await page.waitForSelector('#kiosk-note:has-text("只能联网签到")')
  expect(await page.isVisible('#pairing')).toBe(false)
  expect(await page.isVisible('[name="ticket"]')).toBe(true)
  await context.close()
})
