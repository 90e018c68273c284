import type { Browser, BrowserContext, Page } from 'playwright'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openBrowser } from '#tests/support/browser/browser.ts'
import { beforeTests } from '#tests/support/runner/before-tests.ts'
import { startClockedSite, type ClockedSite } from '#tests/support/site/clocked-site.ts'
import { logInAsAdministrator } from '#tests/support/staff/log-in.ts'
import { staffExaminer } from '#tests/support/staff/staff-examiner.ts'

/** The field above every page of the staff area: one press finds, with scripts and without. */

let site: ClockedSite
let browser: Browser
let reference: string

beforeTests(async () => {
  site = await startClockedSite()
  browser = await openBrowser()
  reference = await sendLead('consult')
  await sendLead('planning')
  return async () => {
    await browser.close()
    await site.stop()
  }
})

async function sendLead(type: string): Promise<string> {
  const response = await fetch(`${site.url}/api/clue`, {
    method: 'POST',
    body: JSON.stringify({
      name: '罗丹',
      phone: '13900008841',
      city_code: '4403',
      order_type: type,
      grade: 'g4',
      message: '想了解课后托管和校车路线，孩子过敏，午餐怎么安排？希望周末可以参观。',
      contact_preference: 'text_first',
      consent_contact: true,
      consent_guardian: true,
    }),
    headers: { 'content-type': 'application/json' },
  })
  const answer = z.object({ data: z.object({ reference: z.string() }) }).parse(await response.json())
  return answer.data.reference
}

const open = (more: object): Promise<BrowserContext> =>
  browser.newContext({ viewport: { width: 1280, height: 800 }, ...more })
const field = (page: Page) => page.getByRole('searchbox', { name: '搜索后台' })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test.for([
  ['with scripts', true, '13800000401'],
  ['without scripts', false, '13800000402'],
] as const)(
  '%s one press finds a lead by digits, name and pinyin',
  { timeout: 120_000 },
  async ([, javaScriptEnabled, phone]) => {
    const context = await open({ javaScriptEnabled })
    const page = await context.newPage()
    await logInAsAdministrator(site, page, { phone, path: 'today/' })
    for (const text of ['8841', '罗丹', 'luodan']) {
      const isAgain = await field(page).evaluate((element) => element === document.activeElement)
      if (javaScriptEnabled) {
        await page.locator('[aria-keyshortcuts="/"]').waitFor()
        if (!isAgain) await page.keyboard.press('/')
      } else await field(page).focus()
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
      await heading(page, `搜索“${text}”`).waitFor()
      expect(page.url()).toBe(`${site.url}/staff/search/`)
      await page.getByRole('listitem').filter({ hasText: reference }).waitFor()
    }
    if (javaScriptEnabled) {
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    } else await page.getByRole('link', { name: '罗**，' }).first().click()
    await heading(page, '罗**，').waitFor()
    await context.close()
  },
)

test('axe finds nothing in what was found, and the queue fits 1280 x 800 after an undo', async () => {
  const context = await open({ bypassCSP: true })
  const page = await context.newPage()
  await logInAsAdministrator(site, page, { phone: '13800000403', path: 'today/' })
  await field(page).fill('深圳')
  await page.keyboard.press('Enter')
  await heading(page, '搜索“深圳”').waitFor()
  const { examine, found } = staffExaminer(page)
  await examine('found')
  expect(found).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${site.url}/staff/leads/queue/`)
  await page.getByRole('button', { name: '开始工作' }).click()
  await page.getByRole('button', { name: '没人接听' }).click()
  await page.getByText('上一位已记下：没人接听。').waitFor()
  await page.getByRole('button', { name: '撤销' }).click()
  await page.getByText('已撤销。').waitFor()
  await page.getByRole('button', { name: '结束' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(800)
  await context.close()
}, 120_000)
