import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '#tests/support/browser/browser.ts'
import { openTouched } from '#tests/support/browser/touched-page.ts'
import { logInOn } from '#tests/support/accounts/site-login.ts'
import { startProcess } from '#tests/support/site/site-process.ts'
import { firstSchoolId, siteUrl } from '#tests/support/site/site-url.ts'

let browser: Browser
let context: BrowserContext

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())
afterEach(() => context.close())

async function openAt(path: string): Promise<Page> {
  const opened = await openTouched(browser, path)
  context = opened.context
  return opened.page
}

const toast = (page: Page) => page.locator('[role=status] .toast')

test('对比 updates the page at once without leaving it, and the bar shows the stored count', async () => {
  const page = await openAt('/schoollist/shenzhen/')
  const row = page.locator('[id^="school-"]').nth(2)
  const id = (await row.getAttribute('id'))?.replace('school-', '')
  await row.getByRole('button', { name: /^对比/ }).click()
  await row.getByRole('button', { name: /^已加对比.+，点一下取消$/ }).waitFor()
  expect(await toast(page).innerText()).toBe('已加入对比，共 1 所')
  await page.getByRole('link', { name: '再选 1 所就能对比' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/schoollist/shenzhen/')
  const stored = (await context.cookies()).find(({ name }) => name === 'compare')
  expect(stored?.value).toBe(id)
  await row.getByRole('button', { name: /^已加对比/ }).click()
  await page.getByText('已移出对比').waitFor()
  await page.getByRole('button', { name: '撤销' }).click()
  await page.getByText('已加入对比，共 1 所').waitFor()
  expect(await row.getByRole('button').nth(1).innerText()).toBe('已加对比')
  await page.goto(`${siteUrl()}/compare/`)
  await page.locator(`main a[href="/school/${id}/"]`).first().waitFor()
})

test("the state after an action equals the server's at the next visit", async () => {
  const site = await startProcess({ SMS: 'console', TRUST_PROXY: 'loopback' })
  try {
    const school = `${site.url}/school/1/`
    const opened = await openTouched(browser, '/school/1/', {
      site: site.url,
      before: (fresh) => logInOn(site, '13912340001', fresh),
    })
    context = opened.context
    const { page } = opened
    const sent = page.waitForRequest('**/mycollect/toggle.data')
    await page.getByRole('button', { name: '收藏', exact: true }).click()
    expect((await sent).postData()).toBe('id=1')
    await toast(page).waitFor()
    expect(await toast(page).innerText()).toBe('已收藏')
    await page.getByRole('button', { name: '加入对比' }).click()
    await page.getByText('已加入对比，共 1 所').waitFor()
    const words = async () => (await page.locator('main form.words button').allInnerTexts()).slice(0, 2)
    const shown = await words()
    expect(shown).toEqual(['已收藏', '移出对比'])
    await page.goto(school)
    await expect.poll(words).toEqual(shown)
    await page.goto(`${site.url}/mycollect/`)
    expect(await page.locator('main a[href="/school/1/"]').count()).toBe(1)
  } finally {
    await site.stop()
  }
})

test('a failed action is reverted with a message; two clicks at once are one action', async () => {
  const page = await openAt('/schoollist/shenzhen/')
  const calls: string[] = []
  let answer: (() => void) | undefined
  await page.route('**/compare/toggle.data', async (route) => {
    calls.push(route.request().postData() ?? '')
    await new Promise<void>((resolve) => (answer = resolve))
    await route.abort()
  })
  const button = page.locator('[id^="school-"]').first().getByRole('button').nth(1)
  const before = await button.innerText()
  await button.click()
  await expect.poll(() => button.innerText()).toBe('已加对比')
  expect(await button.getAttribute('aria-busy')).toBe('true')
  await button.click()
  await expect.poll(() => answer).toBeDefined()
  answer?.()
  await page.getByText('没有保存，请再点一次').waitFor()
  expect(await button.innerText()).toBe(before)
  expect(calls).toHaveLength(1)
})

test('a refused action shows the refusal and the former state without an undo', async () => {
  const opened = await openTouched(browser, '/schoollist/shenzhen/', {
    before: (fresh) => {
      const value = Array.from({ length: 20 }, (_, at) => at + 100_000).join('.')
      return fresh.addCookies([{ name: 'compare', value, url: siteUrl(), httpOnly: true }])
    },
  })
  context = opened.context
  const { page } = opened
  const button = page.locator('[id^="school-"]').first().getByRole('button').nth(1)
  await page.getByRole('link', { name: '对比 20 所' }).waitFor()
  await button.click()
  await page.getByText('对比栏最多放 20 所学校').waitFor()
  expect(await button.innerText()).toBe('对比')
  expect(await page.getByRole('button', { name: '撤销' }).count()).toBe(0)
  expect((await context.cookies()).find(({ name }) => name === 'compare')?.value.split('.')).toHaveLength(20)
})

test('an action offline shows a message and reverts its state', async () => {
  const page = await openAt('/schoollist/shenzhen/')
  const button = page.locator('[id^="school-"]').first().getByRole('button').nth(1)
  await context.setOffline(true)
  await button.click()
  await page.getByText('网络断了，没有保存').waitFor()
  expect(await button.innerText()).toBe('对比')
  expect(await page.locator('h1').innerText()).toContain('学校')
  await context.setOffline(false)
  await button.click()
  await page.getByText('已加入对比，共 1 所').waitFor()
})

test('an action sends one request and reloads nothing', async () => {
  const page = await openAt('/schoollist/shenzhen/')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The look for a newer build keeps its own time.
    if (pathname === '/builds/latest.json') return
    if (request.resourceType() === 'fetch' || request.isNavigationRequest())
      asked.push(`${request.method()} ${pathname}`)
  })
  await page.locator('[id^="school-"]').first().getByRole('button').nth(1).click()
  await page.getByRole('link', { name: '再选 1 所就能对比' }).waitFor()
  await page.getByRole('button', { name: '清空' }).click()
  await page.getByText('已清空对比栏').waitFor()
  expect(asked).toEqual(['POST /compare/toggle.data', 'POST /compare/toggle.data'])
})

