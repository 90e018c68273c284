import { expect, test } from 'vitest'
import { z } from 'zod'
import { compareSchools } from '#server/contract/accounts/collect.ts'
import {
  addDecisionColumn,
  getDecisionBook,
  openDecisionBook,
  saveDecisionColumn,
} from '#server/contract/leads/decision-book.ts'
import { listOpenDays } from '#server/contract/open-days.ts'
import { answer, Refusal } from '#tests/support/routes/fake-api.ts'
import { access, decisionBook, sampleApi, schoolDetail } from '#tests/support/routes/sample-api.ts'
import { get, loggedIn, post } from '#tests/support/routes/visit.ts'

const address = `/order/book/${access}/`
const counts = { views: 0, graduates: 0, teachers: 0, answers: 0, envs: 0, open_days: 0 }
const schools = answer(compareSchools, {
  schools: [
    schoolDetail({ id: 7, name: '深圳弦歌学校', counts }),
    schoolDetail({ id: 8, name: '乙学校', counts }),
  ],
  differences: [],
})
const saved = {
  intent: 'save',
  column: '61',
  name: '妈妈',
  version: '1',
  schools: '7,8',
  s_7_teachers: '5',
  s_8_cost: '2',
  note_7: '老师很耐心',
}

const settled = z.object({
  differing: z.array(z.object({ school: z.string(), settling: z.object({ text: z.string() }) })),
})

test('the page is private, not indexed, and tells its address to no other site', async () => {
  for (const path of [address, `${address}?who=61`, '/order/book/?ids=7,8']) {
    const { headers, status, title } = await get(path, { api: sampleApi(schools) })
    expect([status, title]).toEqual([200, '家庭决定书_择校通'])
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('x-robots-tag')).toBe('noindex')
  }
})

test('it says who puts what first, the criterion that decides, and what would settle it', async () => {
  const none = answer(listOpenDays, { items: [], total: 0, page: 1, page_size: 50 })
  const { data } = await get(address, { api: sampleApi(schools, none) })
  expect(data).toMatchObject({
    kind: 'book',
    deletedOn: '2027年5月28日',
    rankings: [{ name: '妈妈' }, { name: '爸爸' }, { name: undefined }],
    sharedFirst: [],
    decisive: { criterion: '老师', first: ['深圳弦歌学校', '乙学校'] },
    differing: [
      {
        school: '深圳弦歌学校',
        criterion: '老师',
        scores: '妈妈 5，爸爸 2',
        settling: { text: '要去看：一起再去一次，近期没有开放日', link: '约时间参观' },
      },
    ],
    agreed: [
      { school: '深圳弦歌学校', by: ['花费'] },
      { school: '乙学校', by: ['老师', '花费'] },
    ],
    sheets: [{ notes: [{ name: '妈妈', note: '老师很耐心' }] }, { notes: [] }],
  })
})

test('a number that the site has is named, one that it lacks is asked for, and so is a date', async () => {
  const scores = (score: number) => ({ cost: score, results: score, entry: score, way: score })
  const book = {
    ...decisionBook,
    columns: [1, 5].map((score, at) => ({
      id: 61 + at,
      name: `家长${at}`,
      version: 1,
      answers: [7, 8].map((school_id) => ({ school_id, scores: scores(score) })),
    })),
  }
  const without = schoolDetail({
    id: 8,
    name: '乙学校',
    counts,
    tuition_min: undefined,
    tuition_max: undefined,
  })
  const api = sampleApi(
    answer(getDecisionBook, book),
    answer(compareSchools, {
      schools: [schoolDetail({ id: 7, counts: { ...counts, graduates: 4 } }), without],
      differences: [],
    }),
  )
  const { data } = await get(address, { api })
  const { differing } = settled.parse(data)
  expect(differing.map(({ school, settling }) => [school, settling.text])).toEqual([
    ['深圳弦歌学校', '看同一批：4 位毕业生的去向'],
    ['深圳弦歌学校', '缺一个数：从家里到学校多远'],
    ['深圳弦歌学校', expect.stringMatching(/^看同一个数：学费/)],
    ['深圳弦歌学校', '缺一个日期：孩子的年级哪天报名'],
    ['乙学校', '缺一个数：本站还没有它的毕业去向，问学校最近一届去了哪里、多少人'],
    ['乙学校', '缺一个数：从家里到学校多远'],
    ['乙学校', '缺一个数：本站还没有它的学费，向学校要一份一年要付的清单'],
    ['乙学校', '缺一个日期：孩子的年级哪天报名'],
  ])
})

