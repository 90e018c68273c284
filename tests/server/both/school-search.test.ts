import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { addSchool, ask, dependenciesOn, each } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

let database: DatabaseConnection
let api: Api

const full = '深圳市南山区海桐外国语学校（集团）云杉分校'

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database))
  await addSchool(
    database,
    full,
    '4403',
    {
      district: 'nanshan',
      nameEn: 'Pittosporum College of Modern Éducation',
      curricula: ['ib'],
      kind: 'international',
    },
    [
      { kind: 'alias', name: '海外云校' },
      { kind: 'former', name: '深圳市桐花岭书院' },
    ],
  )
  await addSchool(database, '深圳市第二〇三中学', '4403', { stages: ['middle', 'high'], kind: 'public' })
  await addSchool(database, '深圳市第二十三中学（原白鹭洲中学）', '4403', { district: 'futian' })
  await addSchool(database, '深圳鹿鸣国际学校有限公司', '4403', {
    kind: 'international',
    district: 'nanshan',
    rank: 5,
  })
  await addSchool(database, '深圳市长乐圆明学校', '4403', { kind: 'private', curricula: ['alevel'], rank: 9 })
  await addSchool(database, '鹿鸣小学', '4401', { stages: ['primary'] })
})
afterAll(() => database.close())

async function found(q: string, city = '4403'): Promise<unknown[]> {
  return each((await ask(api, `/api/schools?city_code=${city}&q=${encodeURIComponent(q)}`)).data, 'name')
}

test('letters that are no more than the initials of 学校 find nobody', async () => {
  for (const typed of ['xxxx', 'zzzz']) expect([typed, await found(typed)]).toEqual([typed, []])
})

test.each([
  ['its name', full],
  ['its name with narrow brackets', '深圳市南山区海桐外国语学校(集团)云杉分校'],
  ['its name without brackets', '深圳市南山区海桐外国语学校集团云杉分校'],
  ['its name without what the brackets hold', '海桐外国语学校云杉分校'],
  ['its name with an unclosed bracket', '海桐外国语学校（集团'],
  ['part of its name', '桐外国'],
  ['one character', '杉'],
  ['words in another order', '云杉 海桐'],
  ['its place and part of its name', '南山海桐'],
  ['its place and its curriculum', '南山 IB'],
  ['its curriculum in full width', '南山ＩＢ'],
  ['mixed words', '深圳ib国际学校海桐'],
  ['traditional characters', '海桐外國語學校'],
  ['its pinyin', 'haitongwaiguoyuxuexiao'],
  ['its whole pinyin', 'shenzhenshinanshanquhaitongwaiguoyuxuexiaojituanyunshanfenxiao'],
  ['its pinyin with spaces', 'hai tong wai guo yu'],
  ['its pinyin with apostrophes', "hai'tong"],
  ['pinyin still being typed', 'haitongw'],
  ['place and name in pinyin', 'nanshanhaitong'],
  ['its initials', 'htwgy'],
  ['all its initials', 'szsnsqhtwgyxxjtysfx'],
  ['pinyin and initials together', 'haitongwgy'],
  ['an alias', '海外云校'],
  ['an alias in pinyin', 'haiwaiyunxiao'],
  ['a former name', '桐花岭书院'],
  ['an English word', 'pittosporum'],
  ['the beginning of an English word', 'Pittosp'],
  ['an English word without its accent', 'education'],
  ['an English acronym', 'pcme'],
  ['an abbreviation that is stored nowhere', '海外云'],
  ['the first characters of its words', '桐外云'],
  ['other characters of the same sound', '海同'],
  ['other characters of the same sound between words', '南山嗨铜外国语学校'],
  ['characters of a similar sound', '海藤外国语'],
  ['pinyin with a letter missing', 'haitng'],
  ['pinyin with a letter too much', 'haittong'],
  ['pinyin with two letters swapped', 'ahitong'],
  ['pinyin with another letter', 'heitong'],
  ['long pinyin with a letter missing', 'haitongwaguoyuxuexiao'],
  ['pinyin with a space inside', 'ha itong'],
  ['an English word with a letter missing', 'Pittosprum'],
  ['an English word with two letters swapped', 'Pittosproum'],
  ['a place and a slip', '南山 haitng'],
])('a school is found by %s', async (_, q) => {
  expect(await found(q)).toEqual([full])
})

test.each([
  '第二〇三中学',
  '第二零三中学',
  '第二0三中学',
  '第二O三中学',
  '二○三中',
  '203中学',
  '203',
  '第203',
  '二百零三中学',
])('%s is the school with this number', async (q) => {
  expect(await found(q)).toEqual(['深圳市第二〇三中学'])
})

