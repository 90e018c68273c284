import type { Browser, Page } from 'playwright'
import { expect, test } from 'vitest'
import { openBrowser } from '#tests/support/browser/browser.ts'
import { beforeTests } from '#tests/support/runner/before-tests.ts'
import { startClockedSite, type ClockedSite } from '#tests/support/site/clocked-site.ts'
import { logInAsAdministrator } from '#tests/support/staff/log-in.ts'
import { staffExaminer } from '#tests/support/staff/staff-examiner.ts'

/** Several leads at once: boxes that scripts tick together, and the same act by plain forms. */

let site: ClockedSite
let browser: Browser
const leads = 6

beforeTests(async () => {
  site = await startClockedSite()
  browser = await openBrowser()
  for (let count = 0; count < leads; count += 1) await sendLead(`1390000050${count}`)
  return async () => {
    await browser.close()
    await site.stop()
  }
})

async function sendLead(phone: string): Promise<void> {
  const body = { name: '罗丹', phone, city_code: '4403', order_type: 'consult', consent_contact: true }
  const response = await fetch(`${site.url}/api/clue`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  expect(await response.json()).toMatchObject({ code: 1000 })
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const rowBox = (page: Page, at: number) => page.getByRole('checkbox', { name: /^选中罗/ }).nth(at)
const pageBox = (page: Page) => page.getByRole('checkbox', { name: '本页全选' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test(
  'boxes tick a range and the page, by keyboard too, and say how many are chosen',
  { timeout: 120_000 },
  async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, bypassCSP: true })
    const page = await context.newPage()
    await logInAsAdministrator(site, page, { phone: '13800000501', path: 'leads/' })
    await page.getByText('已选 0 条').waitFor()
    await rowBox(page, 1).click()
    await rowBox(page, 4).click({ modifiers: ['Shift'] })
    await page.getByText('已选 4 条').waitFor()
    expect(await pageBox(page).evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
    await pageBox(page).focus()
    await page.keyboard.press('Space')
    await page.getByText(`已选 ${leads} 条`).waitFor()
    await rowBox(page, 0).uncheck()
    await page.getByText(`已选 ${leads - 1} 条`).waitFor()
    expect(await pageBox(page).isChecked()).toBe(false)
    const { examine, found } = staffExaminer(page)
    await examine('leads')
    await button(page, '不再联系').press('Enter')
    await heading(page, `不再联系 ${leads - 1} 条线索的家长？`).waitFor()
    await examine('asked')
    await page.getByLabel('原因').selectOption({ label: '一直联系不上' })
    await button(page, '不再联系').click()
    await page.getByText(`${leads - 1} 条已结束。`).waitFor()
    await examine('done')
    await button(page, '撤销').click()
    await page.getByText('已撤销，恢复到原来的样子。').waitFor()
    await page.getByText('已选 0 条').waitFor()
    expect(found).toEqual([])
    await context.close()
  },
)

test('without scripts all rows of the page go to an advisor', { timeout: 120_000 }, async () => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    javaScriptEnabled: false,
  })
  const page = await context.newPage()
  await logInAsAdministrator(site, page, { phone: '13800000502', path: 'leads/' })
  await pageBox(page).check()
  await button(page, '分配').click()
  await heading(page, `把 ${leads} 条线索分配给谁？`).waitFor()
  await button(page, '分配').click()
  await page.getByRole('alert').getByText('请选择顾问').waitFor()
  await page.getByLabel('顾问').selectOption({ index: 1 })
  await button(page, '分配').click()
  await page.getByText(`${leads} 条已分配。`).waitFor()
  await button(page, '撤销').click()
  await page.getByText('已撤销，恢复到原来的样子。').waitFor()
  expect(await rowBox(page, 0).isChecked()).toBe(false)
  await context.close()
})
