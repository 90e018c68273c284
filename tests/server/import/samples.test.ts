import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { school } from '#server/db/schema/index.ts'
import { samplesFolder } from '#server/services/content/import/format-help.ts'
import { contentEntities } from '#server/services/content/import/content/content-entities.ts'
import { listDefinitions, listNames } from '#server/services/content/import/lists/list-definitions.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'
import { operate } from '#tests/support/operator/operator.ts'
import { inventedPhoto } from '#tests/support/content/photo.ts'

let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const folder = samplesFolder()
const entities = ['schools', ...contentEntities.map(({ name }) => name)]
const lists = listNames.map((name) => listDefinitions[name].file)
const files = readdirSync(folder).filter((name) => /\.(?:csv|jsonl)$/.test(name))

test('every kind of content has its sample file, and the command shows each of them', async () => {
  expect(files.map((name) => path.parse(name).name).toSorted()).toEqual([...entities, ...lists].toSorted())
  for (const entity of [...entities, ...lists]) {
    const { exit, lines } = await operate(database, ['import', '--example', entity])
    expect(exit).toBe(0)
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.join('')).toContain('示例')
  }
  expect((await operate(database, ['import', '--example', 'leads'])).exit).toBe(2)
})

test('the sample files are imported together with their pictures; a second time changes nothing', async () => {
  const paths = files.map((name) => path.join(folder, name))
  const args = ['import', '--pictures', path.join(folder, 'pictures'), ...paths]
  const first = await operate(database, args)
  expect(first.lines.filter((line) => !/: 新增 [1-9]\d*，修改 0，未变 0，合并 0$/.test(line))).toEqual([])
  expect([first.exit, first.lines.length]).toEqual([0, entities.length])
  const second = await operate(database, args)
  expect(second.lines.filter((line) => !/: 新增 0，修改 0，未变 [1-9]\d*，合并 0$/.test(line))).toEqual([])
})

test('a picture that is missing, damaged or none at all is named with file, line and field, and nothing is stored', async () => {
  const rows = [
    { key: 'p1', name: '甲校', city: '深圳', logo: 'missing.png' },
    { key: 'p2', name: '乙校', city: '深圳', cover: 'text.jpg' },
    { key: 'p3', name: '丙校', city: '深圳', cover: '../secret.jpg' },
  ]
  const news = {
    title: '消息',
    body: '看\n\n![图](half.jpg)',
    published_at: '2026-03-01',
    picture: 'half.jpg',
  }
  const asLines = (list: object[]) => list.map((row) => `${JSON.stringify(row)}\n`).join('')
  const whole = await inventedPhoto(300, 200)
  const before = await database.db.$count(school)
  const { exit, lines } = await operate(
    database,
    ['import', '--pictures', '.', 'schools.jsonl', 'news.jsonl'],
    {
      'schools.jsonl': asLines(rows),
      'news.jsonl': asLines([news]),
      'text.jpg': 'no picture',
      'half.jpg': whole.subarray(0, whole.length / 2),
    },
  )
  expect(exit).toBe(1)
  expect(lines).toEqual([
    'schools.jsonl:1: logo: 图片文件夹里没有 missing.png',
    'schools.jsonl:2: cover: text.jpg 不是 JPEG、PNG、WebP、GIF 或 AVIF 图片',
    'schools.jsonl:3: cover: ../secret.jpg 不在图片文件夹里',
    'news.jsonl:1: body: half.jpg 已损坏，无法读取',
    'news.jsonl:1: picture: half.jpg 已损坏，无法读取',
    '5 个问题，没有保存任何内容',
  ])
  expect(await database.db.$count(school)).toBe(before)
})
