import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import {
  addressKinds,
  listAddresses,
  listAddressParts,
  listPlaces,
} from '#server/contract/articles/addresses.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { course, news, openDay, question, schoolSection, teacher } from '#server/db/schema/index.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { createDataCache } from '#server/services/data-cache.ts'
import { addSchool, ask, dependenciesOn } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'

const updatedAt = new Date('2026-05-01T00:00:00Z')
const later = new Date('2026-06-01T08:30:00Z')

let database: DatabaseConnection
let api: Api

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database))
})
beforeEach(() => emptyDatabase(database))
afterAll(() => database.close())

async function parts() {
  return listAddressParts.data.parse((await ask(api, '/api/addresses/parts')).data)
}

/** All rows of a part, read `limit` at a time. */
async function rowsOf(kind: string, part: number, limit: number) {
  const items: z.output<typeof listAddresses.data>['items'] = []
  for (let after: number | undefined = 0; after !== undefined;) {
    const query = new URLSearchParams({ kind, part: `${part}`, after: `${after}`, limit: `${limit}` })
    const answer: z.output<typeof listAddresses.data> = listAddresses.data.parse(
      (await ask(api, `/api/addresses?${query}`)).data,
    )
    expect(answer.items.length).toBeLessThanOrEqual(limit)
    items.push(...answer.items)
    after = answer.next
  }
  return items
}

async function addNews(count: number, facts: Partial<typeof news.$inferInsert> = {}): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => ({ title: `第${at}条`, body: '…' }))
  await database.db
    .insert(news)
    .values(rows.map((row) => ({ ...row, publishedAt: updatedAt, updatedAt, ...facts })))
}

const idInPart = (at: number) => Math.floor(at / 10) * 50_000 + (at % 10) + 1

/** Stores news of which every ten stand at the beginning of a part of their own. */
async function addNewsOfParts(count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, at) => ({ id: idInPart(at), title: `第${at}条`, body: '…' }))
  await database.db
    .insert(news)
    .overridingSystemValue()
    .values(rows.map((row) => ({ ...row, publishedAt: updatedAt, updatedAt })))
}

test('parts are divided by ids, contain every row once, and are read a page at a time', async () => {
  await addNewsOfParts(34)
  const found = await parts()
  expect(found).toEqual(
    [10, 10, 10, 4].map((rows, at) => ({
      kind: 'news',
      part: at + 1,
      rows,
      changed_at: updatedAt.toISOString(),
    })),
  )
  const ids = []
  for (const { part, rows } of found) {
    const items = await rowsOf('news', part, 3)
    expect(items).toHaveLength(rows)
    ids.push(...items.map(({ id }) => id))
  }
  expect(ids).toEqual(Array.from({ length: 34 }, (_, at) => idInPart(at)))
})

test('whatever size a caller asks for, the parts are read once', async () => {
  await addNews(3)
  const cached = createApi(
    dependenciesOn(database, { cache: createDataCache({ maxBytes: 100_000, version: () => 1 }) }),
  )
  const answers = new Set([(await ask(cached, '/api/addresses/parts')).text])
  const asked = vi.spyOn(database.pool, 'query')
  for (const size of [10, 11, 50_000])
    answers.add((await ask(cached, `/api/addresses/parts?size=${size}`)).text)
  expect(asked).not.toHaveBeenCalled()
  asked.mockRestore()
  expect(answers.size).toBe(1)
})

test('a part does not change when rows of another are deleted, and an empty one is left out', async () => {
  await addNewsOfParts(30)
  await database.pool.query('delete from news where id between 50001 and 100000 or id = 3')
  expect((await parts()).map(({ part, rows }) => [part, rows])).toEqual([
    [1, 9],
    [3, 10],
  ])
})

test('scheduled and withdrawn news have no address', async () => {
  await addNews(1)
  await addNews(1, { publishedAt: new Date('2026-06-16T00:00:00Z') })
  await addNews(1, { withdrawnAt: updatedAt })
  expect((await rowsOf('news', 1, 10)).map(({ id }) => id)).toEqual([1])
})

test('an open day has an address until it ends or is called off', async () => {
  const closed = await addSchool(database, '撤下的学校', '4403', { withdrawnAt: updatedAt })
  const day = (startsAt: string, more: Partial<typeof openDay.$inferInsert> = {}) => ({
    cityCode: '4403',
    title: '开放日',
    startsAt: new Date(startsAt),
    endsAt: new Date(Date.parse(startsAt) + 3_600_000),
    updatedAt,
    ...more,
  })
  const tomorrow = '2026-06-16T02:00:00Z'
  await database.db
    .insert(openDay)
    .values([
      day(tomorrow),
      day('2026-06-14T02:00:00Z'),
      day(tomorrow, { cancelledAt: updatedAt }),
      day(tomorrow, { withdrawnAt: updatedAt }),
      day(tomorrow, { schoolId: closed }),
    ])
  expect(await rowsOf('open-days', 1, 10)).toEqual([{ id: 1, changed_at: updatedAt.toISOString() }])
})

