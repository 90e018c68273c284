import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright'
import { expect, test } from 'vitest'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { beforeTests } from '#tests/support/runner/before-tests.ts'
import { startClockedSite, type ClockedSite } from '#tests/support/site/clocked-site.ts'
import { logInAsAdministrator } from '#tests/support/staff/log-in.ts'
import { staffExaminer } from '#tests/support/staff/staff-examiner.ts'

/** Content by files in a browser: exported, changed, checked, imported and undone. */

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

const button = (page: Page, name: string) => page.getByRole('button', { name })
const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 800 }

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test.each([
  ['without scripts at 390 px', false, phone, '13800000121'],
  ['with scripts at 1280 px', true, desktop, '13800000122'],
])(
  '%s: news are exported, changed in a file, checked, imported and undone',
  async (name, javaScriptEnabled, viewport, by) => {
    const context = await openPhone(browser, { javaScriptEnabled, viewport })
    const page = await context.newPage()
    await logInAsAdministrator(site, page, { phone: by, path: 'exports/' })
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: /^CSV.*资讯$/ }).click()
    const exported = await readFile(await (await download).path(), 'utf8')
    const [head = '', first = ''] = exported.split('\r\n')
    expect(head.replace('\uFEFF', '').split(',')).toContain('title')

    await page.goto(`${site.url}/staff/imports/`)
    await page.getByLabel('文件').setInputFiles(csv('news.csv', `${head}\r\n${first.replace(/^\d+/, 'x')}`))
    await button(page, '检查').click()
    await page.getByText('有 1 个问题').waitFor()
    expect(await page.getByRole('row', { name: /第 2 行/ }).innerText()).toContain('news.csv')

    const title = `导入的消息 ${name}`
    const today = site.now().toISOString().slice(0, 10)
    const file = csv('news.csv', `标题,正文,发布时间\n${title},正文<script>alert(1)</script>,${today}\n`)
    await page.getByLabel('文件').setInputFiles(file)
    await button(page, '检查').click()
    await page.getByText('文件没有问题，还没有导入').waitFor()
    const isListed = async () => (await (await fetch(`${site.url}/news/shenzhen/`)).text()).includes(title)
    expect(await isListed()).toBe(false)
    await button(page, '导入并发布').click()
    await page.getByText('已导入').waitFor()
    await expect.poll(isListed).toBe(true)

    await page.getByRole('link', { name: /^撤销/ }).first().click()
    await page.getByRole('heading', { level: 1, name: /^撤销第 \d+ 次导入/ }).waitFor()
    await button(page, '撤销').click()
    await page.getByText('已撤销。').waitFor()
    await expect.poll(isListed).toBe(false)
    await context.close()
  },
  120_000,
)

test('axe finds nothing on the pages of files at 390 and 1280 px', async () => {
  const context = await openPhone(browser, { viewport: phone })
  const page = await context.newPage()
  await logInAsAdministrator(site, page, { phone: '13800000123', path: 'exports/' })
  const { examine, found } = staffExaminer(page)
  await page.goto(`${site.url}/staff/exports/?kind=leads&since=`)
  await examine('exports')
  await page.goto(`${site.url}/staff/imports/`)
  await examine('imports')
  await page
    .getByLabel('文件')
    .setInputFiles(csv('news.csv', '标题,正文,发布时间\n甲,乙,丙\n丁,戊,2026-03-02\n'))
  await button(page, '检查').click()
  await page.getByText('有 1 个问题').waitFor()
  await examine('a file with problems')
  await page.getByLabel('文件').setInputFiles(csv('news.csv', '标题,正文,发布时间\n丁,戊,2026-03-02\n'))
  await button(page, '检查').click()
  await page.getByText('文件没有问题').waitFor()
  await examine('a file without problems')
  expect(found).toEqual([])
  await context.close()
}, 120_000)
