import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { news, openDay, planning, promotion, school } from '#server/db/schema/index.ts'
import { eq } from 'drizzle-orm'
import { createApi, type Api } from '#server/http/create-api.ts'
import { storedText } from '#server/services/content/texts/stored-text.ts'
import { addSchool, ask, dependenciesOn } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

let database: DatabaseConnection
let api: Api
const ids: number[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database, { now: () => new Date() }))
  for (const [name, curricula] of [
    ['云汀学校', ['ib']],
    ['河湾学校', ['ib', 'ap']],
    ['石桥学校', ['ap']],
  ] as const)
    ids.push(await addSchool(database, name, '4403', { curricula: [...curricula] }))
})
afterAll(() => database.close())

const publishedAt = new Date('2026-01-01T00:00:00Z')

async function newsWith(body: string): Promise<string> {
  const [row] = await database.db
    .insert(news)
    .values({ title: '…', body: storedText(body), publishedAt })
    .returning({ id: news.id })
  return `/api/news/${row?.id}`
}

test('an article has its embedded schools and lists in place, with the counts of the request', async () => {
  const text = [
    '前面。',
    `{{学校 ${ids[2]} ${ids[0]}}}`,
    '深圳有 {{数量 深圳 curriculum=ib}} 所 IB 学校。',
    '{{列表 shenzhen curriculum=ib}}',
    '后面。',
  ].join('\n\n')
  const address = await newsWith(text)
  const { data } = await ask(api, address)
  expect(data).toMatchObject({
    body: '<p>前面。</p>\n<p>深圳有 2 所 IB 学校。</p>\n<p>后面。</p>',
    parts: [
      { html: '<p>前面。</p>' },
      { embed: { type: 'schools', schools: [{ name: '石桥学校' }, { name: '云汀学校' }] } },
      { html: '<p>深圳有 2 所 IB 学校。</p>' },
      { embed: { type: 'list', city_code: '4403', query: { curriculum: 'ib' }, total: 2 } },
      { html: '<p>后面。</p>' },
    ],
  })
  await addSchool(database, '新来的学校', '4403', { curricula: ['ib'] })
  expect((await ask(api, address)).data).toMatchObject({
    parts: [{}, {}, { html: '<p>深圳有 3 所 IB 学校。</p>' }, { embed: { total: 3 } }, {}],
  })
})

test('open days are those that can be booked; by number also past ones, with their state', async () => {
  const day = (title: string, hours: number, more = {}) => {
    const startsAt = new Date(Date.now() + hours * 3_600_000)
    return { cityCode: '4401', title, startsAt, endsAt: new Date(startsAt.getTime() + 3_600_000), ...more }
  }
  const rows = await database.db
    .insert(openDay)
    .values([
      day('后天', 48),
      day('明天', 24, { capacity: 5, taken: 5 }),
      day('昨天', -24),
      day('取消的', 30, { cancelledAt: new Date() }),
    ])
    .returning({ id: openDay.id })
  const { data } = await ask(api, await newsWith(`{{开放日 广州}}\n\n{{开放日 ${rows[2]?.id}}}`))
  expect(data).toMatchObject({
    body: '',
    parts: [
      {
        embed: {
          type: 'open_days',
          city_code: '4401',
          open_days: [{ title: '后天', state: 'open' }],
        },
      },
      { embed: { type: 'open_days', open_days: [{ title: '昨天', state: 'past' }] } },
    ],
  })
})

test('withdrawn content and empty embeds are left out', async () => {
  const id = await addSchool(database, '撤下的学校')
  await database.db.update(school).set({ withdrawnAt: new Date() }).where(eq(school.id, id))
  const { data } = await ask(api, await newsWith(`文字。\n\n{{学校 ${id}}}\n\n{{开放日 北京}}\n\n{{乱写 1}}`))
  expect(data).toMatchObject({ body: '<p>文字。</p>' })
  expect(data).not.toHaveProperty('parts')
})

test('markup in attributes and nested markup is no embed', async () => {
  const hostile = [
    `<p>a</p><img src="/media/images/x.avif" width="1" height="1" alt="<p>{{学校 ${ids[0]}}}</p>">`,
    `<ul><li><p>{{学校 ${ids[0]}}}</p></li></ul>`,
    `<p><a href="/{{学校 ${ids[0]}}}" title="{{数量 深圳}}">b</a></p>`,
  ].join('\n')
  const { data } = await ask(api, await newsWith(hostile))
  expect(data).not.toHaveProperty('parts')
  expect(JSON.stringify(data)).not.toContain('<script')
})