/** Facts without which a school's page is in no sitemap. */
const core = { kind: 'private', stages: ['high'], district: 'nanshan', address: '学府路 1 号' }

test('a school’s page has an address once all its core facts are known', async () => {
  const known = await addSchool(database, '写明了的学校', '4403', { ...core, updatedAt })
  for (const [name, unknown] of Object.entries({ kind: null, stages: [], district: null, address: null }))
    await addSchool(database, `没有${name}的学校`, '4403', { ...core, [name]: unknown, updatedAt })
  expect((await rowsOf('schools', 1, 10)).map(({ id }) => id)).toEqual([known])
})

test('a school’s page is as new as the school or its newest row; a part without anything has no address', async () => {
  const bare = await addSchool(database, '空学校', '4403', { ...core, updatedAt })
  const full = await addSchool(database, '满学校', '4403', { ...core, updatedAt, tuitionMin: 1 })
  await database.db.insert(teacher).values([
    { schoolId: full, name: '甲', role: '教师', updatedAt: later },
    { schoolId: full, name: '乙', role: '教师', updatedAt: new Date('2020-01-01') },
    { schoolId: bare, name: '丙', role: '教师', withdrawnAt: later },
  ])
  await database.db
    .insert(schoolSection)
    .values({ schoolId: full, part: 'about', position: 1, title: '', body: '…' })
  await database.db.insert(question).values([
    { schoolId: full, body: '有校车吗', state: 'pending' },
    { schoolId: bare, body: '有校车吗', state: 'shown', updatedAt: later },
  ])
  const found = new Map<string, [number, string][]>()
  for (const kind of addressKinds) {
    const rows = await rowsOf(kind, 1, 10)
    found.set(
      kind,
      rows.map(({ id, changed_at }) => [id, changed_at]),
    )
  }
  const [old, fresh] = [updatedAt.toISOString(), later.toISOString()]
  expect(Object.fromEntries([...found].filter(([, rows]) => rows.length > 0))).toEqual({
    schools: [
      [bare, old],
      [full, old],
    ],
    'school-about': [[full, old]],
    'school-admissions': [[full, old]],
    'school-teachers': [[full, fresh]],
    'school-faq': [[bare, fresh]],
  })
})

test('a general course has an address in every city but those with one of their own', async () => {
  await database.db.insert(course).values([
    { slug: 'ib', title: 'IB', body: '…' },
    { slug: 'ib', title: '北京的 IB', body: '…', cityCode: '1101' },
    { slug: 'ib', title: '广州撤下的 IB', body: '…', cityCode: '4401', withdrawnAt: updatedAt },
  ])
  const rows = await rowsOf('courses', 1, 10)
  expect(rows.map(({ slug, city_codes }) => [slug, city_codes])).toEqual([
    ['ib', ['4403', '4401', '4406', '4413', '4404', '4419']],
    ['ib', ['1101']],
  ])
})

test('places are the lists with something to show, each as new as what it shows', async () => {
  await addSchool(database, '第一学校', '4403', {
    stages: ['high'],
    curricula: ['ib'],
    district: 'nanshan',
    updatedAt,
  })
  await addSchool(database, '第二学校', '4403', { stages: ['high'], kind: 'public', updatedAt: later })
  await addNews(1, { cityCode: '1101' })
  const day = { cityCode: '4404', title: '开放日', updatedAt }
  const on = (text: string) => ({ startsAt: new Date(text), endsAt: new Date(text) })
  await database.db.insert(openDay).values([
    { ...day, ...on('2026-06-14T02:00:00Z') },
    { ...day, ...on('2026-06-30T17:00:00Z') },
  ])
  const { cities, months, schools } = listPlaces.data.parse((await ask(api, '/api/addresses/places')).data)
  expect(cities.map(({ page, city_code }) => `${page} ${city_code}`).toSorted()).toEqual([
    'grade 4403',
    'home 4403',
    'news 1101',
    'openday 4404',
  ])
  expect(months).toEqual([{ city_code: '4404', month: '2026-07', changed_at: updatedAt.toISOString() }])
  expect(Object.fromEntries(schools.map(({ word, changed_at }) => [word ?? '', changed_at]))).toEqual({
    '': later.toISOString(),
    high: later.toISOString(),
    public: later.toISOString(),
    ib: updatedAt.toISOString(),
    nanshan: updatedAt.toISOString(),
  })
})
