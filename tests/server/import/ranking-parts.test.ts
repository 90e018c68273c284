import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { createApi } from '#server/http/create-api.ts'
import { addSchool, ask, dependenciesOn } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'
import { importFile } from '#tests/support/operator/operator.ts'

/** What a ranking's scores consist of, as an operator states it. */

let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
  await addSchool(database, '甲学校')
})
afterAll(() => database.close())

const parts = [
  { slug: 'teaching', name: '课程', weight: 60 },
  { slug: 'staff', name: '师资', weight: 40 },
]

function load(more: object, place: object = {}) {
  const row = {
    city: 'shenzhen',
    slug: 'all',
    year: 2026,
    title: '榜',
    method: '按分项',
    places: [{ place: 1, school: '甲学校', score: 86, parts: { teaching: 90, staff: 80 }, ...place }],
    ...more,
  }
  return importFile(database, 'rankings.jsonl', `${JSON.stringify(row)}\n`)
}

test('parts and points are stored and shown, and a second import changes nothing', async () => {
  expect((await load({ parts })).lines).toEqual(['新增 1，修改 0，未变 0，合并 0'])
  expect((await load({ parts })).lines).toEqual(['新增 0，修改 0，未变 1，合并 0'])
  const { data } = await ask(createApi(dependenciesOn(database)), '/api/rankings')
  expect(data).toMatchObject({ items: [{ parts, places: [{ parts: { teaching: 90, staff: 80 } }] }] })
})

test('a score that is not the mean of its points is noted and stays as it is written', async () => {
  const { exit, lines } = await load({ parts }, { score: 90 })
  expect(exit).toBe(0)
  expect(lines.join('\n')).toContain('第 1 名的 score 是 90，按分项和权重算是 86')
})

test.each([
  [{ parts: [...parts, { slug: 'staff', name: '师资', weight: 1 }] }, {}, 'parts: 同一个 slug 写了两次'],
  [{ parts: parts.map((part) => ({ ...part, weight: 0 })) }, {}, 'parts: 至少有一项的权重要大于 0'],
  [{ parts: [{ slug: '师资', name: '师资', weight: 1 }] }, {}, 'slug 只能用小写英文字母'],
  [{ parts: [{ slug: 'staff', name: '师资', weight: 101 }] }, {}, '应为 0 到 100 的整数'],
  [{ parts }, { parts: { luck: 1 } }, '第 1 名写了分项 luck，这一行的 parts 里没有这一项'],
  [{ parts }, { parts: { staff: 101 } }, '应为 0 到 100 的数'],
  [{}, {}, '第 1 名写了分项 teaching，这一行的 parts 里没有这一项'],
])('what cannot be a score’s parts is refused: %j %j', async (more, place, message) => {
  const { exit, lines } = await load(more, place)
  expect(exit).toBe(1)
  expect(lines.join('\n')).toContain(message)
})