test('a number is found as part of a larger one when it was written with characters', async () => {
  expect(await found('十三中')).toEqual(['深圳市第二十三中学（原白鹭洲中学）'])
  expect(await found('23中')).toEqual(['深圳市第二十三中学（原白鹭洲中学）'])
})

test('text in brackets is searched as a name', async () => {
  expect((await found('白鹭洲中学'))[0]).toBe('深圳市第二十三中学（原白鹭洲中学）')
})

test('a company form in the name does not hide the school', async () => {
  expect((await found('深圳鹿鸣国际学校'))[0]).toBe('深圳鹿鸣国际学校有限公司')
})

test.each(['chang', 'zhangle', 'changle', 'zhangyue', 'cly', 'zly'])(
  'characters with two readings are found by either: %s',
  async (q) => {
    expect(await found(q)).toEqual(['深圳市长乐圆明学校'])
  },
)

test.each([
  ['民办学校', ['深圳市长乐圆明学校']],
  ['a level', ['深圳市长乐圆明学校']],
  ['alevel', ['深圳市长乐圆明学校']],
  ['A-Level课程', ['深圳市长乐圆明学校']],
  ['国际学校', ['深圳鹿鸣国际学校有限公司', full]],
  ['guojixuexiao', ['深圳鹿鸣国际学校有限公司', full]],
  ['南山区国际学校', ['深圳鹿鸣国际学校有限公司', full]],
  ['福田', ['深圳市第二十三中学（原白鹭洲中学）']],
  ['公办高中', ['深圳市第二〇三中学']],
])('%s is understood though the name may not hold it', async (q, names) => {
  expect(await found(q)).toEqual(names)
})

test('a primary school is no international one though its stage is also called 国际小学', async () => {
  expect(await found('国际', '4401')).toEqual([])
})

test('a search covers its city, and without one all cities', async () => {
  expect(await found('鹿鸣')).toEqual(['深圳鹿鸣国际学校有限公司'])
  const { data } = await ask(api, `/api/schools?q=${encodeURIComponent('鹿鸣')}`)
  expect(new Set(each(data, 'name'))).toEqual(new Set(['深圳鹿鸣国际学校有限公司', '鹿鸣小学']))
})

test('approximate matches are labelled', async () => {
  const approximate = async (q: string) =>
    (await ask(api, `/api/schools?city_code=4403&q=${encodeURIComponent(q)}`)).data
  expect(await approximate('海桐')).not.toHaveProperty('approximate')
  expect(await approximate('海同')).toHaveProperty('approximate', true)
  expect(await approximate('没有这样的名字')).not.toHaveProperty('approximate')
})

test('suggestions tolerate homophones and typing errors', async () => {
  for (const q of ['海同', 'haitng']) {
    const { data } = await ask(api, `/api/schools/suggest?city_code=4403&q=${encodeURIComponent(q)}`)
    expect(each(data, 'name')).toEqual([full])
  }
})

test.each(['!!', '（', '%', '_', "'", '\\', 'qqqq', '没有这样的名字', '的', 'asdfgh', 'zxcvbnm', '吃饭'])(
  '%s finds nothing',
  async (q) => {
    expect(await found(q)).toEqual([])
  },
)

test('any text of sixty characters is answered', async () => {
  for (const q of [
    'a'.repeat(400),
    '长'.repeat(60),
    '一'.repeat(60),
    'xian'.repeat(15),
    'q1'.repeat(30),
    '😀'.repeat(30),
  ]) {
    expect(await ask(api, `/api/schools?q=${encodeURIComponent(q)}`)).toMatchObject({
      status: 200,
      code: 1000,
    })
  }
})

test('a closed school whose name only has the words is behind the open ones, and first by its own name', async () => {
  await addSchool(database, '珠海旧日国际学校', '4404', { kind: 'international', state: 'closed', rank: 1 })
  await addSchool(database, '珠海海风书院', '4404', { kind: 'international', rank: 2 })
  await addSchool(database, '珠海浪花国际学校', '4404', { kind: 'international', rank: 3 })
  expect(await found('国际', '4404')).toEqual(['珠海浪花国际学校', '珠海海风书院', '珠海旧日国际学校'])
  await addSchool(database, '珠海旧日国际学校附属幼儿园', '4404', { rank: 0 })
  expect((await found('旧日国际学校', '4404'))[0]).toBe('珠海旧日国际学校')
})
