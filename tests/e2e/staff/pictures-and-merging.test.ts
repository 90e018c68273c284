import type { Browser, Page } from 'playwright'
import { expect, test } from 'vitest'
import { axeFindings, sidewaysFindings } from '#tests/support/browser/axe.ts'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { inventedPhoto } from '#tests/support/content/photo.ts'
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

/** Ids of two schools of one city. */
async function twoSchools(): Promise<[string, string]> {
  const answer = await fetch(`${site.url}/api/schools?city_code=4403&page_size=2`)
  const body: { data: { items: { id: number }[] } } = await answer.json()
  const [first, second] = body.data.items
  return [String(first?.id), String(second?.id)]
}

/** What is wrong with how a page looks and reads, in a state. */
async function examined(page: Page, state: string): Promise<string[]> {
  const found = [...(await sidewaysFindings(page)), ...(await axeFindings(page))]
  return found.map((finding) => `${state}: ${finding}`)
}

test('without scripts a picture is uploaded with its words, and two schools are merged', async () => {
  const context = await openPhone(browser, { javaScriptEnabled: false })
  const page = await context.newPage()
  const main = page.getByRole('main')
  const button = (name: string) => page.getByRole('button', { name })
  await logInAsAdministrator(site, page, { phone: '13800000041', path: 'content/schools/' })
  const found: string[] = []
  // axe needs scripts.
  const examiners = await openPhone(browser, {
    bypassCSP: true,
    storageState: await context.storageState(),
  })
  const examiner = await examiners.newPage()
  const examine = async (state: string) => {
    await examiner.goto(page.url())
    found.push(...(await examined(examiner, state)))
  }
  const [stayed, gone] = await twoSchools()

  await page.goto(`${site.url}/staff/content/schools/${stayed}/edit/pictures/`)
  const buffer = await inventedPhoto(600, 400)
  await page
    .locator('input[name="cover"]')
    .setInputFiles({ name: '校门.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByLabel('封面说明').fill('')
  await button('存为草稿').click()
  await page.getByRole('link', { name: '请写这张图片里有什么' }).waitFor()
  const uploaded = await page.locator('input[name="cover.now"]').getAttribute('value')
  expect(uploaded).toMatch(/^[\da-f]{32}\.jpg$/)
  await page.getByLabel('封面说明').fill('学校正门')
  await button('存为草稿').click()
  await page.getByRole('heading', { name: '改动' }).waitFor()
  expect(await main.locator('ins img').count()).toBe(1)
  await examine('compared')
  await button('马上发布').click()
  await page.getByText('已发布，网站上已经看得到').waitFor()
  await page.goto(`${site.url}/school/${stayed}/`)
  expect(await page.getByRole('img', { name: '学校正门' }).first().getAttribute('src')).toContain(
    (uploaded ?? '').slice(0, 32),
  )

  await page.goto(`${site.url}/staff/content/schools/${stayed}/`)
  await page.getByRole('link', { name: '与另一所合并' }).click()
  await page.getByLabel('另一所的校名或序号').fill(gone)
  await page.locator('main form [type=submit]').first().click()
  await examine('search')
  await page.goto(`${site.url}/staff/content/schools/${stayed}/merge/?with=${gone}`)
  await examine('side by side')
  await button('合并').click()
  await page.getByRole('link', { name: '请选择是不是同一所学校' }).waitFor()
  await page.getByLabel(/^是同一所，录了两次/).check()
  await button('合并').click()
  await page.getByText('已合并，原来的网址会转到这里').waitFor()
  const old = await fetch(`${site.url}/school/${gone}/admissions/`, { redirect: 'manual' })
  expect([old.status, old.headers.get('location')]).toEqual([301, `/school/${stayed}/admissions/`])
  expect(found).toEqual([])
  await examiners.close()
  await context.close()
}, 90_000)

test('with scripts a text is drawn while one types, with what it embeds', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, bypassCSP: true })
  const page = await context.newPage()
  await logInAsAdministrator(site, page, { phone: '13800000042', path: 'content/news/new/' })
  await page
    .getByLabel('正文')
    .fill('## 怎么选\n\n深圳有 {{数量 深圳}} 所。\n\n{{列表 深圳}}\n\n<script>window.hit = 1</script>')
  const preview = page.getByRole('region', { name: '正文预览' })
  await preview.getByRole('heading', { name: '怎么选' }).waitFor()
  expect(await preview.innerText()).toMatch(/深圳有 \d+ 所/)
  expect(await preview.getByRole('complementary', { name: '文中的学校' }).getByRole('listitem').count()).toBe(
    3,
  )
  expect(await page.evaluate(() => 'hit' in window)).toBe(false)
  expect(await examined(page, 'typing')).toEqual([])
  await context.close()
})
