import type { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import {
  banner,
  course,
  env,
  event,
  graduate,
  news,
  openDay,
  planning,
  promotion,
  question,
  ranking,
  schoolView,
  teacher,
} from '#server/db/schema/index.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { allEndpoints } from '#server/http/endpoints.ts'
import { addressKinds } from '#server/contract/articles/addresses.ts'
import { addSchool, ask, dependenciesOn, json } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'
import { importFile } from '#tests/support/operator/operator.ts'

let database: DatabaseConnection
let api: Api

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database))
  await addSchool(database, '一直在的学校', '4403', { updatedAt: new Date('2020-01-01') })
})
afterAll(() => database.close())

/** Every public question that the API answers, each in one or more forms, with ids and words of this test. */
const calls: Readonly<Record<string, readonly string[]>> = {
  '/api/schools': ['', '?q=学校', '?city_code=4403', '?q=找不到的&city_code=1101'],
  '/api/schools/suggest': ['?q=学校'],
  '/api/schools/understand': ['?q=深圳小学'],
  '/api/school/similar': ['?school_id=1'],
  '/api/school/detail/{id}': ['1', '2', '1?entry=1'],
  '/api/planning/steps': ['?city_code=4403&grade=g5&year=2027'],
  '/api/planning/paths': ['?city_code=4403&grade=g5&year=2027'],
  '/api/school/categories': ['', '?city_code=4403'],
  '/api/school/categories/cities': [''],
  '/api/rankings': ['', '?city_code=4403'],
  '/api/rankings/{id}/weighted': ['1?weights=teaching:1'],
  '/api/news': ['', '?city_code=4403'],
  '/api/news/{id}': ['1'],
  '/api/opendays': ['', '?city_code=4403', '?school_id=1', '?month=2026-07', '?state=open'],
  '/api/opendays/{id}': ['1'],
  '/api/openday/calendar': ['', '?city_code=4403'],
  '/api/openday/facets': ['', '?city_code=4403', '?kind=international'],
  '/api/courses': ['', '?city_code=4403'],
  '/api/courses/{key}': ['1', 'word', 'word?city_code=4403'],
  '/api/plannings': ['', '?city_code=4403'],
  '/api/plannings/{key}': ['1', 'word', 'word?city_code=4403'],
  '/api/promotions': ['', '?city_code=4403'],
  '/api/events': ['', '?city_code=4403'],
  '/api/events/{id}': ['1'],
  '/api/banners': ['?place=home', '?place=home&city_code=4403'],
  '/api/school/views': ['?school_id=1', '?school_id=1&sort=likes'],
  '/api/school/view-detail/{id}': ['1'],
  '/api/school/view/likes': ['?view_id=1'],
  '/api/school/graduates': ['?school_id=1'],
  '/api/school/graduate-detail/{id}': ['1'],
  '/api/school/graduate/likes': ['?graduate_id=1'],
  '/api/school/answers': ['?school_id=1'],
  '/api/school/teachers': ['?school_id=1'],
  '/api/school/envs': ['?school_id=1'],
  '/api/bus-stops': ['?near=22.5,114'],
  '/api/compare': ['?ids=1,2'],
  '/api/cities/parts': [''],
  '/api/schools/facts': [''],
  '/api/schools/medians': ['?city_code=4403'],
  '/api/addresses': addressKinds.map((kind) => `?kind=${kind}&part=1`),
  '/api/addresses/parts': [''],
  '/api/addresses/places': [''],
}

/** Reads that tell nothing of content, and those of paired devices and ticket holders. */
const ofOthers = /^\/api\/(?:jssdk|location(?:\/service)?|kiosk\/\w+|tickets|checkins.*)$/

/** The answers to all calls; that a row was taken back is no answer about it. */
async function everything(): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  for (const [path, forms] of Object.entries(calls)) {
    for (const form of forms) {
      const address = path.includes('{') ? path.replace(/\{\w+\}/, form) : path + form
      const { code, data } = await ask(api, address)
      answers[address] = code === 1000 ? data : code
    }
  }
  return answers
}

const starts = { startsAt: new Date('2026-07-01T02:00:00Z'), endsAt: new Date('2026-07-01T04:00:00Z') }
const text = { title: '词', body: '…' }
const picture = { src: '/p.svg', width: 1, height: 1, color: 'c1' }
const parts = [{ slug: 'teaching', name: '词', weight: 1 }]
const kinds: [PgTable, object][] = [
  [news, { ...text, cityCode: '4403', publishedAt: new Date('2026-01-01') }],
  [openDay, { ...starts, title: '词', cityCode: '4403', schoolId: 1 }],
  [course, { ...text, slug: 'word' }],
  [planning, { ...text, slug: 'word', cityCode: '4403' }],
  [promotion, { ...text, slug: 'word' }],
  [banner, { title: '词', place: 'home', href: '/city/', picture }],
  [ranking, { title: '词', slug: 'word', cityCode: '4403', year: 2026, method: '…', parts }],
  [event, { ...starts, title: '词', cityCode: '4403' }],
  [schoolView, { ...text, schoolId: 1, publishedAt: new Date('2026-01-01') }],
  [graduate, { schoolId: 1, name: '词', story: '…' }],
  [teacher, { schoolId: 1, name: '词', role: '教师' }],
  [env, { schoolId: 1, title: '词', picture }],
  [question, { schoolId: 1, body: '词', state: 'shown' }],
]

