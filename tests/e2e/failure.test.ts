import { afterEach, expect, test } from 'vitest'
import { phoneAgent } from '#tests/support/browser/browser.ts'
import { serveBuild } from '#tests/support/site/serve-build.ts'
import { startSlowSite, type SlowSite } from '#tests/support/site/slow-site.ts'
import { firstSchoolId, siteUrl } from '#tests/support/site/site-url.ts'

let site: SlowSite | undefined
afterEach(() => site?.stop())

test('a page whose essential call fails answers 500 inside the site, with a reference and no stack', async () => {
  const schoolId = await firstSchoolId()
  let down = true
  site = await startSlowSite(siteUrl(), (pathname) => {
    if (down && pathname.startsWith('/api/')) throw new Error('connect ECONNREFUSED /secret/path.ts:12')
    return undefined
  })
  for (const address of [
    '/',
    '/schoollist/shenzhen/',
    '/toplist/shenzhen/',
    '/grade/shenzhen/',
    `/school/${schoolId}/`,
    `/school/${schoolId}/teachers/`,
  ]) {
    const response = await fetch(site.url + address, { headers: { 'user-agent': phoneAgent } })
    const html = await response.text()
    expect(response.status, address).toBe(500)
    expect(html, address).toContain('<p>请求错误</p>')
    expect(html, address).toMatch(/data-reference="[\w-]{8,}"/)
    expect(html, address).toContain('<footer')
    expect(html, address).not.toMatch(/ECONNREFUSED|secret|at .+\.ts/)
  }
  down = false
  expect((await fetch(`${site.url}/`)).status).toBe(200)
})

test('the message of a failed API is shown by the document, in data and after a navigation', async () => {
  const fetchApi = async () => new Response('系统维护中，请稍后再来', { status: 502 })
  site = await serveBuild({ fetchApi, pageSecret: 'of-a-test' })
  const address = `${site.url}/schoollist/shenzhen/`
  const page = await fetch(address, { headers: { 'user-agent': phoneAgent } })
  expect(page.status).toBe(500)
  expect(await page.text()).toContain('<p>系统维护中，请稍后再来</p>')
  const data = await fetch(`${site.url}/schoollist/shenzhen.data`, { headers: { 'user-agent': phoneAgent } })
  expect(await data.text()).toContain('系统维护中，请稍后再来')
})
