import { createHash } from 'node:crypto'
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

test('every document names its inline parts: a nonce that never comes twice, or on a kept page each by its hash', async () => {
  const nonces: string[] = []
  let kept = 0
  const pages = await pageKinds(siteUrl())
  for (const [name, path] of [...pages, ...pages]) {
    const response = await fetch(siteUrl() + path, { headers: { 'user-agent': phoneAgent } })
    const policy = response.headers.get('content-security-policy') ?? ''
    const html = await response.text()
    expect(policy, name).toContain("default-src 'none'")
    expect(policy, name).not.toMatch(/unsafe-(?:inline|eval|hashes)/)
    expect(html, name).not.toMatch(/\son[a-z]+="/)
    for (const header of ['x-content-type-options', 'referrer-policy', 'strict-transport-security']) {
      expect(response.headers.get(header), `${name} ${header}`).not.toBeNull()
    }
    const nonce = /'nonce-([\w+/=]{24,})'/.exec(policy)?.[1]
    const inline = [...html.matchAll(/<(script|style)\b([^>]*)>([^]*?)<\/\1>/g)]
    expect(inline.length, name).toBeGreaterThan(0)
    const allowed = inline.filter(([, , attributes = '', text = '']) => {
      if (nonce !== undefined) return attributes.includes(`nonce="${nonce}"`)
      const hash = createHash('sha256').update(text).digest('base64')
      return /\ssrc=|json/.test(attributes) || policy.includes(`'sha256-${hash}'`)
    })
    expect(allowed.length, name).toBe(inline.length)
    if (nonce === undefined) kept += 1
    else nonces.push(nonce)
  }
  expect(kept).toBeGreaterThan(0)
  expect(nonces.length).toBeGreaterThan(0)
  expect(new Set(nonces).size).toBe(nonces.length)
})
