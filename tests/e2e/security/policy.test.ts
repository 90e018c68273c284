import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { phoneAgent } from '#tests/support/browser/browser.ts'
import { pageKinds } from '#tests/support/pages/page-kinds.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'

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
    expect(html, name).not.toMatch(/\/staff\/|员工后台/)
    for (const header of ['x-content-type-options', 'referrer-policy']) {
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
