import { afterEach, beforeAll, afterAll, expect, test } from 'vitest'
import type { Browser } from 'playwright'
import { openBrowser, openPhone, phoneAgent } from '#tests/support/browser/browser.ts'
import { createGate, startSlowSite, type SlowSite } from '#tests/support/site/slow-site.ts'
import { firstSchoolId, siteUrl } from '#tests/support/site/site-url.ts'

const streamed = /^\/api\/school\/(?:answers|graduates|similar)$/
const lateHeadings = ['家长问答', '毕业生', '相似学校']

let browser: Browser
let site: SlowSite | undefined
let schoolId = 0

beforeAll(async () => {
  browser = await openBrowser()
  schoolId = await firstSchoolId()
})
afterAll(() => browser.close())
afterEach(() => site?.stop())

async function openSlowSite() {
  const gate = createGate()
  const slow = await startSlowSite(siteUrl(), (pathname) =>
    streamed.test(pathname) ? gate.passed : undefined,
  )
  site = slow
  return { url: `${slow.url}/school/${schoolId}/`, openGate: gate.open }
}

test('a browser gets the document before deferred parts are there, and their text after it', async () => {
  const { url, openGate } = await openSlowSite()
  const response = await fetch(url, { headers: { 'user-agent': phoneAgent, 'accept-encoding': 'br' } })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let shell = ''
  while (!shell.includes('</html>') && !shell.includes('__remixContext'))
    shell += (await reader?.read())?.value ?? ''
  expect(shell).toContain('fallback')
  expect(shell).not.toMatch(/<div hidden id="S:\d/)

  openGate()
  let late = ''
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read())
    late += chunk.value
  expect(late).toMatch(/<div hidden id="S:\d/)
  expect(shell + late).not.toContain('\0')
})

test('without scripts deferred parts are shown above the footer, and no fallback remains', async () => {
  const { url, openGate } = await openSlowSite()
  const context = await openPhone(browser, { javaScriptEnabled: false })
  const page = await context.newPage()
  const loaded = page.goto(url)
  setTimeout(openGate, 300)
  await loaded
  for (const heading of lateHeadings) {
    const late = page.getByRole('heading', { level: 2, name: heading })
    expect(await late.isVisible(), heading).toBe(true)
    const top = (await late.boundingBox())?.y ?? 0
    const footer = (await page.getByRole('contentinfo').boundingBox())?.y ?? 0
    expect(top, heading).toBeLessThan(footer)
  }
  expect(await page.locator('.fallback:visible').count()).toBe(0)
  await context.close()
})

test('a browser known to run no scripts gets complete documents from its second page on', async () => {
  const { url, openGate } = await openSlowSite()
  openGate()
  const context = await openPhone(browser, { javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(url)
  const cookies = await context.cookies()
  expect(cookies.map((cookie) => cookie.name)).toContain('nojs')
  const second = await page.goto(url)
  expect(await second?.text()).not.toMatch(/<div hidden id="S:\d|class="[^"]*fallback/)
  await context.close()
})

test('a crawler gets the complete document', async () => {
  const { url, openGate } = await openSlowSite()
  setTimeout(openGate, 200)
  const agent = 'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)'
  const html = await (await fetch(url, { headers: { 'user-agent': agent } })).text()
  expect(html).not.toMatch(/<div hidden id="S:\d|class="[^"]*fallback/)
  for (const heading of lateHeadings) expect(html).toContain(heading)
})

test('a deferred part that fails shows a message, and the rest of the page is shown', async () => {
  const slow = await startSlowSite(siteUrl(), (pathname) => {
    if (streamed.test(pathname)) throw new Error('down')
    return undefined
  })
  site = slow
  const context = await openPhone(browser)
  const page = await context.newPage()
  const response = await page.goto(`${slow.url}/school/${schoolId}/`)
  expect(response?.status()).toBe(200)
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  await page.getByText('暂时没有加载出来').first().waitFor()
  await context.close()
})

test('with scripts deferred parts replace their fallbacks', async () => {
  const { url, openGate } = await openSlowSite()
  const context = await openPhone(browser)
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'commit' })
  await page.locator('.fallback').first().waitFor()
  openGate()
  for (const heading of lateHeadings) await page.getByRole('heading', { level: 2, name: heading }).waitFor()
  await expect.poll(() => page.locator('.fallback').count()).toBe(0)
  await context.close()
})

test('a slow part in the middle of the page does not delay the parts after it', async () => {
  const gate = createGate()
  const slow = await startSlowSite(siteUrl(), (pathname) =>
    pathname === '/api/school/teachers' ? gate.passed : undefined,
  )
  site = slow
  const url = `${slow.url}/school/${schoolId}/`
  const response = await fetch(url, { headers: { 'user-agent': phoneAgent, 'accept-encoding': 'br' } })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let shell = ''
  while (!shell.includes('</html>') && !shell.includes('__remixContext'))
    shell += (await reader?.read())?.value ?? ''
  expect(shell).toContain('id="news"')
  expect(shell).not.toContain('id="teachers"')
  gate.open()
  let late = ''
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read())
    late += chunk.value
  expect(late).toContain('id="teachers"')
})
