import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { school } from '#server/db/schema/index.ts'
import { hashOfBytes } from '#server/services/media/images/image-name.ts'
import { openFolderStore, type ImageStore } from '#server/services/media/images/store.ts'
import { inventedPhoto } from '#tests/support/content/photo.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { folderWith, operate } from '#tests/support/operator/operator.ts'

let database: DatabaseConnection
let images: ImageStore

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await emptyDatabase(database)
  images = openFolderStore(folderWith({}))
})

/** A photo as a phone takes it: lying on its side, with place and camera. */
function phonePhoto(): Promise<Buffer> {
  return sharp({ create: { width: 60, height: 40, channels: 3, background: '#3a7bd5' } })
    .withExif({
      IFD0: { Make: 'Secret-Camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '22/1 32/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

/** Imports a school with a cover, and says how the command ended and which cover is stored. */
async function load(name: string, files: Record<string, Buffer>) {
  const row = JSON.stringify({ name: '甲学校', city: '深圳', cover: name, cover_alt: '校门' })
  const said = await operate(
    database,
    ['import', '--pictures', '.', 'schools.jsonl'],
    { 'schools.jsonl': row, ...files },
    { images },
  )
  const [stored] = await database.db.select({ cover: school.cover }).from(school)
  const hash = /([\da-f]{32})/.exec(stored?.cover?.src ?? '')?.[1] ?? ''
  return { said, cover: stored?.cover, hash, bytes: (await images.get(hash)) ?? Buffer.alloc(0) }
}

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'a photo as %s is stored upright and without place and camera; a second import changes nothing',
  async (format) => {
    const photo = await sharp(await phonePhoto())
      .keepMetadata()
      .toFormat(format)
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const first = await load('gate.img', { 'gate.img': photo })
    expect(first.said.exit).toBe(0)
    expect(first.cover).toMatchObject({ width: 40, height: 60 })
    const { exif, xmp, iptc, orientation } = await sharp(first.bytes).metadata()
    expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined])
    expect(first.bytes.includes('Secret-Camera')).toBe(false)
    expect(await images.has(hashOfBytes(photo))).toBe(false)
    const again = await load('gate.img', { 'gate.img': photo })
    expect(again.hash).toBe(first.hash)
    expect(again.said.lines.join('\n')).toMatch(/未变 1/)
  },
)

test('a picture without metadata, and one that is stored already, stay as they are', async () => {
  const plain = await inventedPhoto(120, 80)
  expect((await load('gate.jpg', { 'gate.jpg': plain })).hash).toBe(hashOfBytes(plain))
  // As an earlier version stored it.
  const photo = await phonePhoto()
  const name = `${hashOfBytes(photo)}.jpg`
  await images.put(name, photo)
  expect((await load(name, {})).hash).toBe(hashOfBytes(photo))
})
