import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { retentionDays } from '#server/contract/accounts/retention.ts'
import { axeFindings, sidewaysFindings } from '#tests/support/browser/axe.ts'
import { openBrowser, openPhone, phoneAgent } from '#tests/support/browser/browser.ts'
import { startClockedSite, type ClockedSite } from '#tests/support/site/clocked-site.ts'
import { makeAccount, type NewAccount } from '#tests/support/accounts/new-account.ts'
import { personalKinds } from '#tests/support/pages/page-kinds.ts'
import { sample } from '#tests/support/runner/sample.ts'

/** Pages about one visitor: their owner's, in every way that a browser has, and nobody else's. */

let site: ClockedSite
let browser: Browser
let owner: NewAccount
let stranger: NewAccount

beforeAll(async () => {
  site = await startClockedSite()
  browser = await openBrowser()
  owner = await makeAccount(site)
  stranger = await makeAccount(site)
})
afterAll(async () => {
  await browser.close()
  await site.stop()
})

function openAs({ token }: NewAccount, options: Parameters<typeof openPhone>[1] = {}) {
  const cookie = { name: 'token', value: token, url: site.url }
  return openPhone(browser, options).then(async (context) => {
    await context.addCookies([cookie])
    return context
  })
}

const looks = [
  ['390 px', { viewport: { width: 390, height: 844 } }, 0],
  ['1280 px, dark', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' }, 1],
] as const

// Every page in both with the proofs, else each in one, in turn.
test.each(looks)(
  'axe finds nothing on a visitor’s own pages at %s',
  async (_name, options, look) => {
    const context = await openAs(owner, { ...options, bypassCSP: true })
    const page = await context.newPage()
    const found: string[] = []
    for (const [name, path] of sample(personalKinds, looks.length, look)) {
      await page.goto(site.url + path)
      expect(new URL(page.url()).pathname).toBe(path)
      const findings = [...(await axeFindings(page)), ...(await sidewaysFindings(page))]
      found.push(...findings.map((finding) => `${name}: ${finding}`))
    }
    expect(found).toEqual([])
    await context.close()
  },
  120_000,
)

test.each([true, false])('a favourite is added, removed and restored, scripts %s', async (scripts) => {
  const context = await openAs(await makeAccount(site), { javaScriptEnabled: scripts })
  const page = await context.newPage()
  await page.goto(`${site.url}/schoollist/shenzhen/`)
  const row = page.locator('[id^="school-"]').nth(2)
  const name = await row.getByRole('link').first().innerText()
  // Scripts show it at once: what is asked next must not come before it is stored.
  const stored = page.waitForResponse(/\/mycollect\/toggle/)
  await row.getByRole('button', { name: /^收藏/ }).click()
  await stored
  await row.getByRole('button', { name: /^已收藏/ }).waitFor()
  await page.goto(`${site.url}/mycollect/`)
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('我的收藏 2 所')
  await page.getByRole('button', { name: `取消收藏${name}` }).click()
  await page.getByRole('heading', { name: '我的收藏 1 所' }).waitFor()
  expect(await page.getByRole('main').innerText()).not.toContain(name)
  await page.getByRole('button', { name: '撤销' }).click()
  await page.getByRole('heading', { name: '我的收藏 2 所' }).waitFor()
  expect(await page.getByRole('main').innerText()).toContain(name)
  await context.close()
})

test.each([true, false])('a note on a favourite is written and deleted, scripts %s', async (scripts) => {
  const context = await openAs(await makeAccount(site), { javaScriptEnabled: scripts, bypassCSP: true })
  const page = await context.newPage()
  await page.goto(`${site.url}/mycollect/`)
  await page.getByRole('link', { name: /^写备注/ }).click()
  await page.getByRole('heading', { name: /的备注$/ }).waitFor()
  const findings = async () =>
    scripts ? [...(await axeFindings(page)), ...(await sidewaysFindings(page))] : []
  expect(await findings()).toEqual([])
  await page.getByLabel('备注').fill('食堂干净\n要问校车')
  await page.getByRole('button', { name: '保存' }).click()
  await page.waitForURL('**/mycollect/')
  await page.getByText('备注已保存').waitFor()
  await page.getByText('备注：食堂干净').waitFor()
  expect(await findings()).toEqual([])
  await page.getByRole('link', { name: /^改备注/ }).click()
  expect(await page.getByLabel('备注').inputValue()).toBe('食堂干净\n要问校车')
  await page.getByLabel('备注').fill('')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('备注已删除').waitFor()
  expect(await page.getByText('食堂干净').count()).toBe(0)
  await context.close()
})

test('retention periods named on pages equal those of the retention rules', async () => {
  const { lead, code, session, idleSession, consent, event } = retentionDays
  const said: [path: string, words: string[]][] = [
    [
      '/privacypolicypc/',
      [
        `最后一次联系后 ${lead} 天`,
        `${lead} 天后只留城市、学段和月份`,
        `授权结束后 ${consent / 365} 年`,
        `发送次数 ${code} 天`,
        `${idleSession} 天未使用失效，最长 ${session} 天`,
        `活动结束后 ${event} 天`,
      ],
    ],
    ['/order/', [`最后一次联系满 ${lead} 天后删除`]],
    ['/personal/sessions/', [`${idleSession} 天没有使用，或登录满 ${session} 天`]],
  ]
  for (const [path, words] of said) {
    const answer = await fetch(site.url + path, { headers: { cookie: `token=${owner.token}` } })
    const text = (await answer.text()).replaceAll(/\s+/g, ' ')
    for (const each of words) expect(text, path).toContain(each)
  }
})

test("the pages of one visitor show nothing of another, and need that visitor's login", async () => {
  const see = async (path: string, token?: string, form?: Record<string, string>) => {
    const answer = await fetch(site.url + path, {
      headers: {
        'user-agent': phoneAgent,
        ...(token === undefined ? {} : { cookie: `token=${token}` }),
        ...(form === undefined ? {} : { origin: site.url }),
      },
      redirect: 'manual',
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    })
    return { status: answer.status, to: answer.headers.get('location') ?? '', text: await answer.text() }
  }
  const own = await see('/personal/requests/', owner.token)
  expect(own.text).toContain(owner.reference)
  const secrets = [owner.phone, `${owner.phone.slice(0, 3)}****${owner.phone.slice(7)}`, owner.reference]
  for (const [name, path] of personalKinds) {
    const nobodys = await see(path)
    expect([nobodys.status, nobodys.to], name).toEqual([302, `/login/?redirect=${encodeURIComponent(path)}`])
    const strangers = await see(path, stranger.token)
    expect(strangers.status, name).toBe(200)
    for (const secret of secrets) expect(strangers.text, name).not.toContain(secret)
  }

  const idOf = (html: string) => /name="id" value="(\d+)"/.exec(html)?.[1] ?? ''
  const consent = idOf((await see('/personal/consents/', owner.token)).text)
  const session = idOf((await see('/personal/sessions/', owner.token)).text)
  const forms: [path: string, form: Record<string, string>][] = [
    ['/personal/requests/', { reference: owner.reference }],
    ['/personal/consents/', { id: consent }],
    ['/personal/sessions/', { id: session }],
  ]
  for (const [path, form] of forms) {
    expect(Object.values(form), path).not.toContain('')
    const nobodys = await see(path, undefined, form)
    expect([nobodys.status, nobodys.to], path).toEqual([303, `/login/?redirect=${encodeURIComponent(path)}`])
    const strangers = await see(path, stranger.token, form)
    expect(strangers.status, path).toBe(404)
    expect(strangers.text, path).toContain('<title>错误：')
  }
  const wrong = await see(`/order/${owner.reference}/cancel/`, stranger.token, {
    intent: 'cancel',
    phone: stranger.phone,
    code: '000000',
  })
  expect(wrong.status).toBe(400)
  const file = await see('/personal/export/file/', stranger.token, { code: '000000' })
  expect([file.status, file.to]).toEqual([303, '/personal/export/'])
  // A request's number alone opens nothing.
  for (const token of [undefined, stranger.token]) {
    const shown = await see(`/order/${owner.reference}/`, token)
    expect(shown.status).toBe(404)
    for (const secret of [owner.phone, '林女士', '林']) expect(shown.text).not.toContain(secret)
  }

  const still = await see('/personal/requests/', owner.token)
  expect(still.text).toContain('已提交，等')
  expect(idOf((await see('/personal/consents/', owner.token)).text)).toBe(consent)
  expect(idOf((await see('/personal/sessions/', owner.token)).text)).toBe(session)
})
