import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { findImports } from '#server/db/content/import-history.ts'
import { portableTables } from '#server/db/content/portable-rows.ts'
import {
  accessLog,
  importPrevious,
  importRecord,
  news,
  openDay,
  ranking,
  school,
  schoolSearch,
  schoolView,
} from '#server/db/schema/index.ts'
import { createApi } from '#server/http/create-api.ts'
import { addSchool, ask, dependenciesOn } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { importFile, operate } from '#tests/support/operator/operator.ts'

let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  await migrate(database)
  await database.pool.query('alter table import_run alter column id restart')
})
afterAll(() => database.close())

const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n')
const first = {
  name: '南山甲学校',
  city: 'shenzhen',
  district: '南山区',
  phone: '075511112222',
  aliases: '甲校',
  about: '老的介绍',
  fees: [{ label: '报名费', amount: 2000, per: 'once' }],
}
const story = { city: 'shenzhen', title: '题', body: '一', published_at: '2026-03-01' }
const list = {
  city: 'shenzhen',
  slug: 'ib',
  title: '榜',
  year: 2026,
  method: '按分数',
  places: [{ place: 1, school: '南山甲学校', score: 90 }],
}

async function load() {
  const files = {
    'schools.jsonl': lines([first]),
    'news.jsonl': lines([story]),
    'rankings.jsonl': lines([list]),
  }
  const said = await operate(database, ['import', ...Object.keys(files)], files)
  expect(said.lines.filter((line) => line.startsWith('命令失败'))).toEqual([])
}

/** What visitors are told, without the moments of change. */
async function shown() {
  const api = createApi(dependenciesOn(database))
  const paths = [
    'school/detail/1',
    'schools?city_code=4403',
    'news/1',
    'news',
    'rankings',
    'school/views?school_id=1',
  ]
  const answers = []
  for (const path of paths) answers.push((await ask(api, `/api/${path}`)).data)
  return JSON.parse(
    JSON.stringify(answers, (name, value: unknown) => (name === 'updated_at' ? undefined : value)),
  )
}

