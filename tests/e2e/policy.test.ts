import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPhone, phoneAgent } from '#tests/support/browser.ts'
import { pageKinds } from '#tests/support/page-kinds.ts'
import { siteUrl } from '#tests/support/site-url.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test('no page breaks its policy, fails in its scripts, asks another site, or misses a file', async () => {
  const context = await openPhone(browser)
  const page = await context.newPage()
  const found: string[] = []
  let at = ''
  page.on('console', (message) => {
    // The browser itself reports the 404 of a page that is a 404.
    const isOwnStatus = /404 \(Not Found\)/.test(message.text()) && /404|unmatched/.test(at)
    if (['error', 'warning'].includes(message.type()) && !isOwnStatus) found.push(`${at}: ${message.text()}`)
  })
  page.on('pageerror', (error) => found.push(`${at}: ${error.message}`))
  page.on('response', (response) => {
    const isDocument = response.request().resourceType() === 'document'
    if (response.status() >= 400 && !isDocument) found.push(`${at}: ${response.status()} ${response.url()}`)
  })
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== siteUrl()) found.push(`${at}: asks ${request.url()}`)
  })
  for (const [name, path] of await pageKinds(siteUrl())) {
    at = name
    await page.goto(siteUrl() + path, { waitUntil: 'networkidle' })
  }
  expect(found).toEqual([])
  await context.close()
})

test('every document carries a policy of its own: no unsafe-inline, and a nonce that never comes twice', async () => {
  const nonces = new Set<string>()
  const pages = await pageKinds(siteUrl())
  for (const [name, path] of [...pages, ...pages]) {
    const response = await fetch(siteUrl() + path, { headers: { 'user-agent': phoneAgent } })
    const policy = response.headers.get('content-security-policy') ?? ''
    const html = await response.text()
    expect(policy, name).toContain("default-src 'none'")
    expect(policy, name).not.toMatch(/unsafe-(?:inline|eval)/)
    const nonce = /'nonce-([\w+/=]{24,})'/.exec(policy)?.[1] ?? ''
    expect(nonce, name).not.toBe('')
    nonces.add(nonce)
    const inline = [...html.matchAll(/<(?:script|style)\b([^>]*)>/g)].map(([, attributes = '']) => attributes)
    for (const attributes of inline) expect(attributes, name).toContain(`nonce="${nonce}"`)
    expect(html, name).not.toMatch(/\son[a-z]+="/)
    for (const header of ['x-content-type-options', 'referrer-policy', 'strict-transport-security']) {
      expect(response.headers.get(header), `${name} ${header}`).not.toBeNull()
    }
  }
  expect(nonces.size).toBe(2 * pages.length)
})
