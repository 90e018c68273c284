import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { ask, dependenciesOn, each } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { asJsonLines } from '#tests/support/content/invented-schools.ts'
import { importFile, operate } from '#tests/support/operator/operator.ts'

let database: DatabaseConnection
let api: Api

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database))
})
afterEach(async () => {
  await emptyDatabase(database)
  await migrate(database)
})
afterAll(() => database.close())

const load = (...rows: object[]) => importFile(database, 'a.jsonl', asJsonLines(rows))
const summary = (added: number, changed: number, same: number, merged: number) =>
  `新增 ${added}，修改 ${changed}，未变 ${same}，合并 ${merged}`

async function found(q: string): Promise<unknown[]> {
  return each((await ask(api, `/api/schools?q=${encodeURIComponent(q)}`)).data, 'name')
}

const detail = z.looseObject({ id: z.int(), name: z.string() })
async function details() {
  const ids = each((await ask(api, '/api/schools?page_size=50')).data, 'id')
  return Promise.all(
    ids.map(async (id) => detail.parse((await ask(api, `/api/school/detail/${String(id)}`)).data)),
  )
}

test('the same name in two districts, or at two addresses, is two schools', async () => {
  const name = '云汀学校'
  const rows = [
    { name, city: 'shenzhen', district: '南山区' },
    { name, city: 'shenzhen', district: '福田区' },
    { name, city: 'shenzhen', district: '福田区', address: '示例路 1 号' },
    { name, city: 'beijing' },
  ]
  expect((await load(...rows)).lines).toEqual([summary(4, 0, 0, 0)])
  expect((await load(...rows)).lines).toEqual([summary(0, 0, 4, 0)])
})

test('a district or an address that becomes known makes no second school, as long as the name is unique', async () => {
  const place = { name: '云汀学校', city: 'shenzhen' }
  await load(place)
  const full = { ...place, district: '南山区', address: '示例路 1 号' }
  const [notice, sum] = (await load(full)).lines
  expect(notice).toMatch(/^a\.jsonl:1: 按城市和校名认作已有的学校（编号 \d+）/)
  expect(sum).toBe(summary(0, 1, 0, 0))
  expect(await details()).toMatchObject([{ district: { slug: 'nanshan' }, address: '示例路 1 号' }])
  expect((await load(full)).lines).toEqual([summary(0, 0, 1, 0)])
  expect((await load(place)).lines.at(-1)).toBe(summary(0, 0, 1, 0))
  expect((await load({ ...place, district: '福田区' })).lines).toEqual([summary(1, 0, 0, 0)])
  const { lines } = await load(place)
  expect(lines).toEqual([expect.stringContaining('“云汀学校”（编号'), summary(1, 0, 0, 0)])
})

test('a new school whose name is like a stored one of its city is named, and stored all the same', async () => {
  await load(
    { name: '深圳云汀外国语学校', city: 'shenzhen', district: '南山区' },
    { name: '云汀第一实验小学', city: 'shenzhen' },
  )
  const [known] = (await details()).filter(({ name }) => name === '深圳云汀外国语学校')
  const near = [
    { name: '深圳云汀外国学校', city: 'shenzhen' },
    { name: '深圳云亭外国雨学校', city: 'shenzhen', district: '南山区' },
  ]
  const far = [
    { name: '深圳云汀外国語学校', city: 'shenzhen', district: '福田区' },
    { name: '深圳云汀外国学校', city: 'guangzhou' },
    { name: '云汀第二实验小学', city: 'shenzhen' },
    { name: '云汀第一实验中学', city: 'shenzhen' },
  ]
  const { exit, lines } = await load(...near, ...far)
  expect([exit, lines]).toEqual([
    0,
    [
      ...near.map(
        ({ name }, at) =>
          `a.jsonl:${at + 1}: name: 新增的“${name}”和已有的“深圳云汀外国语学校”（编号 ${known?.id}）很像；如果是同一所，请写上它的 id`,
      ),
      summary(6, 0, 0, 0),
    ],
  ])
  const tried = await operate(database, ['import', '--dry-run', 'a.jsonl'], {
    'a.jsonl': JSON.stringify({ name: '深圳云停外国语学校', city: 'shenzhen' }),
  })
  expect(tried).toMatchObject({ exit: 0 })
  expect(tried.lines.join('\n')).toContain(`（编号 ${known?.id}）很像`)
})