test('a toggle whose page is left before its answer counts on the next page, with its message', async () => {
  const page = await openAt('/schoollist/shenzhen/')
  let answer: (() => void) | undefined
  await page.route('**/compare/toggle.data', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve))
    await route.continue()
  })
  await page.locator('[id^="school-"]').first().getByRole('button').nth(1).click()
  await expect.poll(() => answer).toBeDefined()
  await page.getByRole('navigation', { name: '主要栏目' }).getByRole('link', { name: '榜单' }).click()
  await page.waitForURL('**/toplist/shenzhen/')
  answer?.()
  await page.getByText('已加入对比，共 1 所').waitFor()
  await page.getByRole('link', { name: '再选 1 所就能对比' }).waitFor()
})

test('a toggle that is answered while another list loads leaves no schools of the list before', async () => {
  const page = await openAt('/schoollist/shenzhen/')
  const ids = () => page.locator('[id^="school-"]').evaluateAll((rows) => rows.map(({ id }) => id))
  const before = await ids()
  let answerToggle: (() => void) | undefined
  await page.route('**/compare/toggle.data', async (route) => {
    await new Promise<void>((resolve) => (answerToggle = resolve))
    await route.continue()
  })
  const answerPage: (() => void)[] = []
  await page.route('**/schoollist/guangzhou.data*', async (route) => {
    await new Promise<void>((resolve) => answerPage.push(resolve))
    await route.continue().catch(() => undefined)
  })
  await page.locator('[id^="school-"]').first().getByRole('button').nth(1).click()
  await expect.poll(() => answerToggle).toBeDefined()
  await page.getByRole('contentinfo').getByRole('link', { name: '广州学校' }).click()
  await expect.poll(() => answerPage.length).toBeGreaterThan(0)
  answerToggle?.()
  await page.getByText('已加入对比，共 1 所').waitFor()
  await expect.poll(() => answerPage.length).toBeGreaterThan(1)
  for (const answer of answerPage) answer()
  await page.waitForURL('**/schoollist/guangzhou/')
  await expect.poll(async () => (await ids()).filter((id) => before.includes(id))).toEqual([])
})

test('收藏 without a login opens the login dialog and is stored as a deferred action', async () => {
  const page = await openAt('/schoollist/shenzhen/')
  await page.locator('[id^="school-"]').first().getByRole('button', { name: /^收藏/ }).click()
  await page.waitForURL(/\/schoollist\/shenzhen\/\?modal=login$/)
  await page.getByLabel('手机号').waitFor()
  expect((await context.cookies()).some(({ name }) => name === 'pending')).toBe(true)
})

test('a like counts once, on the page and for the next reader', async () => {
  const id = await firstSchoolId()
  const answer = await fetch(`${siteUrl()}/api/school/views?school_id=${id}`)
  const views: { data: { items: { id: number }[] } } = await answer.json()
  const page = await openAt(`/school/${id}/news/${views.data.items[0]?.id}/`)
  const button = page.locator('#like button')
  await button.click()
  await expect.poll(() => button.innerText()).toBe('已点有用')
  await page.locator('#like button:not([aria-busy])').waitFor()
  const count = await page.locator('#like span').innerText()
  expect(count).toMatch(/^\s*\d+ 人觉得有用$/)
  await button.click({ force: true })
  await page.reload()
  await expect.poll(() => page.locator('#like span').innerText()).toBe(count)
  expect(await page.locator('#like button').isDisabled()).toBe(true)
})

test('a form is sent once however often its button is clicked, and is marked as busy', async () => {
  const page = await openAt('/login/')
  let sent = 0
  await page.route('**/login/', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent += 1
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await page.getByLabel('手机号').fill('12345')
  const form = page.locator('form', { has: page.getByLabel('手机号') })
  const busy = await form.evaluate((element) => {
    const button = element.querySelector<HTMLButtonElement>('button[value=send]')
    for (let times = 0; times < 5; times += 1) button?.click()
    return element.getAttribute('aria-busy')
  })
  expect(busy).toBe('true')
  await page.getByText('请填写正确的电话').first().waitFor()
  expect(sent).toBe(1)
  expect(await form.getAttribute('aria-busy')).toBeNull()
})
