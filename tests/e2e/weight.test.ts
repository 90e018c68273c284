import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/db/project-root.ts'
import { phoneAgent } from '#tests/support/browser.ts'
import { firstSchoolId, siteUrl } from '#tests/support/site-url.ts'
import { wireBytes } from '#tests/support/wire-bytes.ts'

const initialWindow = 14 * 1024
const scriptBudget = 90 * 1024

const bytesOf = (address: string) => wireBytes(siteUrl() + address)

test('every page kind fits the first round trip with its styles inside, and nothing blocks its rendering', async () => {
  const school = `/school/${await firstSchoolId()}`
  const pages = [
    '/',
    '/city/',
    '/schoollist/shenzhen/',
    '/search/?q=%E5%9B%BD%E9%99%85',
    '/toplist/shenzhen/',
    '/grade/shenzhen/',
  ]
  const parts = ['/', '/aboutus/', '/admissions/', '/faq/', '/graduates/', '/teachers/', '/news/'].map(
    (part) => school + part,
  )
  const heavy: string[] = []
  for (const address of [...pages, ...parts, '/404/']) {
    const sent = await bytesOf(address)
    const html = brotliDecompressSync(sent).toString()
    if (sent.length > initialWindow) heavy.push(`${address} ${sent.length}`)
    expect(html, address).toContain('id="page-style"')
    expect(html, address).not.toMatch(/<link[^>]+rel="stylesheet"/)
    expect(html, address).not.toMatch(/<script(?![^>]*type="module")[^>]*\ssrc=/)
  }
  expect(heavy).toEqual([])
})

test('the scripts of a first visit stay within their budget', async () => {
  const html = brotliDecompressSync(await bytesOf('/schoollist/shenzhen/')).toString()
  const files = new Set([...html.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([file]) => file))
  let total = 0
  for (const file of files) total += (await bytesOf(file)).length
  expect(files.size).toBeGreaterThan(0)
  expect(total).toBeLessThanOrEqual(scriptBudget)
})

test('a lite page carries no script at all', async () => {
  const response = await fetch(`${siteUrl()}/schoollist/shenzhen/`, {
    headers: { 'user-agent': phoneAgent, 'save-data': 'on' },
  })
  expect(await response.text()).not.toMatch(/<script|modulepreload/)
})

test('no part of the server reaches the browser', async () => {
  const assets = path.join(projectRoot(), 'build/client/assets')
  const scripts = (await readdir(assets)).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(0)
  for (const name of scripts) {
    const text = await readFile(path.join(assets, name), 'utf8')
    expect(text, name).not.toMatch(/ZodError|_zod|drizzle|pglite|process\.env|select .+ from /i)
    // The kiosk alone judges a phone number: it has no server to ask.
    expect(name.startsWith('open-kiosk-') ? '' : text, name).not.toContain('请填写正确')
  }
})
