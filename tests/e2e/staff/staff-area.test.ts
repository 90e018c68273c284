import { TOTP } from 'otpauth'
import type { Browser, BrowserContext, Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { beforeTests } from '#tests/support/runner/before-tests.ts'
import { startClockedSite, type ClockedSite } from '#tests/support/site/clocked-site.ts'
import { staffExaminer } from '#tests/support/staff/staff-examiner.ts'

/** The staff area in a browser: a member's first day, by keyboard, with scripts and without. */

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

/** The authenticator's code of a secret; each call is half a minute later. */
function codeOf(secret: string): string {
  site.pass(30)
  return new TOTP({ secret }).generate({ timestamp: site.now().getTime() })
}

/** Tabs to a field by its label, or to a link or button by its text. */
async function tabTo(page: Page, wanted: { field: string } | { text: string }): Promise<void> {
  for (let steps = 0; steps < 60; steps += 1) {
    const focused = await page.evaluate(() => {
      const { activeElement: at } = document
      if (at instanceof HTMLInputElement) return { field: at.labels?.[0]?.innerText }
      return at instanceof HTMLElement && at.matches('a, button, summary') ? { text: at.innerText } : {}
    })
    const isField = 'field' in wanted && 'field' in focused && focused.field === wanted.field
    const isOther = 'text' in wanted && 'text' in focused && focused.text === wanted.text
    if (isField || isOther) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${JSON.stringify(wanted)}`)
}

/** Types into a field that Tab reaches, in place of what it has, and sends its form. */
async function typeInto(page: Page, field: string, text: string): Promise<void> {
  await tabTo(page, { field })
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Logs in for the first time by keyboard alone, from the page that is asked for; resolves to the secret. */
async function logInFirst(page: Page, phone: string): Promise<string> {
  await page.goto(`${site.url}/staff/audit/`)
  await typeInto(page, '手机号', phone)
  await heading(page, '输入验证码').waitFor()
  await typeInto(page, '验证码', await site.nextCode(phone))
  await heading(page, '设置动态码').waitFor()
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  expect(await page.getByRole('img', { name: '验证器的二维码' }).isVisible()).toBe(true)
  await typeInto(page, '动态码', '000000')
  await page.getByRole('alert').waitFor()
  expect(await page.title()).toMatch(/登录 \| 员工后台$/)
  await typeInto(page, '动态码', codeOf(secret))
  await heading(page, '保存恢复码').waitFor()
  return secret
}

describe.each([
  ['with scripts', true, '13800000101', '13800000201'],
  ['without scripts', false, '13800000102', '13800000202'],
])('%s', (_name, javaScriptEnabled, phone, other) => {
  test('the first login enrols, gives recovery codes and opens the page that was wanted; a member is added and found in the records', async () => {
    await site.addAdministrator('周主管', phone)
    const context: BrowserContext = await openPhone(browser, { javaScriptEnabled })
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => {
      // A refused form is answered with its status, which the browser reports; a page that is left aborts what it loads.
      if (message.type() === 'error' && !/status of 400|^AbortError: /.test(message.text()))
        faults.push(message.text())
    })
    await logInFirst(page, phone)
    expect(await page.locator('li code').count()).toBe(10)
    expect(await page.getByRole('button', { name: '打印' }).count()).toBe(javaScriptEnabled ? 1 : 0)
    await tabTo(page, { text: '保存好了，继续' })
    await page.keyboard.press('Enter')
    await heading(page, '记录').waitFor()
    const sections = page.getByRole('navigation', { name: '栏目' })
    expect(await sections.getByRole('link').count()).toBe(0)
    await tabTo(page, { text: '栏目：记录' })
    await page.keyboard.press('Enter')
    expect(await sections.getByRole('link').allInnerTexts()).toEqual([
      '今天',
      '线索',
      '内容',
      '开放日',
      '问答',
      '纠错',
      '活动',
      '导入',
      '导出',
      '家长登录',
      '成员',
      '记录',
      '运行',
    ])
    await tabTo(page, { text: '成员' })
    await page.keyboard.press('Enter')
    await heading(page, '成员').waitFor()
    expect(await sections.locator('details').getAttribute('open')).toBe(null)
    await page.getByRole('link', { name: '添加成员' }).click()
    await page.getByLabel('姓名').fill('新同事')
    await page.getByLabel('手机号').fill('1')
    await page.getByRole('button', { name: '添加' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('姓名').inputValue()).toBe('新同事')
    await page.getByLabel('手机号').fill(other)
    await page.getByLabel('角色').selectOption({ label: '编辑' })
    await page.getByRole('button', { name: '添加' }).click()
    await page.getByText('已添加').waitFor()
    await page.goto(`${site.url}/staff/audit/`)
    await page.getByText('筛选', { exact: true }).click()
    await page.getByLabel('做了什么').selectOption({ label: '添加成员' })
    await page.getByRole('button', { name: '查询' }).click()
    await page.getByText('新同事').first().waitFor()
    expect(await page.content()).not.toContain(other)
    await page.getByRole('button', { name: '退出' }).click()
    await heading(page, '登录').waitFor()
    await page.goto(`${site.url}/staff/members/`)
    expect(new URL(page.url()).pathname).toBe('/staff/login/')
    expect(faults).toEqual([])
    await context.close()
  }, 120_000)
})

test('axe finds nothing on any page at 390 and 1280 px, no page is wider than its screen, and its title says where it is', async () => {
  const phone = '13800000103'
  await site.addAdministrator('林主管', phone)
  const context = await openPhone(browser, { bypassCSP: true })
  const page = await context.newPage()
  const { examine, found } = staffExaminer(page, async () => {
    const list = page.getByRole('navigation', { name: '栏目' }).locator('summary')
    if (await list.isVisible()) await list.click()
  })
  await page.goto(`${site.url}/staff/login/`)
  await examine('login')
  await page.getByLabel('手机号').fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await heading(page, '输入验证码').waitFor()
  await examine('code')
  await page.getByLabel('验证码', { exact: true }).fill(await site.nextCode(phone))
  await page.getByRole('button', { name: '下一步' }).click()
  await heading(page, '设置动态码').waitFor()
  await examine('enrolment')
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('动态码').fill(codeOf(secret))
  await page.getByRole('button', { name: '登录' }).click()
  await heading(page, '保存恢复码').waitFor()
  await examine('recovery codes')
  const pages: [path: string, name: string][] = [
    ['today/', '今天'],
    ['visitor-sessions/', '家长登录'],
    ['members/', '成员'],
    ['members/new/', '添加成员'],
    ['account/', '我的账号'],
    ['account/authenticator/', '换验证器'],
    ['events/new/', '新建活动'],
    ['events/scanner/?text=hello', '试扫码枪'],
    ['sessions/?member=0', '登录设备'],
    ['audit/', '记录'],
    ['operations/', '运行'],
    ['content/', '内容'],
    ['content/schools/', '学校'],
    ['content/schools/new/', '新建内容'],
    ['content/news/new/', '新建内容'],
    ['drafts/', '草稿'],
    ['imports/', '导入'],
    ['exports/', '导出'],
    ['no-such-page/', '没有这个页面'],
  ]
  for (const [path, name] of pages) {
    await page.goto(`${site.url}/staff/${path}`)
    expect(await page.title()).toBe(`${name} | 员工后台`)
    await examine(path)
  }
  await page.goto(`${site.url}/staff/members/`)
  await page.getByRole('link', { name: '林主管' }).last().click()
  await heading(page, '林主管').waitFor()
  await examine('member')
  await page.getByRole('link', { name: '重置动态码' }).click()
  await heading(page, '重置林主管的动态码？').waitFor()
  await examine('confirmation')
  expect(found).toEqual([])
  await context.close()
}, 120_000)

test('robots and sitemaps do not name the area', async () => {
  const text = async (path: string) => (await fetch(site.url + path)).text()
  const sitemap = await text('/sitemap.xml')
  const parts = [...sitemap.matchAll(/<loc>[^<]*?(\/sitemap\/[^<]+)<\/loc>/g)].map(([, path = '']) => path)
  expect(parts.length).toBeGreaterThan(3)
  for (const path of ['/robots.txt', '/sitemap.xml', ...parts])
    expect(await text(path)).not.toContain('staff')
})
