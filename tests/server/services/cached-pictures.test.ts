import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import sharp, { type Metadata } from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { sharedPicture } from '#server/contract/media/shared-picture.ts'
import { createMedia } from '#server/http/media/media.ts'
import { inspectImage } from '#server/services/media/images/inspect-image.ts'
import { openRenditionCache } from '#server/services/media/images/rendition-cache.ts'
import { createRenditions } from '#server/services/media/images/renditions.ts'
import { openS3Store } from '#server/services/media/images/s3-store.ts'
import { openFolderStore, type ImageStore } from '#server/services/media/images/store.ts'
import { inventedPhoto } from '#tests/support/content/photo.ts'
import { startS3 } from '#tests/support/api/s3-server.ts'
import { shortLimits } from '#tests/support/api/short-limits.ts'

const chrome = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'
const oldPhone = 'image/png,image/svg+xml,image/*;q=0.8,video/*;q=0.8,*/*;q=0.5'
const photo = await inventedPhoto(1280, 800)

function emptyFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pictures-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function serve(store: Pick<ImageStore, 'get'>, folder = emptyFolder()) {
  const media = openMedia(store, folder)
  return (address: string, accept = chrome) => media.answer(asking(address, accept))
}

function asking(address: string, accept = chrome): Request {
  return new Request(`https://site.example${address}`, { headers: { accept } })
}

/** Pictures over a store. */
function openMedia(store: Pick<ImageStore, 'get'>, folder = emptyFolder()) {
  const renditions = createRenditions(store, openRenditionCache(folder, 2 ** 26))
  return createMedia({ renditions, log: pino({ level: 'silent' }) })
}

/** A site that keeps one picture: its address without width and form, and how to ask. */
async function keeping(bytes: Buffer) {
  const store = openFolderStore(emptyFolder())
  const image = await inspectImage(bytes)
  if (typeof image === 'string') throw new Error(image)
  await store.put(image.name, bytes)
  return { ...image, store, base: image.src.replace(/\.\w+$/, ''), ask: serve(store) }
}

async function pictureOf(response: Response): Promise<Metadata & { type: string | null; bytes: number }> {
  const body = Buffer.from(await response.arrayBuffer())
  const type = response.headers.get('content-type')
  return { ...(await sharp(body).metadata()), type, bytes: body.length }
}

test('a browser gets the best format that it accepts in the requested width', async () => {
  const { ask, base } = await keeping(photo)
  for (const [accept, type] of [
    [chrome, 'image/avif'],
    ['image/webp,*/*', 'image/webp'],
    ['image/avif;q=0, image/webp;q=0.9', 'image/webp'],
    [oldPhone, 'image/jpeg'],
    ['*/*', 'image/jpeg'],
    ['', 'image/jpeg'],
  ] as const) {
    const response = await ask(`${base}-640`, accept)
    expect(response.headers.get('vary')).toBe('Accept')
    expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect(await pictureOf(response)).toMatchObject({ type, width: 640, height: 400 })
  }
})

test.each(['avif', 'webp', 'jpg'])('an address may name the format: %s', async (form) => {
  const { ask, base } = await keeping(photo)
  const response = await ask(`${base}-320.${form}`, 'text/html')
  expect(response.headers.get('vary')).toBeNull()
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await pictureOf(response)).toMatchObject({
    type: `image/${form === 'jpg' ? 'jpeg' : form}`,
    width: 320,
  })
})

test('a picture that was made before is answered from the cache, any other is not', async () => {
  const { store, base } = await keeping(photo)
  const media = openMedia(store)
  const request = () => asking(`${base}-320`)
  expect(await media.cached(request())).toBeUndefined()
  const made = await media.answer(request())
  const cached = await media.cached(request())
  expect([...(cached?.headers ?? [])]).toEqual([...made.headers])
  expect(await cached?.arrayBuffer()).toEqual(await made.arrayBuffer())
  expect(await media.cached(asking(`${base}-321`))).toBeUndefined()
})

test('other clients get a stored picture as JPEG, in the size that pages state', async () => {
  for (const [width, height] of [
    [1600, 900],
    [500, 333],
  ] as const) {
    const { ask, ...image } = await keeping(await inventedPhoto(width, height))
    const shared = sharedPicture(image)
    const found = await pictureOf(await ask(shared.src, '*/*'))
    expect(found).toMatchObject({ type: 'image/jpeg', width: shared.width, height: shared.height })
  }
})