test('all embeds of an article take one statement for each kind; lists of articles take none for them', async () => {
  const body = storedText(
    [
      `{{学校 ${ids.join(' ')}}}`,
      '{{列表 深圳 curriculum=ib}}',
      '{{列表 深圳 curriculum=ap}}',
      '有 {{数量 深圳}} 所，其中 {{数量 深圳 stage=high}} 所有高中。',
      '{{开放日 深圳}}',
      '{{开放日 广州}}',
      '{{开放日 999998}}',
      '{{开放日 999999}}',
    ].join('\n\n'),
  )
  const address = await newsWith(body)
  await database.db.insert(planning).values({ slug: 'embeds', title: '…', body })
  await database.db.insert(promotion).values({ slug: 'embeds', title: '…', body })
  const asked = vi.spyOn(database.pool, 'query')
  const statements = async (call: string) => {
    asked.mockClear()
    expect((await ask(api, call)).code).toBe(1000)
    return asked.mock.calls.filter(([statement]) => typeof statement === 'object').length
  }
  expect(await statements(address)).toBe(1 + 4)
  expect(await statements('/api/plannings')).toBeLessThanOrEqual(2)
  expect(await statements('/api/plannings/embeds')).toBe(1 + 4)
  expect(await statements('/api/promotions')).toBeLessThanOrEqual(2 + 4)
  asked.mockRestore()
  const lists = (await ask(api, '/api/plannings')).data
  expect(JSON.stringify(lists)).not.toContain('{{')
})

test('an article with embeds beyond the bounds, however it was stored, shows the first of them', async () => {
  const counts = Array.from({ length: 40 }, (_, nth) => `共 {{数量 深圳 fee_min=${nth}}} 所。`)
  const days = Array.from({ length: 40 }, (_, nth) => `{{开放日 ${900_000 + nth}}}`)
  const schools = Array.from({ length: 40 }, (_, nth) => `{{学校 ${ids[0]} ${800_000 + nth}}}`)
  const asked = vi.spyOn(database.pool, 'query')
  const answered = async (lines: string[]) => {
    const address = await newsWith(lines.join('\n\n'))
    asked.mockClear()
    const { data } = await ask(api, address)
    return { text: JSON.stringify(data), statements: asked.mock.calls.length }
  }
  const counted = await answered(counts)
  expect(counted.text.match(/共 \d+ 所/g)).toHaveLength(4)
  const shown = await answered([...schools, ...days])
  expect(shown.text.match(/"type":"schools"/g)).toHaveLength(30)
  expect((await answered(days)).statements).toBeLessThanOrEqual(2)
  asked.mockRestore()
})

test('a list whose items all begin with a box is a checklist', async () => {
  const { data } = await ask(
    api,
    await newsWith('- [ ] 看洗手间\n- [x] 看**食堂**\n\n另外：\n\n- 普通的一项\n- [ ] 混着写的'),
  )
  const [first = '', second = ''] = String(Object(data)['body']).split('<p>另外：</p>')
  expect(first.replace(/>\s+</g, '><')).toContain(
    '<ul class="checklist"><li><label><input type="checkbox">看洗手间</label></li>' +
      '<li><label><input type="checkbox" checked>看<strong>食堂</strong></label></li></ul>',
  )
  expect(second).toContain('☐ 混着写的')
  expect(second).not.toContain('checkbox')
})

test('the coming open days of a city are those that can be booked, where there are some', async () => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  const day = (hours: number, open: boolean) => ({
    cityCode: '4406',
    title: `${open ? '可约' : '截止'} ${hours}`,
    startsAt: at(hours),
    endsAt: at(hours + 2),
    bookingClosesAt: open ? null : at(-1),
  })
  const closed = [24, 25, 26, 27, 28].map((hours) => day(hours, false))
  await database.db.insert(openDay).values(closed)
  const address = await newsWith('{{开放日 佛山}}')
  const titles = async () => {
    const { data } = await ask(api, address)
    return JSON.stringify(data).match(/(?:可约|截止) \d+/g)
  }
  expect(await titles()).toEqual(['截止 24', '截止 25', '截止 26', '截止 27', '截止 28'])
  await database.db.insert(openDay).values([30, 31, 32, 33, 34, 35].map((hours) => day(hours, true)))
  expect(await titles()).toEqual(['可约 30', '可约 31', '可约 32', '可约 33', '可约 34'])
})
