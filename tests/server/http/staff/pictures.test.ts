import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { saveDraft } from '#server/contract/staff/drafts.ts'
import { uploadPicture } from '#server/contract/staff/pictures.ts'
import { retentionDays } from '#server/contract/accounts/retention.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { accessLog, banner, school, schoolName, uploadedPicture } from '#server/db/schema/index.ts'
import { hashIn, openFolderStore, type ImageStore } from '#server/services/media/images/store.ts'
import { removeUnusedPictures } from '#server/services/media/uploads/remove-unused-pictures.ts'
import { inventedPhoto } from '#tests/support/content/photo.ts'
import { ask } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { uploadForm } from '#tests/support/staff/upload-form.ts'
import { office, staffStage, type StaffStage } from '#tests/support/staff/staff-stage.ts'

let database: DatabaseConnection
let folder: string
let images: ImageStore
let stage: StaffStage
let editorId: number
let editor: string

beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(path.join(os.tmpdir(), 'uploaded-pictures-'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await emptyDatabase(database)
  images = openFolderStore(folder)
  stage = staffStage(database, { images })
  await stage.member('张三', '13800000001', 'administrator')
  editorId = await stage.member('李编辑', '13800000002', 'editor')
  editor = await stage.sessionOf(editorId)
})

/** A photo as a phone takes it: lying on its side, with place and camera. */
function phonePhoto(colour = '#3a7bd5'): Promise<Buffer> {
  return sharp({ create: { width: 60, height: 40, channels: 3, background: colour } })
    .withExif({
      IFD0: { Make: 'Secret-Camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '22/1 32/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

const upload = (bytes: Buffer, token = editor) =>
  stage.post('/api/staff/pictures', uploadForm([new File([new Uint8Array(bytes)], 'photo.jpg')]), token)
const uploaded = async (bytes: Buffer, token = editor) =>
  uploadPicture.data.parse((await upload(bytes, token)).data)
const save = (changes: object, token = editor) =>
  stage.post('/api/staff/drafts', { kind: 'banners', changes }, token)
const later = () => new Date(stage.clock.ms + (retentionDays.unusedPicture + 1) * 86_400_000)
const sweep = (now = later()) => removeUnusedPictures({ database, images, now })

test('an uploaded picture is stored upright and without place, camera or other metadata', async () => {
  const photo = await phonePhoto()
  expect(photo.includes('Secret-Camera')).toBe(true)
  const { name, width, height } = await uploaded(photo)
  expect([width, height]).toEqual([40, 60])
  const stored = (await images.get(hashIn(name))) ?? Buffer.alloc(0)
  expect(await sharp(stored).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 60 })
  const { exif, xmp, iptc, icc, orientation } = await sharp(stored).metadata()
  expect([exif, xmp, iptc, icc, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined])
  expect(stored.includes('Secret-Camera')).toBe(false)
  const [noted] = await database.db
    .select()
    .from(accessLog)
    .where(eq(accessLog.command, 'staff pictures upload'))
  expect(noted).toMatchObject({ operator: '李编辑', record: `picture:${name}` })
})

test.each(['png', 'webp', 'avif', 'gif'] as const)(
  'a picture as %s loses its metadata too',
  async (format) => {
    const given = await sharp(await phonePhoto())
      .keepMetadata()
      .toFormat(format)
      .toBuffer()
    const { name } = await uploaded(given)
    const stays = { png: 'png', webp: 'webp', avif: 'webp', gif: 'png' }
    expect(name.split('.')[1]).toBe(stays[format])
    const stored = (await images.get(hashIn(name))) ?? Buffer.alloc(0)
    expect((await sharp(stored).metadata()).exif).toBeUndefined()
    expect(stored.includes('Secret-Camera')).toBe(false)
  },
)

test('what is no picture is refused by its content, with the words of an import', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const refused = {
    code: 1001,
    data: { fields: { file: '这个文件不是 JPEG、PNG、WebP、GIF 或 AVIF 图片' } },
  }
  expect(await upload(svg)).toMatchObject(refused)
  expect(await upload(Buffer.from('a'))).toMatchObject(refused)
  const photo = await inventedPhoto(200, 150)
  expect(await upload(photo.subarray(0, photo.length / 2))).toMatchObject({
    code: 1001,
    data: { fields: { file: '这个文件已损坏，无法读取' } },
  })
  expect(await database.db.$count(uploadedPicture)).toBe(0)
})

/** A call of a picture's upload whose body is sent bit by bit. */
function sending(body: ReadableStream<Uint8Array>, token?: string, method = 'POST') {
  const headers = new Headers({ 'content-type': 'multipart/form-data; boundary=bound' })
  if (token !== undefined) headers.set('staff-token', token)
  const init = { method, body, headers, duplex: 'half' } satisfies RequestInit & { duplex: 'half' }
  const api = { fetch: (request: Request) => stage.api.fetch(request, { clientAddress: office }) }
  return ask(api, '/api/staff/pictures', init)
}

test('what is no picture is refused before the rest of it is read', async () => {
  const head = '--bound\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
  const chunk = Buffer.alloc(64 * 1024, 'a')
  let sent = 0
  let isOver = false
  const body = new ReadableStream<Uint8Array>({
    start: (sink) => sink.enqueue(Buffer.from(head)),
    pull(sink) {
      sent += chunk.length
      sink.enqueue(chunk)
    },
    cancel: () => void (isOver = true),
  })
  expect(await sending(body, editor)).toMatchObject({
    code: 1001,
    data: { fields: { file: expect.stringContaining('不是 JPEG') } },
  })
  expect(sent).toBeLessThan(4 * chunk.length)
  expect(isOver).toBe(true)
})

test('nothing of a body is read of a stranger, of a member without the right, by a wrong method', async () => {
  const unread = () =>
    new ReadableStream<Uint8Array>(
      {
        pull() {
          throw new Error('the body was read')
        },
      },
      { highWaterMark: 0 },
    )
  const desk = await stage.sessionOf(await stage.member('王前台', '13800000004', 'event_lead'))
  expect(await sending(unread())).toMatchObject({ code: 1100 })
  expect(await sending(unread(), desk)).toMatchObject({ code: 1403 })
  expect(await sending(unread(), editor, 'PUT')).toMatchObject({ status: 405 })
})

test('a picture in JSON, and a form that ends early, are refused', async () => {
  expect(await stage.post('/api/staff/pictures', { file: 'YQ==' }, editor)).toMatchObject({
    code: 1001,
    data: { fields: { file: '请选择图片' } },
  })
  const photo = await phonePhoto()
  const head = '--bound\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
  const cut = new Blob([head, new Uint8Array(photo)]).stream()
  expect(await sending(cut, editor)).toMatchObject({ code: 1001, message: '提交的内容无法识别' })
})

test('of seven pictures at once five are stored, the others are told when to try again, and nothing is half stored', async () => {
  const photos = await Promise.all(
    Array.from({ length: 7 }, (_, nth) =>
      phonePhoto(`#${(0x1f1f1f * (nth + 1)).toString(16).padStart(6, '0')}`),
    ),
  )
  const { put } = images
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  images.put = (name, bytes) => opened.then(() => put(name, bytes))
  let refused = 0
  const answers = await Promise.all(
    photos.map(async (photo) => {
      const answer = await upload(photo)
      if (answer.code !== 1000 && (refused += 1) === 2) open()
      return answer
    }),
  )
  const busy = { code: 1503, data: { retry_after: 5 }, message: '您的前几次操作还没有做完，请过一会儿再试' }
  expect(answers.filter(({ code }) => code === 1000)).toHaveLength(5)
  expect(answers.filter(({ code }) => code === 1503)).toMatchObject([busy, busy])
  expect(await database.db.$count(uploadedPicture)).toBe(5)
  for (const photo of photos) await uploaded(photo)
  expect(await database.db.$count(uploadedPicture)).toBe(7)
})

test('after 120 pictures within an hour a member waits; others do not', async () => {
  const nothing = Buffer.from('a')
  for (let nth = 0; nth < 120; nth += 1) expect((await upload(nothing)).code).toBe(1001)
  const refused = await upload(await phonePhoto())
  expect(refused).toMatchObject({
    code: 1429,
    message: expect.stringMatching(/^您一小时内上传的图片太多，请 /),
  })
  const other = await stage.sessionOf(await stage.member('王编辑', '13800000004', 'editor'))
  await uploaded(await phonePhoto(), other)
  stage.clock.ms += 60 * 60_000
  await uploaded(await phonePhoto(), await stage.sessionOf(editorId))
})

test('a picture with its words is published by a draft, and stays; what no draft names is deleted after some days', async () => {
  const used = await uploaded(await phonePhoto())
  const drafted = await uploaded(await phonePhoto('#c0392b'))
  const unused = await uploaded(await phonePhoto('#27ae60'))
  const cells = {
    place: 'home',
    title: '开放日',
    href: '/openday/',
    picture: used.name,
    picture_alt: '操场',
    paid: 'true',
  }
  const draft = saveDraft.data.parse((await save(cells)).data)
  const published = await stage.post(
    `/api/staff/drafts/${draft.id}/publish`,
    { version: draft.version },
    editor,
  )
  expect(published).toMatchObject({ code: 1000 })
  const [row] = await database.db.select().from(banner)
  expect(row).toMatchObject({
    paid: true,
    picture: { src: `/media/images/${used.name}`, alt: '操场', width: 40 },
  })
  await save({ ...cells, title: '另一张', picture: drafted.name })

  expect(await sweep(new Date(stage.clock.ms + 86_400_000))).toBe(0)
  expect(await sweep()).toBe(1)
  const stored = await Promise.all([used, drafted, unused].map(({ name }) => images.has(hashIn(name))))
  expect(stored).toEqual([true, true, false])
  const left = await database.db.select({ hash: uploadedPicture.hash }).from(uploadedPicture)
  expect(left).toEqual([{ hash: hashIn(drafted.name) }])
})

test('a school proposes a picture for itself alone', async () => {
  const [own, other] = await database.db
    .insert(school)
    .values(['甲校', '乙校'].map((name) => ({ name, identity: name, cityCode: '4403' })))
    .returning({ id: school.id, updatedAt: school.updatedAt })
  const token = await stage.sessionOf(await stage.member('校方', '13800000003', 'school', own?.id))
  const { name } = await uploaded(await phonePhoto(), token)
  const cover = (row: typeof own) =>
    stage.post(
      '/api/staff/drafts',
      {
        kind: 'schools',
        row_id: row?.id,
        base: row?.updatedAt.toISOString(),
        changes: { cover: name, cover_alt: '校门' },
      },
      token,
    )
  expect(await cover(other)).toMatchObject({ code: 1404 })
  const saved = saveDraft.data.parse((await cover(own)).data)
  expect(await stage.post(`/api/staff/drafts/${saved.id}/publish`, { version: 1 }, token)).toMatchObject({
    code: 1403,
  })
})

test('a school renamed on a page keeps its name as a former one, unless the form says that it was misspelt', async () => {
  const [row] = await database.db
    .insert(school)
    .values({ name: '南山学笑', identity: '4403\n南山学笑', cityCode: '4403' })
    .returning({ id: school.id })
  const rename = async (changes: object) => {
    const [now] = await database.db.select({ at: school.updatedAt }).from(school)
    const asked = { kind: 'schools', row_id: row?.id, base: now?.at.toISOString(), changes }
    const draft = saveDraft.data.parse((await stage.post('/api/staff/drafts', asked, editor)).data)
    const answer = await stage.post(
      `/api/staff/drafts/${draft.id}/publish`,
      { version: draft.version },
      editor,
    )
    expect(answer).toMatchObject({ code: 1000 })
    return database.db.select({ kind: schoolName.kind, name: schoolName.name }).from(schoolName)
  }
  expect(await rename({ name: '南山学校', old_name: 'false' })).toEqual([])
  expect(await rename({ name: '深圳湾学校', old_name: '' })).toEqual([{ kind: 'former', name: '南山学校' }])
  const found = await stage.get('/api/schools?q=%E5%8D%97%E5%B1%B1%E5%AD%A6%E6%A0%A1')
  expect(found.data).toMatchObject({ items: [{ name: '深圳湾学校' }] })
})