test('a width or format that no layout uses answers 404, and nothing is stored', async () => {
  const { store, base } = await keeping(photo)
  const folder = emptyFolder()
  const ask = serve(store, folder)
  const wrong = [
    '-641',
    '-0',
    '-99999',
    '-640.png',
    '-640.gif',
    '-640.svg',
    '-640.avif.avif',
    '-640/',
    '-0640',
  ]
  for (const ending of [...wrong, '', '-', '-640.']) {
    expect([ending, (await ask(base + ending)).status]).toEqual([ending, 404])
  }
  expect((await ask(`/media/images/${'0'.repeat(32)}-640`)).status).toBe(404)
  expect(readdirSync(folder)).toEqual([])
})

test('the address that is stored with a row gives the largest width, and never the file that was imported', async () => {
  const { ask, src } = await keeping(await inventedPhoto(1600, 900, 2))
  expect(await pictureOf(await ask(src, oldPhone))).toMatchObject({
    type: 'image/jpeg',
    width: 1280,
    height: 720,
  })
})

test('a rotated photograph is turned upright and stripped of location, camera and colour profile', async () => {
  const turned = await sharp(photo)
    .withIccProfile('p3')
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Model: 'SecretCam' }, IFD3: { GPSLatitude: '22/1 32/1 0/1' } })
    .toBuffer()
  expect((await sharp(turned).metadata()).orientation).toBe(6)
  expect(turned.includes('SecretCam')).toBe(true)
  const { ask, base, width, height } = await keeping(turned)
  expect({ width, height }).toEqual({ width: 800, height: 1280 })
  for (const form of ['avif', 'webp', 'jpg']) {
    const response = await ask(`${base}-320.${form}`)
    const body = Buffer.from(await response.clone().arrayBuffer())
    const found = await pictureOf(response)
    expect(found).toMatchObject({ width: 320, height: 512, space: 'srgb' })
    expect([found.exif, found.icc, found.xmp, found.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(body.includes('SecretCam')).toBe(false)
  }
})

