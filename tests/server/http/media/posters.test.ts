import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { openDay, ranking, rankingPlace, school } from '#server/db/schema/index.ts'
import { posterPicture, posterRate } from '#server/http/media/poster-pictures.ts'
import { openRenditionCache } from '#server/services/media/images/rendition-cache.ts'
import { BusyError } from '#server/services/media/images/picture-work.ts'
import { createWindowCounter } from '#server/services/limits/window-counter.ts'
import { createPosters } from '#server/services/media/posters/posters.ts'
import { addSchool } from '#tests/support/api/api.ts'
import { inventedPhoto } from '#tests/support/content/photo.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'
import { readQr } from '#tests/support/kiosk/read-qr.ts'
import { createGate } from '#tests/support/site/slow-site.ts'

/** Posters as pictures: what they are about, their codes, what is cached, and who gets none. */

const origin = 'https://school.example'
const cover = await inventedPhoto(640, 400)
const picture = { src: '/media/images/0123456789abcdef0123456789abcdef.jpg', width: 640, height: 400 }

let database: DatabaseConnection
let id: number
let folder: string

beforeAll(async () => {
  database = await openTestDatabase()
  id = await addSchool(database, '海棠双语学校', '4403', {
    kind: 'bilingual',
    stages: ['primary', 'middle'],
    curricula: ['ib'],
    district: 'nanshan',
    tuitionMin: 120_000,
    tuitionMax: 150_000,
    cover: { ...picture, color: 'sand' },
  })
  for (const name of ['木棉学校', '紫荆外国语高级中学', '凤凰木国际学校', '榕树实验学校', '簕杜鹃学校'])
    await addSchool(database, name, '4403')
  await database.db.insert(openDay).values({
    cityCode: '4403',
    schoolId: id,
    title: '校园开放日',
    startsAt: new Date('2026-07-04T01:30:00Z'),
    endsAt: new Date('2026-07-04T03:30:00Z'),
    place: '礼堂',
  })
  await database.db
    .insert(ranking)
    .values({ cityCode: '4403', slug: 'top', title: '综合榜', year: 2026, method: '家长问卷' })
  await database.db.insert(rankingPlace).values({ rankingId: 1, place: 1, schoolId: id })
})
afterAll(() => database.close())

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'posters-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

type Options = { publicOrigin?: string | undefined; pictureOf?: () => Promise<Buffer | undefined> }

/** The answer to an address of a poster, with an empty cache in `folder` for all calls of a test. */
function at(address: string, { publicOrigin = origin, pictureOf = async () => cover }: Options = {}) {
  const posters = createPosters({
    db: database.db,
    cache: openRenditionCache(folder, 2 ** 26),
    now: () => new Date('2026-06-15T04:00:00Z'),
    pictureOf,
  })
  const site = { name: '测试站', publicOrigin }
  const log = pino({ level: 'silent' })
  return posterPicture(new Request(`http://127.0.0.1:3000${address}`), { posters, site, log })
}

const bytesOf = async (answer: Response | undefined) =>
  Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer(0))

test.each([
  ['school', '/school/1/'],
  ['openday', '/openday/1/'],
  ['ranking', '/toplist/shenzhen/?list=top-2026'],
])('a poster of the kind %s is a JPEG 1080 px wide whose code leads to its page', async (kind, page) => {
  const answer = await at(`/media/poster/${kind}/1.jpg`)
  expect(answer?.status).toBe(200)
  expect(Object.fromEntries(answer?.headers ?? [])).toMatchObject({
    'content-type': 'image/jpeg',
    'cache-control': 'public, max-age=3600',
    'content-disposition': `inline; filename="${kind}-1.jpg"`,
    'x-robots-tag': 'noindex',
  })
  const poster = await bytesOf(answer)
  expect(await sharp(poster).metadata()).toMatchObject({ format: 'jpeg', width: 1080, height: 1440 })
  expect(poster.length).toBeLessThan(600_000)
  expect(await readQr(poster, 1080)).toBe(origin + page)
})

