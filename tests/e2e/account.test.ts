import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreedVersion } from '#server/contract/accounts/agreed-texts.ts'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { startProcess, type SiteProcess } from '#tests/support/site/site-process.ts'

/** A parent's account through the front door: with scripts, without, and by plain requests. */

let site: SiteProcess
let browser: Browser
let lastPhone = 13_700_000_000
let lastAddress = 0

beforeAll(async () => {
  site = await startProcess({ SMS: 'console', TRUST_PROXY: 'loopback' })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.stop()
})

/** A phone that no other test uses. */
function freshPhone(): string {
  lastPhone += 1
  return String(lastPhone)
}

/** Sends requests from an address that no other test uses: codes are limited by address. */
function freshAddress(): Record<string, string> {
  lastAddress += 1
  return { 'x-forwarded-for': `10.20.${lastAddress}.1` }
}

/** The code of the latest message to a phone. */
function codeFor(phone: string): Promise<string> {
  return expect
    .poll(() => site.log.findLast((line) => line.includes('"sms"') && line.includes(phone)), {
      timeout: 5000,
    })
    .toBeDefined()
    .then(() => {
      const line = site.log.findLast((each) => each.includes('"sms"') && each.includes(phone)) ?? ''
      return /"code":"(\d{6})"/.exec(line)?.[1] ?? ''
    })
}

/** Posts a form as a browser without scripts would. */
function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return fetch(site.url + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: site.url, ...headers },
    redirect: 'manual',
  })
}

/** The value of a cookie that an answer sets; undefined when it sets none. */
function cookieOf(answer: Response, name: string): string | undefined {
  const set = answer.headers.getSetCookie().find((each) => each.startsWith(`${name}=`))
  return set?.split(';')[0]?.slice(name.length + 1)
}

/** Logs in by plain requests; resolves to the cookie header. */
async function logInPlainly(phone: string, address = freshAddress()): Promise<string> {
  await post('/login/', { intent: 'send', phone, agreed: agreedVersion }, address)
  const answer = await post(
    '/login/',
    { intent: 'login', phone, code: await codeFor(phone), agreed: agreedVersion },
    address,
  )
  expect(answer.status).toBe(303)
  return `token=${cookieOf(answer, 'token')}`
}

