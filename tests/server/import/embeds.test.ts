import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { news } from '#server/db/schema/index.ts'
import { addSchool } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'
import { importFile } from '#tests/support/operator/operator.ts'

let database: DatabaseConnection
let known: number

beforeAll(async () => {
  database = await openTestDatabase()
  known = await addSchool(database, '云汀学校')
})
afterAll(() => database.close())

const lineWith = (body: string) =>
  JSON.stringify({ title: '标题', city: 'shenzhen', published_at: '2026-03-01', body })

test.each([
  ['{{学校 999999}}', '没有编号 999999 的学校'],
  ['{{开放日 999999}}', '没有编号 999999 的开放日'],
  ['{{学校 云汀}}', '“学校”后面写 1 到 6 个学校编号'],
  ['{{列表 curriculum=ib}}', '要写明城市'],
  ['{{列表 深圳 curriculum=xx}}', '条件不正确：curriculum'],
  ['{{列表 深圳 district=haidian}}', '深圳没有“haidian”这个区'],
  ['{{列表 深圳 sort=fee}}', '没有“sort=fee”这个条件'],
  ['{{日历 深圳}}', '没有“日历”这种嵌入'],
  ['文字 {{列表 深圳}} 文字', '{{列表 深圳}} 要单独一行'],
  [Array.from({ length: 5 }, () => '{{列表 深圳}}').join('\n\n'), '列表和数量最多 4 个，现在有 5 个'],
])('an article with %s is refused with its line and column', async (body, why) => {
  const { exit, lines } = await importFile(database, 'news.jsonl', `${lineWith('好的')}\n${lineWith(body)}`)
  expect(exit).toBe(1)
  const [first = ''] = lines
  expect(first).toMatch(/^news\.jsonl:2: body: /)
  expect(first).toContain(why)
  expect(await database.db.$count(news)).toBe(0)
})

test('an article with thousands of embeds is refused with the first beyond the bound', async () => {
  const body = Array.from({ length: 2000 }, (_, nth) => `{{开放日 ${nth + 1}}}`).join('\n\n')
  const { exit, lines } = await importFile(database, 'news.jsonl', lineWith(body))
  expect(exit).toBe(1)
  expect(lines[0]).toMatch(
    /^news\.jsonl:1: body: 嵌入最多 30 个，现在有 2000 个：第 31 个是 \{\{开放日 31\}\}/,
  )
})

test('an article with embeds that exist is stored as it was written', async () => {
  const body = `{{学校 ${known}}}\n\n有 {{数量 深圳 curriculum=ib}} 所。`
  const { exit, lines } = await importFile(database, 'news.jsonl', lineWith(body))
  expect(lines.join('\n')).not.toContain('问题')
  expect(exit).toBe(0)
  const [row] = await database.db.select({ body: news.body }).from(news)
  expect(row?.body).toBe(body)
})