test('CMYK, 16-bit, transparent and animated pictures are served as plain ones', async () => {
  const small = sharp(photo).resize(300)
  const cmyk = await small.clone().toColourspace('cmyk').jpeg().toBuffer()
  const deep = await small.clone().toColourspace('rgb16').png().toBuffer()
  const clear = await sharp({ create: { width: 300, height: 90, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer()
  const frame = (background: string) =>
    sharp({ create: { width: 300, height: 90, channels: 3, background } })
      .png()
      .toBuffer()
  const moving = await sharp([await frame('#a00'), await frame('#0a0')], { join: { animated: true } })
    .gif()
    .toBuffer()
  expect((await sharp(moving).metadata()).pages).toBe(2)
  for (const bytes of [cmyk, deep, clear, moving]) {
    const { ask, base } = await keeping(bytes)
    const found = await pictureOf(await ask(`${base}-1280.jpg`))
    expect(found).toMatchObject({ width: 300, space: 'srgb', depth: 'uchar', channels: 3 })
    expect(found.pages ?? 1).toBe(1)
  }
  const { ask, base, color } = await keeping(clear)
  expect(color).toBe('pearl')
  expect(await pictureOf(await ask(`${base}-320.webp`))).toMatchObject({ hasAlpha: true })
})

test('the placeholder colour is the one nearest to the picture', async () => {
  const of = async (background: string) =>
    inspectImage(
      await sharp({ create: { width: 60, height: 40, channels: 3, background } })
        .jpeg()
        .toBuffer(),
    )
  expect(await of('#434c62')).toMatchObject({ color: 'night', width: 60, height: 40 })
  expect(await of('#caa87a')).toMatchObject({ color: 'peach' })
})

test('files that are no pictures, too large, or damaged are distinguished', async () => {
  const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  expect(bomb.length).toBeLessThan(2 ** 20)
  expect(await inspectImage(bomb)).toBe('huge')
  expect(await inspectImage(photo.subarray(0, photo.length / 2))).toBe('broken')
  const scribbled = Buffer.from(await sharp(photo).png().toBuffer())
  scribbled.fill(0x41, 5000, 9000)
  expect(await inspectImage(scribbled)).toBe('broken')
  for (const text of [
    '',
    'GIF89a',
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    '%PDF-1.4',
  ]) {
    expect(await inspectImage(Buffer.from(text))).toBe('unknown')
  }
})

test('a corrupted stored file is not found, and the next picture is served', async () => {
  const { ask, base, store } = await keeping(photo)
  const bad = `${'a'.repeat(32)}.jpg`
  await store.put(bad, Buffer.from('no picture any more'))
  expect((await ask(`/media/images/${'a'.repeat(32)}-320`)).status).toBe(404)
  expect((await ask(`${base}-320`)).status).toBe(200)
})

test('a picture is made once, whoever asks, and four originals are in memory at most', async () => {
  const { store, base } = await keeping(photo)
  let reads = 0
  let atOnce = 0
  let most = 0
  const counted: ImageStore = {
    ...store,
    async get(hash) {
      reads += 1
      most = Math.max(most, ++atOnce)
      const bytes = await store.get(hash)
      await new Promise((resolve) => setTimeout(resolve, 20))
      atOnce -= 1
      return bytes
    },
  }
  const ask = serve(counted)
  const addresses = [160, 320, 640, 960, 1280].flatMap((width) =>
    Array.from({ length: 4 }, () => `${base}-${width}`),
  )
  const bodies = await Promise.all(addresses.map(async (address) => (await ask(address)).arrayBuffer()))
  expect(new Set(bodies.map(({ byteLength }) => byteLength)).size).toBe(5)
  await ask(`${base}-320`)
  expect({ reads, most }).toEqual({ reads: 5, most: 4 })
})

test('a store that does not answer is a temporary error without details', async () => {
  const ask = serve({ get: () => Promise.reject(new Error('secret bucket')) })
  const response = await ask(`/media/images/${'b'.repeat(32)}-320`)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await response.text()).not.toContain('secret')
})

test('while the bucket does not answer, cached pictures are served, others answer 503', async () => {
  const { config, objects, stalling } = await startS3()
  const { upstreams, limit } = shortLimits()
  limit.ms = undefined
  const store = openS3Store(config, upstreams)
  const image = await inspectImage(photo)
  if (typeof image === 'string') throw new Error(image)
  await store.put(image.name, photo)
  expect(objects.size).toBe(1)
  const ask = serve(store)
  const base = image.src.replace(/\.\w+$/, '')
  expect((await ask(`${base}-160`)).status).toBe(200)
  stalling.on = true
  limit.ms = 100
  const unknown = (nth: number) => ask(`/media/images/${String(nth).padStart(32, '0')}-320`)
  const answers = await Promise.all(Array.from({ length: 40 }, (_, nth) => unknown(nth)))
  for (const { status, headers } of answers) {
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
  }
  expect(upstreams.circuits().get('s3')).toBe(true)
  expect((await unknown(99)).status).toBe(503)
  expect((await ask(`${base}-160`)).status).toBe(200)
  expect(stalling.stalled.filter((address) => address.includes('0099'))).toEqual([])
  // Four were under way when the fifth failure opened the circuit.
  expect(stalling.stalled.length).toBeGreaterThan(0)
  expect(stalling.stalled.length).toBeLessThanOrEqual(8)
})

const file = (letter: string) => Buffer.alloc(1000, letter)
const sizeOf = (folder: string) =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0)

test('the cache stays within its bound and evicts the least recently used files, also after a restart', async () => {
  const folder = emptyFolder()
  const first = openRenditionCache(folder, 20_000)
  for (let at = 0; at < 12; at += 1) {
    await first.put(`p${at}`, file('p'))
    utimesSync(path.join(folder, `p${at}`), 1_700_000_000 + at * 1000, 1_700_000_000 + at * 1000)
  }
  expect((await first.get('p0'))?.length).toBe(1000)
  const second = openRenditionCache(folder, 10_000)
  await second.put('new', file('n'))
  const left = readdirSync(folder)
  expect(left).toContain('p0')
  expect(left).toContain('new')
  expect(left).not.toContain('p1')
  for (let at = 0; at < 60; at += 1) {
    await second.put(`q${at}`, file('q'))
    expect(sizeOf(folder)).toBeLessThanOrEqual(10_000)
  }
  expect(await second.get('p2')).toBeUndefined()
})

test('two processes share a cache within its bound plus an eighth, and no file is ever incomplete', async () => {
  const folder = emptyFolder()
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, '.draft-1-dead'), 'half')
  utimesSync(path.join(folder, '.draft-1-dead'), 1_700_000_000, 1_700_000_000)
  const caches = [openRenditionCache(folder, 40_000), openRenditionCache(folder, 40_000)]
  const work = caches.map(async (cache, who) => {
    for (let at = 0; at < 150; at += 1) {
      await cache.put(`f${at}`, file(String(who)))
      const read = await cache.get(`f${at}`)
      expect(read === undefined || read.length === 1000).toBe(true)
      expect(sizeOf(folder)).toBeLessThanOrEqual(40_000 * (1 + 1 / 8) + 2000)
    }
  })
  await Promise.all(work)
  expect(readdirSync(folder)).not.toContain('.draft-1-dead')
})