test('a poster for a child leads to the page for that child, and says nothing of where it lives', async () => {
  const page = await readQr(
    await bytesOf(await at('/media/poster/school/1.jpg?grade=g5&stay=day&near=22.5,114.0')),
    1080,
  )
  expect(page).toBe(`${origin}/school/1/?grade=g5&stay=day`)
  const unread = await readQr(await bytesOf(await at('/media/poster/school/1.jpg?grade=g99')), 1080)
  expect(unread).toBe(`${origin}/school/1/`)
  // There is no end of children: such a poster takes no place on the disk, the one of a child that cannot be read does.
  expect(readdirSync(folder)).toHaveLength(1)
})

test('a poster of a comparison names two to six schools, and its code leads to the comparison', async () => {
  const answer = await at('/media/poster/compare/1-3-2-4-6-5.jpg')
  expect(answer?.headers.get('content-disposition')).toBe('inline; filename="compare-1-3-2-4-6-5.jpg"')
  const poster = await bytesOf(answer)
  expect(await sharp(poster).metadata()).toMatchObject({ format: 'jpeg', width: 1080, height: 1440 })
  expect(await readQr(poster, 1080)).toBe(`${origin}/compare/?ids=1,3,2,4,6,5`)
  expect((await at('/media/poster/compare/1-2.jpg'))?.status).toBe(200)
  expect((await at('/media/poster/compare/1-999.jpg'))?.status).toBe(404)
  for (const wrong of ['compare/1', 'compare/1-1', 'compare/1-2-3-4-5-6-7', 'school/1-2'])
    expect([wrong, await at(`/media/poster/${wrong}.jpg`)]).toEqual([wrong, undefined])
})

test('a poster is drawn once for what it says, and anew when that changes', async () => {
  const address = `/media/poster/school/${id}.jpg`
  const first = await bytesOf(await at(address))
  expect(readdirSync(folder)).toHaveLength(1)
  expect((await bytesOf(await at(address))).equals(first)).toBe(true)
  expect(readdirSync(folder)).toHaveLength(1)
  await database.db.update(school).set({ name: '海棠外国语学校' }).where(eq(school.id, id))
  onTestFinished(async () => {
    await database.db.update(school).set({ name: '海棠双语学校' }).where(eq(school.id, id))
  })
  expect((await bytesOf(await at(address))).equals(first)).toBe(false)
  expect(readdirSync(folder)).toHaveLength(2)
})

test('a poster without its picture stands on colour and is drawn again the next time', async () => {
  const pictureOf = () => Promise.reject(new Error('the store is away'))
  const answer = await at(`/media/poster/school/${id}.jpg`, { pictureOf })
  expect(answer?.status).toBe(200)
  expect(readdirSync(folder)).toEqual([])
})

test('a comparison is read by one statement and leaves nothing in the cache of pictures', async () => {
  const asked = vi.spyOn(database.pool, 'query')
  onTestFinished(() => asked.mockRestore())
  expect((await at('/media/poster/compare/6-5-4-3-2-1.jpg'))?.status).toBe(200)
  expect(asked.mock.calls.filter(([statement]) => typeof statement === 'object')).toHaveLength(1)
  expect(readdirSync(folder)).toEqual([])
})

test('a comparison is drawn once for its order, which is part of what it says', async () => {
  const posters = createPosters({
    db: database.db,
    cache: openRenditionCache(folder, 2 ** 26),
    now: () => new Date('2026-06-15T04:00:00Z'),
    pictureOf: async () => undefined,
  })
  const site = { name: '测试站', origin }
  const drawn = await posters.make({ kind: 'compare', ids: [1, 2], child: {} }, site)
  expect(await posters.make({ kind: 'compare', ids: [1, 2], child: {} }, site)).toBe(drawn)
  expect(await posters.make({ kind: 'compare', ids: [2, 1], child: {} }, site)).not.toEqual(drawn)
})

