import { createHash } from 'node:crypto'
import type { Browser, BrowserContext } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPhone, phoneAgent } from '#tests/support/browser/browser.ts'
import { pageKinds } from '#tests/support/pages/page-kinds.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

test('no page violates its policy, has a script error, requests another origin or misses a file', async () => {
  const context = await openPhone(browser)
  const found: string[] = []
  const next = (await pageKinds(siteUrl())).values()
  // Most of a page's time is the wait for what it may still ask for.
  await Promise.all(Array.from({ length: 8 }, () => openEach(context, next, found)))
  expect(found).toEqual([])
  await context.close()
})

/** Opens pages one after another in a tab of its own, and notes what goes wrong on them. */
async function openEach(
  context: BrowserContext,
  pages: IterableIterator<[name: string, path: string]>,
  found: string[],
): Promise<void> {
  const page = await context.newPage()
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
  for (const [name, path] of pages) {
    at = name
    await page.goto(siteUrl() + path, { waitUntil: 'networkidle' })
  }
  await page.close()
}

test('the policy of every document covers its inline scripts and styles by a unique nonce, or on a cached page by hashes', async () => {
  const nonces: string[] = []
  let cachedPages = 0
  const pages = await pageKinds(siteUrl())
  const look = async ([name, path]: [name: string, path: string]) => {
    const response = await fetch(siteUrl() + path, { headers: { 'user-agent': phoneAgent } })
    const policy = response.headers.get('content-security-policy') ?? ''
    const html = await response.text()
    expect(policy, name).toMatch(/^default-src 'self'; script-src 'self' '(?:nonce|sha256)-/)
    for (const directive of ['object-src', 'frame-src', 'base-uri', 'frame-ancestors']) {
      expect(policy, name).toContain(`; ${directive} 'none'`)
    }
    expect(policy, name).not.toMatch(/unsafe-(?:inline|eval|hashes)/)
    expect(html, name).not.toMatch(/\son[a-z]+="/)
    for (const header of ['x-content-type-options', 'referrer-policy', 'strict-transport-security']) {
      expect(response.headers.get(header), `${name} ${header}`).not.toBeNull()
    }
    const nonce = /'nonce-([\w+/=]{24,})'/.exec(policy)?.[1]
    const inline = [...html.matchAll(/<(script|style)\b([^>]*)>([^]*?)<\/\1>/g)]
    expect(inline.length, name).toBeGreaterThan(0)
    const allowed = inline.filter(([, , attributes = '', text = '']) => {
      // Data that no engine runs.
      if (attributes.includes('type="application/json"')) return true
      if (nonce !== undefined) return attributes.includes(`nonce="${nonce}"`)
      const hash = createHash('sha256').update(text).digest('base64')
      return /\ssrc=|json/.test(attributes) || policy.includes(`'sha256-${hash}'`)
    })
    expect(allowed.length, name).toBe(inline.length)
    if (nonce === undefined) cachedPages += 1
    else nonces.push(nonce)
  }
  for (const each of [pages, pages]) {
    const next = each.values()
    const work = async () => {
      for (const page of next) await look(page)
    }
    await Promise.all(Array.from({ length: 4 }, work))
  }
  expect(cachedPages).toBeGreaterThan(0)
  expect(nonces.length).toBeGreaterThan(0)
  expect(new Set(nonces).size).toBe(nonces.length)
})