/** Every row of every table. */
async function allRows(): Promise<Record<string, string[]>> {
  const client = await database.pool.connect()
  try {
    const rows: Record<string, string[]> = {}
    for (const { name } of await portableTables(client)) {
      const found = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from "${name}" t order by 1`,
      )
      rows[name] = found.rows.map(({ row }) => row)
    }
    return rows
  } finally {
    client.release()
  }
}

const changes = {
  'schools.jsonl': lines([
    {
      ...first,
      id: 1,
      name: '南山错学校',
      phone: '075599999999',
      aliases: '-',
      about: '新的介绍',
      fees: '-',
    },
    { name: '不该有的学校', city: 'shenzhen' },
  ]),
  'news.jsonl': lines([
    { ...story, body: '二' },
    { ...story, title: '不该有的资讯' },
  ]),
  'rankings.jsonl': lines([{ ...list, places: [{ place: 1, school: '不该有的学校' }] }]),
  'views.jsonl': lines([{ ...story, school: '不该有的学校' }]),
}

test('an undo makes every row what it was, takes out what was added, and is itself on the list', async () => {
  await load()
  const before = await shown()
  expect(await operate(database, ['import', ...Object.keys(changes)], changes)).toMatchObject({ exit: 0 })
  expect(await shown()).not.toEqual(before)
  const [later] = await database.db.select({ at: school.updatedAt }).from(school)

  const undone = await operate(database, ['import', '--undo'])
  expect(undone.lines[0]).toBe(
    '已撤销第 2 次导入（schools.jsonl、views.jsonl、news.jsonl、rankings.jsonl）: 恢复 3 条，删除 3 条',
  )
  expect(undone.exit).toBe(0)
  expect(await shown()).toEqual(before)
  expect([
    await database.db.$count(school),
    await database.db.$count(schoolSearch),
    await database.db.$count(news),
    await database.db.$count(schoolView),
    await database.db.$count(ranking),
  ]).toEqual([1, 1, 1, 0, 1])
  const [after] = await database.db.select({ at: school.updatedAt }).from(school)
  expect(after?.at.getTime()).toBeGreaterThan(later?.at.getTime() ?? Infinity)

  const runs = await operate(database, ['import', '--runs'])
  expect(runs.lines.map((line) => line.split('  ')[0])).toEqual(['第 3 次', '第 2 次', '第 1 次'])
  expect(runs.lines[1]).toMatch(/schools\.jsonl.*新增 3，修改 3 {2}已于 .* 撤销$/)
  expect(await database.db.select({ what: accessLog.command, rows: accessLog.rows }).from(accessLog)).toEqual(
    [
      { what: 'import', rows: 3 },
      { what: 'import', rows: 6 },
      { what: 'import --undo', rows: 6 },
    ],
  )
  // The import before it is next, an import again brings the rows back.
  expect((await operate(database, ['import', ...Object.keys(changes)], changes)).exit).toBe(0)
  expect(await database.db.$count(school)).toBe(2)
})

test('a row that was changed since is named, and nothing is undone', async () => {
  await load()
  await importFile(
    database,
    'schools.jsonl',
    lines([
      { ...first, phone: '075588888888' },
      { name: '乙学校', city: 'shenzhen' },
    ]),
  )
  await importFile(database, 'schools.jsonl', lines([{ ...first, phone: '075577777777' }]))
  const before = await shown()
  expect(await operate(database, ['import', '--undo', '2'])).toEqual({
    exit: 1,
    lines: ['schools: 编号 1 后来又改过或已删除', '第 2 次导入没有撤销，内容没有改动'],
  })
  expect(await shown()).toEqual(before)
  expect((await operate(database, ['import', '--undo'])).lines[0]).toBe(
    '已撤销第 3 次导入（schools.jsonl）: 恢复 1 条，删除 0 条',
  )
  expect((await operate(database, ['import', '--undo', '3'])).lines).toEqual(['第 3 次导入已经撤销过'])
  expect((await operate(database, ['import', '--undo', '99'])).exit).toBe(1)
})

test('an undo to fewer places than are booked names the open day, and can be repeated', async () => {
  await load()
  const day = { school: '南山甲学校', city: 'shenzhen', title: '秋季开放日', starts_at: '2027-03-01 10:00' }
  await importFile(
    database,
    'open-days.jsonl',
    lines([{ ...day, ends_at: '2027-03-01 12:00', capacity: 20 }]),
  )
  await importFile(
    database,
    'open-days.jsonl',
    lines([{ ...day, ends_at: '2027-03-01 12:00', capacity: 40 }]),
  )
  await database.db.update(openDay).set({ taken: 25 })
  const [stored] = await database.db.select({ id: openDay.id }).from(openDay)
  const refused = {
    exit: 1,
    lines: [`open-days: 编号 ${stored?.id} 的预约已多于原来的名额`, '第 3 次导入没有撤销，内容没有改动'],
  }
  expect(await operate(database, ['import', '--undo'])).toEqual(refused)
  expect(await operate(database, ['import', '--undo'])).toEqual(refused)
  await database.db.update(openDay).set({ taken: 20 })
  expect(await operate(database, ['import', '--undo'])).toMatchObject({ exit: 0 })
  expect(await database.db.select({ capacity: openDay.capacity }).from(openDay)).toEqual([{ capacity: 20 }])
})

test('an added school with a request is withdrawn, not deleted', async () => {
  await addSchool(database, '先有的学校', '4403')
  await importFile(database, 'schools.jsonl', lines([{ name: '甲学校', city: 'shenzhen' }]))
  await database.pool.query(`insert into question (school_id, body) values (2, '有校车吗？')`)
  const undone = await operate(database, ['import', '--undo'])
  expect(undone.lines[0]).toBe('schools: 编号 2 已有人收藏、申请或引用，没有删除，改为撤回')
  const api = createApi(dependenciesOn(database))
  expect(await ask(api, '/api/school/detail/2')).toMatchObject({ data: { withdrawn: true } })
})

test('a dry run names every difference with both values, and stores nothing at all', async () => {
  await load()
  const before = await allRows()
  const said = await operate(database, ['import', '--dry-run', ...Object.keys(changes)], changes)
  expect(said.exit).toBe(0)
  expect(said.lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(
        /^schools\.jsonl:1: 修改 编号 1\(南山甲学校\): .*phone\(电话\) “075511112222” → “075599999999”/,
      ),
      'schools.jsonl:2: 新增 不该有的学校',
      'news.jsonl:1: 修改 编号 1: body(正文) “一” → “二”',
      '以上是预演，没有保存任何内容',
    ]),
  )
  expect(await allRows()).toEqual(before)
  expect(await database.db.$count(importRecord)).toBe(1)
})

test('a file that names ids keeps them after a dry run and after a refused import', async () => {
  const moved = lines([{ id: 40, name: '甲学校', city: 'shenzhen' }])
  await operate(database, ['import', '--dry-run', 'a.jsonl'], { 'a.jsonl': moved })
  const refused = lines([{ id: 40, name: '甲学校', city: 'shenzhen', successor: '没有的' }])
  expect((await importFile(database, 'a.jsonl', refused)).exit).toBe(1)
  await importFile(database, 'a.jsonl', moved)
  expect(await database.db.select({ id: school.id }).from(school)).toEqual([{ id: 40 }])
  await importFile(database, 'a.jsonl', lines([{ name: '乙学校', city: 'shenzhen' }]))
  expect(await database.db.select({ id: school.id }).from(school).orderBy(school.id)).toEqual([
    { id: 40 },
    { id: 41 },
  ])
})

test('the latest ten imports can be undone', async () => {
  for (let at = 0; at < 11; at += 1) {
    await importFile(database, 'news.jsonl', lines([{ ...story, body: `第 ${at} 版` }]))
  }
  const stored = await database.db.selectDistinct({ id: importPrevious.importId }).from(importPrevious)
  expect(stored).toHaveLength(10)
  expect((await operate(database, ['import', '--undo', '1'])).lines).toEqual([
    '第 1 次导入太早，原来的内容已不再保留',
  ])
})

test('the columns of a kind are listed with their Chinese names', async () => {
  const { lines: listed } = await operate(database, ['import', '--columns', 'schools'])
  expect(listed).toContain('tuition_min       最低学费')
  expect(listed.find((line) => line.startsWith('name '))).toMatch(/校名（必填）$/)
  expect((await operate(database, ['import', '--columns', 'events'])).lines).toContain(
    'starts_at         开始时间（必填）',
  )
  expect((await operate(database, ['import', '--columns', 'x'])).exit).toBe(2)
})

test('edits on pages neither hide an import from its undo nor are undone instead of it', async () => {
  await importFile(database, 'news.jsonl', lines([story]))
  const [imported] = await findImports(database.db, 1)
  const edits = Array.from({ length: 101 }, (_, at) => ({
    id: 1000 + at,
    operator: '李编辑',
    files: [`草稿-${at}.jsonl`],
    sums: [{ entity: 'news', added: 0, changed: 1 }],
    publishedAt: new Date(),
    draftId: 5000 + at,
  }))
  await database.db.insert(importRecord).values(edits)
  expect(await findImports(database.db, 50)).toMatchObject([{ id: imported?.id }])
  expect((await operate(database, ['import', '--undo'])).lines[0]).toBe(
    `已撤销第 ${imported?.id} 次导入（news.jsonl）: 恢复 0 条，删除 1 条`,
  )
  expect((await operate(database, ['import', '--undo', String(imported?.id)])).lines).toEqual([
    `第 ${imported?.id} 次导入已经撤销过`,
  ])
})