async function logIn(page: Page, phone: string): Promise<void> {
  await page.getByLabel('手机号').fill(phone)
  await page.getByLabel('我已看过并同意').check()
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByText('验证码已发出').waitFor()
  await page.getByLabel('验证码', { exact: true }).fill(await codeFor(phone))
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

async function withPhone(
  scripts: boolean,
  work: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const context = await openPhone(browser, { javaScriptEnabled: scripts, extraHTTPHeaders: freshAddress() })
  try {
    await work(await context.newPage(), context)
  } finally {
    await context.close()
  }
}

test('after the login the page that asked for it opens with its query, and the personal centre links to all stored data', async () => {
  const phone = freshPhone()
  await withPhone(false, async (page) => {
    await page.goto(`${site.url}/personal/edit/?from=test`)
    expect(new URL(page.url()).search).toBe('?redirect=%2Fpersonal%2Fedit%2F%3Ffrom%3Dtest')
    await logIn(page, phone)
    expect(new URL(page.url()).pathname).toBe('/personal/edit/')
    const main = page.getByRole('main')
    for (const name of ['我的申请', '我的授权', '登录设备', '导出我的数据', '注销账号']) {
      await page.goto(`${site.url}/personal/`)
      await main.getByRole('link', { name }).click()
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(name)
      expect(await page.title()).toContain(name)
    }
  })
})

test('a wrong phone and a wrong code show an error beside the field and preserve the input', async () => {
  await withPhone(false, async (page) => {
    await page.goto(`${site.url}/login/`)
    await page.getByLabel('手机号').fill('12345')
    await page.getByLabel('我已看过并同意').check()
    const refused = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await page.getByRole('button', { name: '获取验证码' }).click()
    expect((await refused).status()).toBe(400)
    await expect.poll(() => page.title()).toMatch(/^错误：登录/)
    expect(await page.getByLabel('手机号').inputValue()).toBe('12345')
    expect(await page.getByRole('alert').innerText()).toContain('请填写正确的电话')
    const phone = freshPhone()
    await page.getByLabel('手机号').fill(`+86 ${phone.slice(0, 3)}-${phone.slice(3)}`)
    await page.getByRole('button', { name: '获取验证码' }).click()
    await expect.poll(() => page.title()).toMatch(/^登录/)
    const right = await codeFor(phone)
    const field = page.getByLabel('验证码', { exact: true })
    expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
    await field.fill(right === '000000' ? '000001' : '000000')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(page.url()).not.toContain(phone)
    await field.fill(` ${right.slice(0, 3)} ${right.slice(3)}`)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    expect(new URL(page.url()).pathname).toBe('/personal/')
  })
})

test('a second code within a minute is refused with 429, and the first one still works', async () => {
  const phone = freshPhone()
  const address = freshAddress()
  await post('/login/', { intent: 'send', phone, agreed: agreedVersion }, address)
  const again = await post('/login/', { intent: 'send', phone, agreed: agreedVersion }, address)
  expect(again.status).toBe(429)
  const html = await again.text()
  expect(html).toContain('name="code"')
  expect(html).toContain('秒后可以再发')
  const done = await post(
    '/login/',
    { intent: 'login', phone, code: await codeFor(phone), agreed: agreedVersion },
    address,
  )
  expect(done.status).toBe(303)
})

test('the login redirects to a Chinese path and never to another site', async () => {
  const address = freshAddress()
  const phones = [freshPhone(), freshPhone()] as const
  for (const phone of phones) await post('/login/', { intent: 'send', phone, agreed: agreedVersion }, address)
  const redirectTo = async (phone: string, redirect: string) => {
    const code = await codeFor(phone)
    const answer = await post(
      '/login/',
      { intent: 'login', phone, code, agreed: agreedVersion, redirect },
      address,
    )
    return answer.headers.get('location')
  }
  expect(await redirectTo(phones[0], '/schoollist/国际/')).toBe('/schoollist/%E5%9B%BD%E9%99%85/')
  expect(await redirectTo(phones[1], '//evil.example/')).toBe('/personal/')
})

test('a valid token redirects from the login, an invalid one is removed', async () => {
  const cookie = await logInPlainly(freshPhone())
  const get = (path: string, token: string) =>
    fetch(site.url + path, { headers: { cookie: token }, redirect: 'manual' })
  const led = await get('/login/?redirect=/city/', cookie)
  expect([led.status, led.headers.get('location')]).toEqual([302, '/city/'])
  const unknown = await get('/personal/', `token=${'x'.repeat(43)}`)
  expect([unknown.status, unknown.headers.get('location')]).toEqual([302, '/login/?redirect=%2Fpersonal%2F'])
  expect(cookieOf(unknown, 'token')).toBe('')
  const page = await get('/personal/', cookie)
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  expect(page.headers.get('referrer-policy')).toBe('same-origin')
})

test('logout ends the session on the server and clears the pages that the browser cached', async () => {
  const phone = freshPhone()
  const first = await logInPlainly(phone)
  const left = await post('/logout/', {}, { cookie: first })
  expect([left.status, left.headers.get('clear-site-data'), cookieOf(left, 'token')]).toEqual([
    303,
    '"cache"',
    '',
  ])
  const after = await fetch(`${site.url}/personal/`, { headers: { cookie: first }, redirect: 'manual' })
  expect(after.status).toBe(302)
})

test('an export needs a fresh code: with a wrong one, or without a login, it is refused', async () => {
  const phone = freshPhone()
  const address = freshAddress()
  const cookie = await logInPlainly(phone, address)
  const wrong = await post('/personal/export/', { intent: 'show', code: '12' }, { cookie })
  expect(wrong.status).toBe(400)
  const file = await post('/personal/export/file/', { code: '000000' }, { cookie })
  expect([file.status, file.headers.get('location')]).toEqual([303, '/personal/export/'])
  const anonymous = await post('/personal/export/file/', { code: '000000' })
  expect(anonymous.headers.get('location')).toBe('/login/?redirect=%2Fpersonal%2Fexport%2F')
})

test('a token that an older version stored in the browser is moved to the cookie once', async () => {
  const token = (await logInPlainly(freshPhone())).replace('token=', '')
  await withPhone(true, async (page, context) => {
    await page.goto(`${site.url}/robots.txt`)
    await page.evaluate(
      (storedToken) => localStorage.setItem('app_config_data', JSON.stringify({ token: storedToken })),
      token,
    )
    const storedToken = () => page.evaluate(() => localStorage.getItem('app_config_data'))
    const exchange = page.waitForEvent('requestfailed', (request) => request.url().includes('/login.data'))
    await page.route('**/login.data*', (route) => route.abort(), { times: 1 })
    await page.goto(`${site.url}/city/`)
    await exchange
    expect(await storedToken()).toContain(token)
    await page.goto(`${site.url}/city/`)
    await page.getByRole('link', { name: '我的', exact: true }).waitFor()
    const cookies = await context.cookies()
    expect(cookies.find(({ name }) => name === 'token')).toMatchObject({ value: token, httpOnly: true })
    await page.goto(`${site.url}/personal/`)
    await expect.poll(storedToken).toContain('"courseText"')
    expect(await storedToken()).not.toContain(token)
  })
})