test('one client may ask for sixty posters in ten minutes, others for theirs', async () => {
  const rate = createWindowCounter({ ...posterRate, now: () => new Date(0) })
  const posters = { make: async () => cover }
  const from = (key: string, address = '/media/poster/school/1.jpg') =>
    posterPicture(new Request(`http://127.0.0.1:3000${address}`), {
      posters,
      rate,
      site: { name: '测试站', publicOrigin: origin },
      log: pino({ level: 'silent' }),
      client: [{ key, allowanceFactor: 1 }],
    })
  const statuses = []
  for (let nth = 0; nth < 61; nth += 1) statuses.push((await from('a'))?.status)
  expect(statuses).toEqual([...Array(60).fill(200), 429])
  expect((await from('a'))?.headers.get('retry-after')).toBe('600')
  expect((await from('b'))?.status).toBe(200)
  expect(from('a', '/media/images/1.jpg')).toBeUndefined()
})

test('requests at the same time share one drawing', async () => {
  let asked = 0
  const posters = createPosters({
    db: database.db,
    cache: openRenditionCache(folder, 2 ** 26),
    now: () => new Date('2026-06-15T04:00:00Z'),
    pictureOf: async () => {
      asked += 1
      return cover
    },
  })
  const site = { name: '测试站', origin }
  const all = await Promise.all(
    [1, 2, 3].map(() => posters.make({ kind: 'school', ids: [id], child: {} }, site)),
  )
  expect(new Set(all.map((poster) => poster?.length)).size).toBe(1)
  expect(asked).toBe(1)
})

test('one client has five posters drawn at a time, and the others get theirs', async () => {
  const gate = createGate()
  let asked = 0
  const posters = createPosters({
    db: database.db,
    cache: openRenditionCache(folder, 2 ** 26),
    now: () => new Date('2026-06-15T04:00:00Z'),
    pictureOf: async () => {
      asked += 1
      await gate.passed
      return cover
    },
  })
  // A poster names its site, so each of these is one of its own.
  const make = (site: number, client: string) =>
    posters.make({ kind: 'school', ids: [id], child: {} }, { name: `测试站 ${site}`, origin }, [
      { key: client, allowanceFactor: 1 },
    ])
  const first = [1, 2, 3, 4, 5].map((site) => make(site, 'a'))
  await expect.poll(() => asked).toBe(5)
  await expect(make(6, 'a')).rejects.toThrow(BusyError)
  const others = [make(6, 'b'), make(1, 'a')]
  gate.open()
  const drawn = await Promise.all([...first, ...others])
  expect(drawn.every((poster) => poster !== undefined)).toBe(true)
})

test('without a public origin the code opens the host of the request, and no shared cache stores it', async () => {
  const posters = createPosters({
    db: database.db,
    cache: openRenditionCache(folder, 2 ** 26),
    now: () => new Date('2026-06-15T04:00:00Z'),
    pictureOf: async () => cover,
  })
  const answer = await posterPicture(new Request('http://school.test/media/poster/school/1.jpg'), {
    posters,
    site: { name: '测试站', publicOrigin: undefined },
    log: pino({ level: 'silent' }),
  })
  expect(answer?.headers.get('cache-control')).toBe('private, max-age=3600')
  expect(await readQr(await bytesOf(answer), 1080)).toBe('http://school.test/school/1/')
})

test('what is not there, or was withdrawn, has no poster', async () => {
  const gone = await addSchool(database, '撤下的学校', '4403', { withdrawnAt: new Date() })
  for (const address of [`school/${gone}`, 'school/999', 'openday/999', 'ranking/999']) {
    expect((await at(`/media/poster/${address}.jpg`))?.status, address).toBe(404)
  }
  for (const address of ['school/0', 'school/x', 'school/1.png', 'news/1', 'school/1/2']) {
    expect(at(`/media/poster/${address}.jpg`), address).toBeUndefined()
  }
})
