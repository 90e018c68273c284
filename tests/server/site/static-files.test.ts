import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStaticFiles } from '#server/site/static-files.ts'

async function serving(files: Record<string, string>) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'static-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  const { answer, has } = await openStaticFiles(folder)
  const ask = (pathname: string, headers: Record<string, string> = {}) =>
    answer(new Request(`http://site.example${pathname}`, { headers }), pathname)
  return { ask, has }
}

test('whatever the operator puts there is served with its media type, hidden files are not', async () => {
  const types: Record<string, string> = {
    'qr.jpg': 'image/jpeg',
    'qr.webp': 'image/webp',
    'qr.JPEG': 'image/jpeg',
    'baidu_verify_abc.html': 'text/html; charset=utf-8',
    'MP_verify_x.txt': 'text/plain; charset=utf-8',
    'font.woff2': 'font/woff2',
    'brochure.pdf': 'application/pdf',
    'feed.xml': 'application/xml; charset=utf-8',
    'site.webmanifest': 'application/manifest+json',
    'app.js': 'text/javascript; charset=utf-8',
    'icon.svg': 'image/svg+xml; charset=utf-8',
    'favicon.ico': 'image/x-icon',
    'archive.gz': 'application/gzip',
    'unheard.of': 'application/octet-stream',
    plain: 'application/octet-stream',
    '.well-known/security.txt': 'text/plain; charset=utf-8',
    '.well-known/pki-validation/a.txt': 'text/plain; charset=utf-8',
  }
  const hidden = ['.env', '.git/config', 'a/.htpasswd', '.well-known/.secret', '.well-knownx/a.txt']
  const names = [...Object.keys(types), ...hidden]
  const { ask, has } = await serving(Object.fromEntries(names.map((name) => [name, 'x'])))
  const found = Object.keys(types).map((name) => [name, ask(`/${name}`)?.headers.get('content-type')])
  expect(Object.fromEntries(found)).toEqual(types)
  expect(hidden.filter((name) => has(`/${name}`))).toEqual([])
  expect(ask('/baidu_verify_abc.html')?.headers.get('content-security-policy')).toContain(
    "default-src 'none'",
  )
})

test('a file in several encodings has one tag that holds for all of them', async () => {
  const { ask, has } = await serving({ 'a.js': 'plain text', 'a.js.br': 'small', 'a.js.gz': 'usual' })
  expect([has('/a.js.br'), has('/a.js.gz')]).toEqual([false, false])
  const answers = ['br', 'gzip', ''].map((encoding) => ask('/a.js', { 'accept-encoding': encoding }))
  expect(answers.map((answer) => answer?.headers.get('content-length'))).toEqual(['5', '5', '10'])
  const [etag = ''] = answers.map((answer) => answer?.headers.get('etag') ?? '')
  expect(new Set(answers.map((answer) => answer?.headers.get('etag')))).toEqual(new Set([etag]))
  expect(etag).toMatch(/^W\/"[\w-]+"$/)
  for (const given of [etag, `"other", ${etag}`]) {
    expect(ask('/a.js', { 'if-none-match': given })?.status).toBe(304)
  }
  expect(ask('/a.js', { 'if-none-match': '"other"' })?.status).toBe(200)
})