test('an address that opens nothing answers 404; a column that is gone leads to its book', async () => {
  for (const wrong of [`/order/book/${'Y'.repeat(26)}/`, '/order/book/short/', '/order/book/'])
    expect((await get(wrong)).status).toBe(404)
  expect(await get(`${address}?who=99`)).toMatchObject({ status: 302, location: address })
})

test('a book of requests is opened with the account that is logged in', async () => {
  const api = sampleApi()
  const { data } = await get(`/order/book/?requests=${access}`, { api })
  expect(data).toMatchObject({ kind: 'new', schools: ['深圳弦歌学校'], requests: access, ids: '' })
  const fields = { requests: access, key: 'k'.repeat(32) }
  expect(await post('/order/book/', fields, { api, cookies: loggedIn })).toMatchObject({
    status: 303,
    location: address,
  })
  const call = api.calls.find(({ path }) => path === openDecisionBook.path)
  expect(call?.input).toMatchObject({ accesses: access, key: 'k'.repeat(32) })
  expect(call?.headers.get('token')).not.toBeNull()
})

test('a column is saved without the account, and a later press wins over what was written elsewhere', async () => {
  const api = sampleApi()
  expect(await post(address, saved, { api, cookies: loggedIn })).toMatchObject({
    status: 303,
    location: address,
  })
  const call = api.calls.find(({ path }) => path === saveDecisionColumn.path)
  expect(call?.headers.get('token')).toBeNull()
  expect(call?.input).toMatchObject({
    column: '61',
    version: '1',
    answers: [
      { school_id: 7, scores: { teachers: '5' }, note: '老师很耐心' },
      { school_id: 8, scores: { cost: '2' } },
    ],
  })
  const newer = new Refusal(1409, '这一列刚才在别处改过', { version: 4 })
  const late = sampleApi(answer(saveDecisionColumn, newer))
  expect(await post(`${address}?who=61`, saved, { api: late })).toMatchObject({
    status: 409,
    actionData: {
      problem: { message: '这一列刚才在别处改过' },
      values: { version: '4' },
      answers: [
        { school_id: 7, scores: { teachers: 5 }, note: '老师很耐心' },
        { school_id: 8, scores: { cost: 2 } },
      ],
    },
  })
})

test('what was typed into a column that was emptied elsewhere is kept in a new one', async () => {
  const columns: (number | string)[] = []
  const api = sampleApi(
    answer(saveDecisionColumn, ({ column }) => {
      columns.push(column)
      return column === 61 ? new Refusal(1404, '不存在') : { msg: '已保存' }
    }),
    answer(addDecisionColumn, { id: 70 }),
  )
  expect(await post(address, saved, { api })).toMatchObject({ status: 303, location: address })
  expect(columns).toEqual([61, 70])
})

test('a name leads to its column; another address and deletion lead on', async () => {
  expect(await post(address, { intent: 'add', name: '爸爸' })).toMatchObject({
    status: 303,
    location: `${address}?who=62`,
  })
  expect(await post(address, { intent: 'replace', key: 'a-key-of-a-form' })).toMatchObject({
    status: 303,
    location: `/order/book/${'9'.repeat(26)}/`,
  })
  expect(await post(address, { intent: 'delete' })).toMatchObject({ status: 303, location: '/' })
  expect((await post(address, { intent: 'add' })).status).toBe(400)
})
