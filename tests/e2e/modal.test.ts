import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { watchRequests } from '#tests/support/browser/hydrated.ts'
import { openTouched } from '#tests/support/browser/touched-page.ts'
import { firstSchoolId, siteUrl } from '#tests/support/site/site-url.ts'

let browser: Browser
let context: BrowserContext
let school = ''

beforeAll(async () => {
  browser = await openBrowser()
  school = `/school/${await firstSchoolId()}/`
})
afterAll(() => browser.close())
afterEach(() => context.close())

/** A touched page that notes every document and all data that it asks for. */
async function openAt(path: string, options: Parameters<typeof openTouched>[2] = {}) {
  const opened = await openTouched(browser, path, options)
  context = opened.context
  return { page: opened.page, ...watchRequests(opened.page) }
}

const field = (page: Page, name: string) => page.locator(`dialog input[name=${name}]`)
/** A press that stands under the thumb on a school's page. */
const action = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '快捷操作' }).getByRole('link', { name })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim())

test('预约参观 opens a dialog with its own address; Back closes it and restores the focus', async () => {
  const { page, documents, data } = await openAt(school)
  const link = action(page, '预约参观')
  await link.click()
  const dialog = page.getByRole('dialog', { name: '预约参观' })
  await dialog.waitFor()
  expect(new URL(page.url()).searchParams.get('modal')).toBe('order')
  expect(await field(page, 'order_type').inputValue()).toBe('order')
  expect(`/school/${await field(page, 'school_id').inputValue()}/`).toBe(school)
  expect(await field(page, 'source').inputValue()).toBe(school)
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('')
  expect(await focused(page)).toBe('预约参观')
  expect(documents).toEqual([])
  await page.goForward()
  await dialog.waitFor()
  expect(await field(page, 'order_type').inputValue()).toBe('order')
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  expect(await focused(page)).toBe('预约参观')
  expect(documents).toEqual([])
  // Opened twice: the form alone, never the page under it; closing asks for nothing.
  expect(data.map((address) => new URL(address).searchParams.get('_routes'))).toEqual([
    'layouts/default',
    'layouts/default',
  ])
})

test('a dialog opened by scripts looks like the one in the document', async () => {
  const look = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('dialog, dialog :is(h2, a, label, input, legend, button)')]
        .filter((element) => element.checkVisibility())
        .map((element) => {
          const { width, height } = element.getBoundingClientRect()
          const { color, fontSize, fontWeight, paddingTop } = getComputedStyle(element)
          return [element.localName, width, height, color, fontSize, fontWeight, paddingTop].join(' ')
        }),
    )
  for (const width of [390, 1280]) {
    const { page } = await openAt(school, { viewport: { width, height: 900 } })
    await page
      .locator('main a[href*="orderType=consult"]:visible, nav a[href*="orderType=consult"]:visible')
      .first()
      .click()
    await page.getByRole('dialog', { name: '咨询' }).waitFor()
    const byScripts = await look(page)
    await page.goto(page.url())
    expect(byScripts).toEqual(await look(page))
    expect(byScripts.length).toBeGreaterThan(10)
    await context.close()
  }
})

test('the focus stays in the dialog, and Escape and 关闭 both close it', async () => {
  const { page } = await openAt(school)
  const link = action(page, '咨询')
  await link.click()
  const dialog = page.getByRole('dialog', { name: '咨询' })
  await dialog.waitFor()
  expect(await field(page, 'order_type').inputValue()).toBe('consult')
  for (let times = 0; times < 25; times += 1) {
    await page.keyboard.press('Tab')
    const inside = await page.evaluate(
      () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
    )
    expect(inside).toBe(true)
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await focused(page)).toBe('咨询')
  await link.click()
  await dialog.waitFor()
  await dialog.getByRole('link', { name: '关闭' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('')
})

test('closing the dialog clears the school of the form', async () => {
  const { page } = await openAt(school)
  await action(page, '咨询').click()
  await field(page, 'school_id').waitFor({ state: 'attached' })
  await page.goBack()
  await page.locator('dialog').waitFor({ state: 'detached' })
  await page.getByRole('banner').getByRole('link', { name: '登录' }).click()
  await page.getByRole('dialog', { name: '登录' }).waitFor()
  expect(new URL(page.url()).search).toBe('?modal=login')
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await page.goto(`${siteUrl()}/aboutus/?modal=order`)
  await page.getByRole('dialog', { name: '预约参观' }).waitFor()
  expect(await field(page, 'school_id').count()).toBe(0)
  expect(await field(page, 'order_type').inputValue()).toBe('order')
})

test('a dialog in the document becomes modal and closes to its page without a step back in the history', async () => {
  const { page, documents } = await openAt(`${school}?modal=order&orderType=consult`)
  const dialog = page.getByRole('dialog', { name: '咨询' })
  await expect.poll(() => dialog.evaluate((element) => element.matches(':modal'))).toBe(true)
  expect(await page.locator('[data-layout]').getAttribute('inert')).toBeNull()
  const steps = await page.evaluate(() => history.length)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(school)
  expect(await page.evaluate(() => history.length)).toBe(steps)
  expect(await page.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(2)
  expect(documents).toEqual([])
})

test('typing in a dialog of the document is not interrupted when it becomes modal', async () => {
  context = await openPhone(browser)
  const page = await context.newPage()
  let letScriptsCome: () => void = () => undefined
  const hasTyped = new Promise<void>((resolve) => (letScriptsCome = resolve))
  await page.route('**/*.js', async (route) => {
    await hasTyped
    await route.continue()
  })
  await page.goto(`${siteUrl()}${school}?modal=order&orderType=order`, { waitUntil: 'commit' })
  const name = page.getByLabel('姓名')
  await name.pressSequentially('王')
  letScriptsCome()
  await page.locator('dialog:modal').waitFor()
  await page.keyboard.type('女士')
  expect(await name.inputValue()).toBe('王女士')
})

test('a dialog over a list preserves the filters', async () => {
  const filtered = '/schoollist/shenzhen/?boarding=yes'
  const { page, documents, data } = await openAt(filtered)
  await page.getByRole('banner').getByRole('link', { name: '登录' }).click()
  await page.getByRole('dialog', { name: '登录' }).waitFor()
  expect(new URL(page.url()).search).toBe('?boarding=yes&modal=login')
  expect(await field(page, 'redirect').inputValue()).toBe(filtered)
  await page.getByRole('dialog').getByRole('link', { name: '关闭' }).click()
  await page.locator('dialog').waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('?boarding=yes')
  expect([documents, data.length]).toEqual([[], 1])
})

test('a request sent from the dialog opens its confirmation', async () => {
  const { page } = await openAt(school)
  await action(page, '咨询').click()
  const dialog = page.getByRole('dialog', { name: '咨询' })
  await dialog.getByRole('textbox', { name: '姓名' }).fill('王女士')
  await dialog.getByRole('textbox', { name: '电话' }).fill('13800000077')
  await dialog.locator('input[name=consent_contact]').check()
  await dialog.locator('input[name=consent_guardian]').check()
  await dialog.locator('form button[type=submit]').click()
  await page.waitForURL(/\/order\/[0-9A-Z]{26}\/$/)
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toContain('已')
})

test('when the dialog cannot be loaded the link is followed', async () => {
  const { page } = await openAt(school)
  await page.route('**/*.data?*', (route) => route.abort())
  await action(page, '咨询').click()
  await page.waitForURL(/modal=order/)
  await page.getByRole('dialog', { name: '咨询' }).waitFor()
  expect(await field(page, 'order_type').inputValue()).toBe('consult')
})
