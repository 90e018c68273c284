import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { cities } from '#server/contract/cities.ts'
import { articlePart } from '#server/contract/articles/embeds.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { readContentVersion } from '#server/db/articles/content-version.ts'
import { loadSample } from '#server/sample/content/load.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { readEmbeddingText } from '#server/services/content/embeds/embedded-text.ts'
import { addSchool, ask, dependenciesOn } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

/** The day of the API's clock in tests. */
const today = '2026-06-15'
const log = { info: () => undefined }
const tables = [
  'school',
  'school_search',
  'school_fee',
  'school_section',
  'school_tuition',
  'school_entry_grade',
  'school_eligibility',
  'school_admission_step',
  'school_bus_stop',
  'school_record',
  'school_view',
  'graduate',
  'teacher',
  'env',
  'question',
  'answer',
  'open_day',
  'event',
  'news',
  'course',
  'planning',
  'promotion',
  'banner',
  'ranking',
  'ranking_place',
]
let database: DatabaseConnection
let api: Api

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database))
  await loadSample(database, { today, log })
})
afterAll(() => database.close())

test('what the news and planning articles embed is all there', async () => {
  const { rows } = await database.pool.query<{ id: number; body: string; kind: string }>(
    `select id, body, 'news' as kind from news union all select id, body, 'plannings' from planning`,
  )
  const embedding = rows.filter(({ body }) => body.includes('{{'))
  expect(embedding.length).toBeGreaterThan(40)
  for (const { id, body, kind } of embedding) {
    expect(readEmbeddingText(body).problems).toEqual([])
    const { data } = await ask(api, `/api/${kind}/${id}`)
    const alone = body.match(/^(?:<p>)?\{\{[^{}]+\}\}(?:<\/p>)?$/gmu) ?? []
    const { parts = [] } = z.object({ parts: z.array(articlePart).optional() }).parse(data)
    expect(parts.filter((part) => 'embed' in part)).toHaveLength(alone.length)
    expect(JSON.stringify(data)).not.toContain('{{')
  }
})

async function counts(): Promise<Record<string, number>> {
  const parts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`)
  const { rows } = await database.pool.query<Record<string, number>>(`select ${parts.join(', ')}`)
  return rows[0] ?? {}
}

test('an empty database gets twenty schools a city with rows in every table of content', async () => {
  const found = await counts()
  expect(found).toMatchObject({ school: 140, school_search: 140 })
  // The closed one of each city is in no list.
  expect(Object.entries(found).filter(([, count]) => count < 7)).toEqual([])
  for (const { code } of cities) {
    const { data } = await ask(api, `/api/schools?city_code=${code}`)
    expect(data).toMatchObject({ total: 19 })
  }
})

test('a second load changes nothing', async () => {
  const before = { counts: await counts(), version: await readContentVersion(database.db) }
  expect(before.version).toBeGreaterThan(0)
  expect(await loadSample(database, { today, log })).toMatchObject({ schools: 0 })
  expect({ counts: await counts(), version: await readContentVersion(database.db) }).toEqual(before)
})

test('a sample school is found by its name, its alias and its former name', async () => {
  const { rows } = await database.pool.query<{ id: number; name: string; other: string }>(
    `select s.id, s.name, n.name as other from school s join school_name n on n.school_id = s.id
     where n.kind = 'former' order by s.id`,
  )
  expect(rows).toHaveLength(7)
  for (const { id, name, other } of rows) {
    for (const q of [name, other]) {
      const { data } = await ask(api, `/api/schools/suggest?q=${encodeURIComponent(q)}`)
      expect(data).toEqual(expect.arrayContaining([expect.objectContaining({ id })]))
    }
  }
})

test('a closed school names its successor, banners and promotions lead to schools that exist', async () => {
  const { rows: closed } = await database.pool.query<{ id: number }>(
    `select id from school where state = 'closed' and successor_id is not null`,
  )
  expect(closed).toHaveLength(7)
  const { rows: banners } = await database.pool.query<{ href: string }>(
    `select href from banner where href like '/school/%'`,
  )
  expect(banners).toHaveLength(7)
  for (const { href } of banners) {
    const { data } = await ask(api, `/api/school/detail/${href.split('/')[2] ?? ''}`)
    expect(data).toMatchObject({ sample: true, state: 'open' })
  }
})

test('every state of open days is there, and events belong to open days', async () => {
  for (const state of ['open', 'full', 'closed', 'past']) {
    const { data } = await ask(api, `/api/opendays?state=${state}`)
    expect(data).toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ state })]) })
  }
  const { rows } = await database.pool.query<{ count: string }>(
    `select count(*) from event where open_day_id is null and key not like 'sample-fair-%'`,
  )
  expect(rows[0]?.count).toBe('0')
})

test('replacing takes the earlier sample away and leaves what an operator wrote', async () => {
  const own = await addSchool(database, '运营方学校')
  await database.pool.query(
    `insert into news (title, body, published_at) values ('运营方资讯', '正文', now())`,
  )
  const before = await counts()
  await loadSample(database, { replace: true, schools: 14, today, log })
  const after = await counts()
  expect(before['school']).toBe(141)
  expect(after).toMatchObject({ school: 15, course: before['course'], banner: before['banner'] })
  expect(await ask(api, `/api/school/detail/${own}`)).toMatchObject({ data: { name: '运营方学校' } })
  const { rows } = await database.pool.query(`select from news where title = '运营方资讯'`)
  expect(rows).toHaveLength(1)
})

test('a sized run is written in parts, each school with its search row', async () => {
  const before = await readContentVersion(database.db)
  expect(await loadSample(database, { replace: true, schools: 280, today, log })).toMatchObject({
    schools: 280,
  })
  expect(await counts()).toMatchObject({ school: 281 })
  const { rows } = await database.pool.query(
    'select from school s where sample and not exists (select from school_search x where x.school_id = s.id)',
  )
  expect(rows).toHaveLength(0)
  expect(await readContentVersion(database.db)).toBeGreaterThan(before + 1)
})
