import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'

let browser: Browser
let context: BrowserContext

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())
afterEach(() => context.close())

async function openPage(javaScriptEnabled: boolean): Promise<Page> {
  context = await openPhone(browser, { javaScriptEnabled })
  return context.newPage()
}

const cookieOf = async (name: string) => (await context.cookies()).find((cookie) => cookie.name === name)

describe.each([
  ['on', true],
  ['off', false],
])('with scripts %s', (_word, scripts) => {
  test('a press of 对比 on a list comes back to its row, the bar counts, and the table stands at one address', async () => {
    const page = await openPage(scripts)
    await page.goto(`${siteUrl()}/schoollist/shenzhen/`)
    for (const at of [2, 4]) {
      const row = page.locator('[id^="school-"]').nth(at)
      const id = await row.getAttribute('id')
      await row.getByRole('button', { name: /^对比/ }).click()
      // With scripts the page may never have been left.
      if (!scripts) await page.waitForURL(`**/schoollist/shenzhen/#${id}`)
      await page
        .locator(`#${id}`)
        .getByRole('button', { name: /^已加对比/ })
        .waitFor()
      expect(await page.locator(`#${id}`).getByRole('link').isVisible()).toBe(true)
    }
    await page.getByRole('link', { name: '对比 2 所' }).click()
    await page.waitForURL(/\/compare\/\?ids=\d+,\d+$/)
    await page.getByRole('heading', { level: 1, name: '2 所学校对比', exact: true }).waitFor()
    await page.getByText(/项一样/).click()
    expect(
      await page
        .locator('details dt', { hasText: '区域' })
        .or(page.getByRole('rowheader', { name: '区域' }))
        .count(),
    ).toBe(1)
    // The names stay in sight, above what was scrolled to.
    await page.getByRole('rowheader', { name: '地址' }).scrollIntoViewIfNeeded()
    await page.evaluate(() => window.scrollBy(0, 300))
    expect(
      await page.getByRole('region', { name: '对比表' }).getByRole('link').first().boundingBox(),
    ).toMatchObject({ y: 6 })
    await page
      .getByRole('button', { name: /^移出对比/ })
      .first()
      .click()
    await page.waitForURL(/\/compare\/\?ids=\d+$/)
    expect((await cookieOf('compare'))?.value).toMatch(/^\d+$/)
  })

  test('a press of 对比 on a ranked list comes back to the row of that list', async () => {
    const page = await openPage(scripts)
    await page.goto(`${siteUrl()}/toplist/shenzhen/`)
    await page.locator('summary', { hasText: '寄宿学校榜' }).click()
    const row = page.getByRole('table', { name: '寄宿学校榜' }).getByRole('row').nth(2)
    const id = (await row.getAttribute('id')) ?? ''
    await row.getByRole('button', { name: /^对比/ }).click()
    if (!scripts) await page.waitForURL(`**/toplist/shenzhen/#${id}`)
    await page
      .locator(`[id="${id}"]`)
      .getByRole('button', { name: /^已加对比/ })
      .waitFor()
    if (scripts) return
    await row.getByRole('button', { name: /^收藏/ }).click()
    await page.waitForURL('**/login/?**')
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(`/toplist/shenzhen/#${id}`)
  })

  test('the basket is emptied by one press, and restored by another', async () => {
    const page = await openPage(scripts)
    await page.goto(`${siteUrl()}/schoollist/shenzhen/`)
    await page.getByRole('button', { name: /^对比/ }).first().click()
    await page.getByRole('button', { name: '清空' }).click()
    await page.getByText('已清空对比栏').waitFor()
    expect(await page.getByRole('button', { name: '清空' }).count()).toBe(0)
    expect(await cookieOf('compare')).toBeUndefined()
    await page.getByRole('button', { name: '撤销' }).click()
    await page.getByRole('button', { name: '清空' }).waitFor()
    expect((await cookieOf('compare'))?.value).toMatch(/^\d+$/)
  })

  test('a school that was taken out of a comparison can be put back', async () => {
    const page = await openPage(scripts)
    const comparison = `${siteUrl()}/compare/?ids=1,2,3`
    await page.goto(comparison)
    await page.getByRole('button', { name: '加入我的对比' }).click()
    await page.getByText('已加入对比，共 3 所').waitFor()
    await page
      .getByRole('button', { name: /^移出对比/ })
      .nth(1)
      .click()
    await page.waitForURL('**/compare/?ids=1,3')
    await page.getByRole('button', { name: '撤销' }).click()
    await page.waitForURL('**/compare/?ids=1,3,2')
    expect((await cookieOf('compare'))?.value).toBe('1.3.2')
  })

  test('a press of 收藏 that met no login leads to it and is kept, signed', async () => {
    const page = await openPage(scripts)
    await page.goto(`${siteUrl()}/schoollist/shenzhen/`)
    const row = page.locator('[id^="school-"]').nth(1)
    const id = await row.getAttribute('id')
    await row.getByRole('button', { name: /^收藏/ }).click()
    // With scripts the login may open over the page.
    await page.waitForURL(/\/login\/\?|[?&]modal=login/)
    const { pathname, searchParams } = new URL(page.url())
    const leadsBack = pathname === '/login/' ? searchParams.get('redirect') : `${pathname}#${id}`
    expect(leadsBack).toBe(`/schoollist/shenzhen/#${id}`)
    expect(await cookieOf('pending')).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  })
})

test('every spelling of a comparison redirects to one address', async () => {
  const ask = (query: string) => fetch(`${siteUrl()}/compare/${query}`, { redirect: 'manual' })
  expect((await ask('?ids=1&ids=2&ids=2')).headers.get('location')).toBe('/compare/?ids=1,2')
  expect((await ask('?ids=1,2,3,4,5,6,7')).headers.get('location')).toBe('/compare/?ids=1,2,3,4,5,6')
  const page = await ask('?ids=1,2')
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('noindex')
  expect((await ask('')).status).toBe(200)
})
