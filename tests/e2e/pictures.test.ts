import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { Browser, Response } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPhone } from '#tests/support/browser/browser.ts'
import { asJsonLines, inventedSchools } from '#tests/support/content/invented-schools.ts'
import { startCommand } from '#tests/support/operator/operator-process.ts'
import sharp from 'sharp'
import { inventedPhoto } from '#tests/support/content/photo.ts'
import { startProcess, type SiteProcess } from '#tests/support/site/site-process.ts'
import { wireBytes } from '#tests/support/pages/wire-bytes.ts'

/** Schools in Shenzhen, so many that a list is full of photographs. */
const count = 24
/** How many are drawn; schools have the same ones in another quality, so that each has a file of its own. */
const photographs = 6
const initialWindow = 14 * 1024

let site: SiteProcess
let browser: Browser

beforeAll(async () => {
  site = await startProcess({ SAMPLE: 'off', SMS: 'console' })
  browser = await openBrowser()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'photos-'))
  const schools = inventedSchools(count).map((school, at) => ({
    ...school,
    city: 'shenzhen',
    district: '南山区',
    cover: `cover-${at}.jpg`,
    rank: at,
  }))
  const drawn = await Promise.all(
    Array.from({ length: photographs }, (_each, at) => inventedPhoto(1280, 800, at + 1)),
  )
  for (let at = 0; at < count; at += 1) {
    const quality = 90 - Math.floor(at / photographs)
    const photo = await sharp(drawn[at % photographs])
      .jpeg({ quality })
      .toBuffer()
    writeFileSync(path.join(folder, `cover-${at}.jpg`), photo)
  }
  writeFileSync(path.join(folder, 'schools.jsonl'), asJsonLines(schools))
  const news = {
    title: '开放日',
    city: 'shenzhen',
    body: '你好\n\n![操场](cover-1.jpg)',
    picture: 'cover-0.jpg',
  }
  writeFileSync(path.join(folder, 'news.jsonl'), asJsonLines([{ ...news, published_at: '2026-03-01' }]))
  const args = ['import', '--pictures', '.', 'schools.jsonl', 'news.jsonl']
  const command = startCommand(args, folder, { DATA_DIR: site.dataDir })
  if ((await command.ended) !== 0) throw new Error(command.lines.join('\n'))
  rmSync(folder, { recursive: true })
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

const isPicture = (response: Response) => response.url().includes('/media/images/')

test('a 1280 px photograph on a card reaches a phone of 390 px as AVIF or WebP of less than 25 KB', async () => {
  const phone = await openPhone(browser, { deviceScaleFactor: 3, isMobile: true, hasTouch: true })
  const page = await phone.newPage()
  const arriving = page.waitForResponse(isPicture)
  await page.goto(`${site.url}/schoollist/shenzhen/`)
  const response = await arriving
  expect(response.status()).toBe(200)
  expect(response.headers()['content-type']).toMatch(/^image\/(?:avif|webp)$/)
  expect((await response.body()).length).toBeLessThan(25 * 1024)
  const card = page.locator('main li img').first()
  await expect
    .poll(() => card.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0))
    .toBe(true)
  expect(await card.getAttribute('fetchpriority')).toBe('high')
  expect(await card.getAttribute('loading')).toBeNull()
  expect(await card.getAttribute('class')).toMatch(/ c-[a-z]+$/)
  const last = page.locator('main li img').last()
  expect(await last.getAttribute('loading')).toBe('lazy')
  expect([await last.getAttribute('width'), await last.getAttribute('height')]).toEqual(['1280', '800'])
  await phone.close()
})

test('the pictures in sight on a phone are 60 KB together at most, on a list and on a school page', async () => {
  const phone = await openPhone(browser, { deviceScaleFactor: 2, isMobile: true, javaScriptEnabled: false })
  for (const address of ['/schoollist/shenzhen/', '/school/1/']) {
    const page = await phone.newPage()
    const sizes = new Map<string, Promise<number>>()
    page.on('response', (response) => {
      if (isPicture(response))
        sizes.set(
          response.url(),
          response.body().then((body) => body.length),
        )
    })
    await page.goto(site.url + address)
    const inSight = await page.evaluate(() =>
      [...document.querySelectorAll('img')]
        .filter((img) => img.getBoundingClientRect().top < innerHeight)
        .map((img) => img.currentSrc),
    )
    const bytes = await Promise.all(inSight.map(async (address) => (await sizes.get(address)) ?? 0))
    expect(inSight.length).toBeGreaterThan(0)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60 * 1024)
    await page.close()
  }
  await phone.close()
})

test('a client that accepts neither AVIF nor WebP gets JPEG', async () => {
  const html = await (await fetch(`${site.url}/schoollist/shenzhen/`)).text()
  const [, src = ''] = /<img[^>]* src="(\/media\/images\/[^"]+)"/.exec(html) ?? []
  const accept = 'image/png,image/svg+xml,image/*;q=0.8,video/*;q=0.8,*/*;q=0.5'
  const response = await fetch(site.url + src.replace(/\d+$/, '640'), { headers: { accept } })
  expect(response.headers.get('content-type')).toBe('image/jpeg')
  expect(response.headers.get('vary')).toContain('Accept')
  expect((await response.arrayBuffer()).byteLength).toBeLessThan(50 * 1024)
})

test('a page full of photographs fits the first round trip', async () => {
  for (const address of ['/', '/schoollist/shenzhen/', '/news/shenzhen/', '/school/1/']) {
    const sent = await wireBytes(site.url + address)
    expect([address, sent.length <= initialWindow, sent.length]).toEqual([address, true, sent.length])
    const html = brotliDecompressSync(sent).toString()
    expect(html).toMatch(/srcSet="\/media\/images\/[\da-f]{32}-\d+ \d+w,/i)
  }
})

test('a lite page has only the narrowest pictures, in lists and in texts', async () => {
  for (const [address, width] of [
    ['/schoollist/shenzhen/', 160],
    ['/news/1/', 320],
  ] as const) {
    const lite = await (await fetch(site.url + address, { headers: { 'save-data': 'on' } })).text()
    expect(lite).not.toMatch(/srcset/i)
    const widths = [...lite.matchAll(/ src="\/media\/images\/[\da-f]{32}-(\d+)"/g)].map(([, found]) => found)
    expect(new Set(widths)).toEqual(new Set([String(width)]))
    const full = await (await fetch(site.url + address)).text()
    expect(full).toMatch(/srcset="[^"]+ 640w,?/i)
  }
})
