import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { waitForScripts } from '#tests/support/browser/hydrated.ts'
import { startProcess, type SiteProcess } from '#tests/support/site/site-process.ts'

/** The login over a page: what led to it is done, the page stays, and the history keeps no step of it. */

let site: SiteProcess
let browser: Browser
let context: BrowserContext
let lastPhone = 13_600_000_000

beforeAll(async () => {
  site = await startProcess({ SMS: 'console', TRUST_PROXY: 'loopback' })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.stop()
})
afterEach(() => context.close())

/** The code of the latest message to a phone. */
async function codeFor(phone: string): Promise<string> {
  const message = () => site.log.findLast((line) => line.includes('"sms"') && line.includes(phone))
  await expect.poll(message, { timeout: 10_000 }).toBeDefined()
  return /"code":"(\d{6})"/.exec(message() ?? '')?.[1] ?? ''
}

async function openAt(path: string, scripts = true): Promise<Page> {
  const extraHTTPHeaders = { 'x-forwarded-for': `10.21.${lastPhone % 200}.1` }
  context = await openPhone(browser, { javaScriptEnabled: scripts, extraHTTPHeaders })
  const page = await context.newPage()
  await page.goto(site.url + path)
  if (scripts) await waitForScripts(page)
  return page
}

/** Fills in the two steps of the dialog that is open. */
async function logIn(page: Page): Promise<void> {
  lastPhone += 1
  const form = page.getByRole('dialog', { name: '登录' })
  await form.getByLabel('手机号').fill(String(lastPhone))
  await form.getByLabel('我已看过并同意').check()
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText('验证码已发出').waitFor()
  await page.getByLabel('验证码', { exact: true }).fill(await codeFor(String(lastPhone)))
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

test('登录 in the header opens a dialog over the page, and closing it restores page and history', async () => {
  const page = await openAt('/city/')
  await page.getByRole('contentinfo').getByRole('link', { name: '关于我们' }).click()
  await page.waitForURL('**/aboutus/')
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url())
  })
  await page.getByRole('link', { name: '登录', exact: true }).click()
  await logIn(page)
  await page.getByText('登录成功').waitFor()
  await page.getByRole('link', { name: '我的', exact: true }).waitFor()
  expect(page.url()).toBe(`${site.url}/aboutus/`)
  expect(await page.locator('dialog').count()).toBe(0)
  const stored = await page.evaluate(() => localStorage.getItem('app_config_data'))
  expect(stored).toContain(`${String(lastPhone).slice(0, 3)}****${String(lastPhone).slice(-4)}`)
  expect(stored).not.toContain('token')
  await page.goBack()
  await page.waitForURL('**/city/')
  expect(documents).toEqual([])
})

test('a login over a school page loads visitor state alone, and the page behind it stays whole', async () => {
  const page = await openAt('/school/1/')
  await page.locator('#facts').waitFor()
  await page.getByRole('link', { name: '登录', exact: true }).click()
  const form = page.getByRole('dialog', { name: '登录' })
  await form.getByLabel('手机号').waitFor()
  const asked = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.data')) asked.add(pathname)
  })
  await form.getByLabel('手机号').fill('12345')
  await form.getByRole('button', { name: '获取验证码' }).click()
  await form.getByRole('alert').waitFor()
  await logIn(page)
  await page.getByText('登录成功').waitFor()
  await page.getByRole('link', { name: '我的', exact: true }).waitFor()
  expect([...asked].toSorted()).toEqual(['/login.data', '/visitor.data'])
  expect(await page.locator('#facts').count()).toBe(1)
})

test('收藏 without a login explains the login, and is executed at the same card afterwards', async () => {
  const page = await openAt('/schoollist/shenzhen/')
  const row = page.locator('[id^="school-"]').nth(2)
  const name = await row.getByRole('heading').innerText()
  await row.getByRole('button', { name: /^收藏/ }).click()
  await page.getByText(`登录后为您收藏${name}`).waitFor()
  const top = (await row.boundingBox())?.y
  await logIn(page)
  await row.getByRole('button', { name: /^已收藏/ }).waitFor()
  expect(page.url()).toBe(`${site.url}/schoollist/shenzhen/`)
  expect((await row.boundingBox())?.y).toBe(top)
  await page.goBack()
  expect(page.url()).toBe('about:blank')
})

test('the first page after a login has the masked profile, also after a posted login page', async () => {
  const page = await openAt('/login/?redirect=%2Faboutus%2F')
  lastPhone += 1
  await page.getByLabel('手机号').fill(String(lastPhone))
  await page.getByLabel('我已看过并同意').check()
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByLabel('验证码', { exact: true }).fill(await codeFor(String(lastPhone)))
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL('**/aboutus/')
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('app_config_data')))
    .toContain(`${String(lastPhone).slice(0, 3)}****${String(lastPhone).slice(-4)}`)
})

test('a wrong phone and a wrong code show errors in the dialog and preserve the input', async () => {
  const page = await openAt('/aboutus/')
  await page.getByRole('link', { name: '登录', exact: true }).click()
  const form = page.getByRole('dialog', { name: '登录' })
  await form.getByLabel('手机号').fill('12345')
  await form.getByRole('button', { name: '获取验证码' }).click()
  await form.getByRole('alert').getByText('请填写正确的电话').waitFor()
  expect(await form.getByLabel('手机号').inputValue()).toBe('12345')
  await form.getByRole('link', { name: '请填写正确的电话' }).click()
  expect(await form.getByRole('alert').count()).toBe(1)
  expect(await form.getByLabel('手机号').inputValue()).toBe('12345')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('phone')
  expect(page.url()).toBe(`${site.url}/aboutus/?modal=login`)
  await form.getByRole('link', { name: '关闭' }).click()
  await form.waitFor({ state: 'detached' })
  expect(page.url()).toBe(`${site.url}/aboutus/`)
})

test('without an answer of the server the dialog shows an error and preserves the input', async () => {
  const page = await openAt('/aboutus/')
  await page.getByRole('link', { name: '登录', exact: true }).click()
  const form = page.getByRole('dialog', { name: '登录' })
  await page.route('**/login.data*', (route) => route.abort())
  await form.getByLabel('手机号').fill('13812345678')
  await form.getByRole('button', { name: '获取验证码' }).click()
  await form.getByText('请求错误').waitFor()
  expect(await form.getByLabel('手机号').inputValue()).toBe('13812345678')
})

test('without scripts the same link opens the same dialog, and the login redirects back to the page', async () => {
  const page = await openAt('/aboutus/', false)
  await page.getByRole('link', { name: '登录', exact: true }).click()
  await logIn(page)
  await page.waitForURL('**/aboutus/')
  expect(await page.getByText('登录成功').count()).toBe(1)
})