test('the calls of this test are all public reads of the API', () => {
  const reads = allEndpoints(dependenciesOn(database))
    .map(({ endpoint }) => endpoint)
    .filter(({ method, login }) => method === 'GET' && login === 'none')
    .map(({ path }) => path)
    .filter((path) => !ofOthers.test(path))
  expect(Object.keys(calls).toSorted()).toEqual(reads.toSorted())
})

test('rows that were withdrawn, or whose import is not finished, are in no answer', async () => {
  const tables = kinds.map(([table]) => tableName(table))
  const all = async (change: string) => {
    for (const name of tables) await database.pool.query(`update ${name} set ${change}`)
  }
  const empty = () => database.pool.query(`truncate ${tables.join(', ')} restart identity cascade`)
  await empty()
  const before = await everything()
  let shown = before
  for (const [table, row] of kinds) {
    await database.db.insert(table).values(row)
    const next = await everything()
    expect(next, tableName(table)).not.toEqual(shown)
    shown = next
  }
  await all('withdrawn_at = now()')
  expect(await everything()).toEqual(before)

  const { rows } = await database.pool.query<{ id: number }>(
    `insert into import_run (after_school_id, holder) values (9, 'test') returning id`,
  )
  await all(`withdrawn_at = null, run = ${rows[0]?.id}`)
  expect(await everything()).toEqual(before)
  await database.pool.query('delete from import_run')
  expect(await everything()).toEqual(shown)
  await empty()
}, 180_000)

function tableName(table: PgTable): string {
  return String(Reflect.get(table, Symbol.for('drizzle:Name')))
}

test('a school of an unfinished import is in no answer', async () => {
  const before = await everything()
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into import_run (after_school_id, holder) values (1, 'test') returning id`,
  )
  const id = await addSchool(database, '新来的学校', '4403', { run: rows[0]?.id ?? 0 })
  await database.pool.query('update school_search set run = $1 where school_id = $2', [rows[0]?.id, id])
  expect(id).toBe(2)
  expect(await everything()).toEqual(before)
  await database.pool.query('delete from import_run')
  expect(await everything()).not.toEqual(before)
})

const gone = [
  ['/api/news/1', news],
  ['/api/opendays/1', openDay],
  ['/api/courses/word', course],
  ['/api/plannings/word', planning],
  ['/api/school/view-detail/1', schoolView],
  ['/api/school/graduate-detail/1', graduate],
] as const

test.each(gone)('%s answers that it was withdrawn, and accepts nothing more', async (address, table) => {
  const row = kinds.find(([kind]) => kind === table)?.[1] ?? {}
  await database.pool.query(`truncate ${tableName(table)} restart identity cascade`)
  await database.db.insert(table).values({ ...row, withdrawnAt: new Date() })
  expect(await ask(api, address)).toMatchObject({ status: 404, code: 1404, data: { withdrawn: true } })
})

test('withdrawn content can be neither liked nor booked', async () => {
  const like = { view_id: 1, graduate_id: 1, vid: 'a-visitor-of-this-test' }
  for (const path of ['/api/school/view/likes', '/api/school/graduate/likes']) {
    expect(await ask(api, path, json(JSON.stringify(like)))).toMatchObject({ code: 1404 })
  }
  const booking = {
    name: '张三',
    phone: '13800138000',
    order_type: 'openday',
    city_code: '4403',
    open_day_id: 1,
    consent_contact: 1,
    consent_guardian: 1,
    key: 'a-key-of-this-test',
  }
  const answer = await ask(api, '/api/clue', json(JSON.stringify(booking)))
  expect(answer.code).not.toBe(1000)
})

test('a withdrawn school and its content are in no answer; their addresses say so', async () => {
  await database.pool.query('truncate school restart identity cascade')
  await addSchool(database, '一直在的学校', '4403', { updatedAt: new Date('2020-01-01') })
  for (const [table] of kinds)
    await database.pool.query(`truncate ${tableName(table)} restart identity cascade`)
  const before = await everything()
  const gone = await addSchool(database, '撤回的学校', '4403')
  const row = { schoolId: gone }
  await database.db.insert(schoolView).values({ ...text, ...row, publishedAt: new Date('2026-01-01') })
  await database.db.insert(graduate).values({ ...row, name: '词', story: '…' })
  await database.db.insert(teacher).values({ ...row, name: '词', role: '教师' })
  await database.db.insert(env).values({ ...row, title: '词', picture })
  await database.db.insert(question).values({ ...row, body: '词', state: 'shown' })
  await database.db.insert(openDay).values({ ...starts, ...row, title: '词', cityCode: '4403' })
  await database.db.insert(promotion).values({ ...text, ...row, slug: 'word' })
  await database.db.insert(banner).values({ title: '词', place: 'home', href: `/school/${gone}/`, picture })
  expect(await everything()).not.toEqual(before)

  const line = { id: gone, name: '撤回的学校', city: 'shenzhen', withdrawn_at: '2026-07-01' }
  expect(await importFile(database, 'schools.jsonl', JSON.stringify(line))).toMatchObject({ exit: 0 })
  expect(await everything()).toEqual(before)
  const addresses = ['school/detail', 'school/view-detail', 'school/graduate-detail', 'opendays']
  for (const [at, path] of addresses.entries()) {
    expect(await ask(api, `/api/${path}/${at < 1 ? gone : 1}`)).toMatchObject({
      status: 404,
      data: { withdrawn: true },
    })
  }
  const again = { ...line, withdrawn_at: '-' }
  expect(await importFile(database, 'schools.jsonl', JSON.stringify(again))).toMatchObject({ exit: 0 })
  expect(await ask(api, `/api/schools?q=${encodeURIComponent('撤回的学校')}`)).toMatchObject({
    data: { total: 1 },
  })
})