test('a key that a spreadsheet has changed is named beside the school that it may be', async () => {
  await load(
    { key: '0007', name: '云汀学校', city: 'shenzhen', district: '南山区' },
    { key: 'ab-1', name: '木棉学校', city: 'shenzhen', district: '福田区' },
  )
  const { exit, lines } = await load(
    { key: '7', name: '云汀学校', city: 'shenzhen' },
    { key: 'AB-1', name: '木棉学校', city: 'shenzhen', district: '福田区' },
    { key: '70', name: '青岚学校', city: 'shenzhen' },
  )
  expect([exit, lines]).toEqual([
    0,
    [
      expect.stringMatching(/^a\.jsonl:1: key: 编号“7”和已有的“0007”（云汀学校，编号 \d+）只差前面的 0/),
      expect.stringMatching(/^a\.jsonl:2: key: 编号“AB-1”和已有的“ab-1”/),
      summary(3, 0, 0, 0),
    ],
  ])
})

test.each(['755-26001234', '75526001234', '1062345678', '0755-26001234/2026005678'])(
  'a phone %s without the 0 of its area code is refused with what it probably was',
  async (phone) => {
    const { exit, lines } = await load({ name: '云汀学校', city: 'shenzhen', phone })
    expect([exit, lines[0]]).toEqual([
      1,
      expect.stringMatching(/phone: “\d[-\d]+”像是少了区号前面的 0；是不是 0\d{2,3}-\d{7,8}？/),
    ])
  },
)

test.each(['400 800 1234', '13800138401', '+852 2345 6789', '85223456789', '010-62345678 转 801'])(
  'a phone %s is kept',
  async (phone) => {
    expect((await load({ name: '云汀学校', city: 'shenzhen', phone })).exit).toBe(0)
  },
)

test('a key keeps a school through a new name, district and address', async () => {
  await load({ key: 'A', name: '云汀学校', city: 'shenzhen', district: '南山区' })
  const [before] = await details()
  const renamed = {
    key: 'A',
    name: '云汀外国语学校',
    city: 'shenzhen',
    district: '福田区',
    address: '示例路 2 号',
    former_names: ['云汀学校'],
  }
  expect((await load(renamed)).lines).toEqual([summary(0, 1, 0, 0)])
  expect(await details()).toMatchObject([
    { id: before?.id, name: '云汀外国语学校', former_names: ['云汀学校'], district: { slug: 'futian' } },
  ])
  expect(await found('云汀学校')).toEqual(['云汀外国语学校'])
  expect((await load(renamed)).lines).toEqual([summary(0, 0, 1, 0)])
})

test('a key may be given later, and two keys are two schools whatever else they share', async () => {
  const place = { name: '云汀学校', city: 'shenzhen', district: '南山区' }
  await load(place)
  expect((await load({ ...place, key: 'A' })).lines).toEqual([summary(0, 1, 0, 0)])
  expect((await load(place)).lines).toEqual([summary(0, 0, 1, 0)])
  expect((await load({ ...place, key: 'A' }, { ...place, key: 'B' })).lines).toEqual([summary(1, 0, 1, 0)])
  const { exit, lines } = await load(place)
  expect(exit).toBe(1)
  expect(lines[0]).toBe('a.jsonl:1: key: 已有几所学校同城、同名、同地址，要用 key 说明是哪一所')
})

test('within one file a row without a key belongs to the only key of its name and place', async () => {
  const place = { name: '云汀学校', city: 'shenzhen' }
  const said = await load({ ...place, founded: 1999 }, { ...place, key: 'A', phone: '0755-00000000' })
  expect(said.lines.at(-1)).toBe(summary(1, 0, 0, 1))
  expect(await details()).toMatchObject([{ founded: 1999, phone: '0755-00000000' }])
  const unclear = await load(place, { ...place, key: 'A' }, { ...place, key: 'B' })
  expect(unclear.lines[0]).toBe('a.jsonl:1: key: 有几所学校同城、同名、同地址，要用 key 说明是哪一所')
})

test('two rows that turn out to be one stored school are refused', async () => {
  const place = { name: '云汀学校', city: 'shenzhen' }
  await load({ ...place, key: 'A', district: '南山区' })
  const { exit, lines } = await load(
    { key: 'A', name: '木棉学校', city: 'shenzhen' },
    { ...place, district: '南山区' },
  )
  expect(exit).toBe(1)
  expect(lines[0]).toMatch(/^a\.jsonl:2: key: 和 a\.jsonl 第 1 行对应同一所已有的学校/)
})
