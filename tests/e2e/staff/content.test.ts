import type { Browser } from 'playwright'
import { expect, test } from 'vitest'
import { axeFindings, sidewaysFindings } from '#tests/support/browser/axe.ts'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { beforeTests } from '#tests/support/runner/before-tests.ts'
import { startClockedSite, type ClockedSite } from '#tests/support/site/clocked-site.ts'
import { logInAsAdministrator } from '#tests/support/staff/log-in.ts'

let browser: Browser
let site: ClockedSite

beforeTests(async () => {
  browser = await openBrowser()
  site = await startClockedSite()
  return async () => {
    await browser.close()
    await site.stop()
  }
})

test('without scripts a school is edited by section, compared, published and shown to visitors', async () => {
  const context = await openPhone(browser, { javaScriptEnabled: false, bypassCSP: true })
  const page = await context.newPage()
  const button = (name: string) => page.getByRole('button', { name })
  const main = page.getByRole('main')
  const found: string[] = []
  const examine = async (state: string) => {
    for (const finding of await sidewaysFindings(page)) found.push(`${state}: ${finding}`)
  }
  await logInAsAdministrator(site, page, { phone: '13800000041', path: 'content/' })
  await examine('kinds')
  await main.getByRole('link', { name: '学校', exact: true }).click()
  await examine('schools')
  // On phones a cell that has nothing to say is left out with its label.
  expect(await page.locator('td:visible').filter({ hasText: /^\s*$/ }).count()).toBe(0)
  await main.getByRole('rowheader').getByRole('link').first().click()
  await examine('school')
  const shown = (await page.getByRole('link', { name: '看网站上的页面' }).getAttribute('href')) ?? ''
  await page.getByRole('link', { name: /修改\s*费用/ }).click()
  await examine('costs')
  const first = page.locator('input[name="fees.0.label"]')
  expect(await first.isVisible()).toBe(false)
  await page.getByText('其他费用第 1 行').click()
  expect(await first.isVisible()).toBe(true)
  const lists = page.locator('input[name="fees.rows"]')
  const rows = Number(await lists.getAttribute('value'))
  // What follows from the rows is no field.
  expect(await page.getByLabel('最低学费').count()).toBe(0)
  const amount = page.locator(`input[name="fees.${rows - 3}.amount"]`)
  await page.locator(`input[name="fees.${rows - 3}.label"]`).fill('观摩费')
  await amount.fill('前年')
  await button('再加三行').click()
  expect(Number(await lists.getAttribute('value'))).toBeGreaterThan(rows)
  expect(await amount.inputValue()).toBe('前年')
  await button('存为草稿').click()
  await examine('refused')
  expect(await amount.inputValue()).toBe('前年')
  await amount.evaluate((input: HTMLInputElement) => {
    input.value = '321'
  })
  await button('存为草稿').click()
  await page.getByRole('heading', { name: '改动' }).waitFor()
  await examine('draft')
  expect(await main.innerText()).toContain('观摩费')
  const draft = page.url()
  await page.getByRole('link', { name: '预览网站上的样子' }).click()
  await examine('preview')
  await page.getByRole('link', { name: '招生', exact: true }).click()
  await page.frameLocator('iframe[title="招生的预览"]').getByText('观摩费').first().waitFor()
  expect(await (await fetch(`${site.url}${shown}`)).text()).not.toContain('观摩费')
  await page.goto(draft)
  await button('马上发布').click()
  await page.getByText('已发布，网站上已经看得到').waitFor()
  await examine('published')
  await page.goto(`${site.url}${shown}`)
  expect(await page.content()).toContain('观摩费')
  await page.goto(`${site.url}/staff/audit/`)
  expect(await main.innerText()).toContain('发布草稿')
  expect(found).toEqual([])
  await context.close()
}, 120_000)

test('axe finds nothing on the pages of content, and a script in a text does not run in its preview', async () => {
  const context = await openPhone(browser, { viewport: { width: 1280, height: 900 }, bypassCSP: true })
  const page = await context.newPage()
  const found: string[] = []
  const examine = async (state: string) => {
    for (const finding of [...(await axeFindings(page)), ...(await sidewaysFindings(page))])
      found.push(`${state}: ${finding}`)
  }
  await logInAsAdministrator(site, page, { phone: '13800000042', path: 'content/schools/' })
  await page.getByRole('main').getByRole('rowheader').getByRole('link').first().click()
  await page.getByRole('link', { name: /修改\s*费用/ }).waitFor()
  await examine('school')
  for (const section of ['基本', '费用', '校车']) {
    await page.getByRole('link', { name: new RegExp(`修改\\s*${section}`) }).click()
    await page.getByRole('button', { name: '存为草稿' }).waitFor()
    await examine(section)
    await page.goBack()
  }
  await page.goto(`${site.url}/staff/content/news/new/`)
  await page.getByLabel('标题').fill('新校开学<script>document.title = "x"</script>')
  await page.getByLabel('正文').fill('## 校舍\n<img src=x onerror="document.title = \'x\'">{{学校 1}}')
  await page.getByRole('button', { name: '预览正文' }).click()
  await page.getByRole('heading', { name: '校舍' }).waitFor()
  await examine('preview')
  await page.getByLabel('发布时间').fill('2027-01-05T09:30')
  await page.getByRole('button', { name: '存为草稿' }).click()
  await page.getByRole('heading', { name: '改动' }).waitFor()
  await examine('draft')
  expect(await page.title()).toContain('新校开学')
  await page.getByRole('link', { name: '放弃这份草稿' }).click()
  await page.getByRole('button', { name: '放弃' }).waitFor()
  await examine('discard')
  await page.getByRole('button', { name: '放弃' }).click()
  await page.getByText('已放弃。').waitFor()
  await examine('drafts')
  expect(found).toEqual([])
  await context.close()
}, 120_000)

test('where there is room the rows of a list are a table, all of them open', async () => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 1280, height: 900 },
  })
  const page = await context.newPage()
  await logInAsAdministrator(site, page, { phone: '13800000043', path: 'content/schools/' })
  await page.getByRole('main').getByRole('rowheader').getByRole('link').first().click()
  await page.getByRole('link', { name: /修改\s*费用/ }).click()
  const boxes = []
  for (const name of ['fees.0.label', 'fees.0.amount', 'fees.1.label', 'fees.1.amount'])
    boxes.push(await page.locator(`input[name="${name}"]`).boundingBox())
  const [label, amount, nextLabel, nextAmount] = boxes
  expect(amount?.y).toBe(label?.y)
  expect(nextLabel?.x).toBe(label?.x)
  expect(nextAmount?.x).toBe(amount?.x)
  expect(nextLabel?.y).toBeGreaterThan(label?.y ?? 0)
  expect(await sidewaysFindings(page)).toEqual([])
  await context.close()
})
