import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { beforeTests } from '#tests/support/runner/before-tests.ts'
import { phoneAgent } from '#tests/support/browser/browser.ts'
import { startCommand } from '#tests/support/operator/operator-process.ts'
import { startProcess, type SiteProcess } from '#tests/support/site/site-process.ts'

/** Content from its first day to the day it is taken back, as operators write it and visitors see it. */

let site: SiteProcess
let folder: string

const place = { city: 'shenzhen' }
const of = { ...place, school_key: 'new' }
const nextYear = new Date().getUTCFullYear() + 1
const rows: Record<string, object[]> = {
  schools: [
    {
      ...place,
      key: 'new',
      name: '承接学校',
      former_names: ['前名学校'],
      stages: 'high',
      district: 'nanshan',
      requests_agreed_on: '2026-01-05',
    },
    {
      ...place,
      key: 'old',
      name: '停办学校',
      kind: 'private',
      stages: 'high',
      district: 'nanshan',
      address: '学府路 1 号',
      state: 'closed',
      closed_at: '2025-07-12',
      successor: 'new',
    },
  ],
  views: [{ ...of, key: 'v', title: '动态一则', body: '原文在此', published_at: '2026-01-01' }],
  graduates: [{ ...of, key: 'g', name: '小林', story: '原文在此' }],
  news: [{ ...place, key: 'n', title: '资讯一则', body: '原文在此', published_at: '2026-01-01' }],
  courses: [{ key: 'c', slug: 'word', title: '课程一门', body: '原文在此' }],
  plannings: [{ key: 'p', slug: 'word', title: '规划一篇', body: '原文在此' }],
  'open-days': [
    { ...of, key: 'past', title: '去年的开放日', starts_at: '2025-03-01 09:00', ends_at: '2025-03-01 11:00' },
    {
      ...of,
      key: 'o',
      title: '明年的开放日',
      starts_at: `${nextYear}-03-01 09:00`,
      ends_at: `${nextYear}-03-01 11:00`,
    },
  ],
}

async function load(content: Readonly<Record<string, object[]>>): Promise<void> {
  const names = Object.entries(content).map(([entity, lines]) => {
    const name = `${entity}.jsonl`
    writeFileSync(path.join(folder, name), lines.map((line) => JSON.stringify(line)).join('\n'))
    return name
  })
  const done = startCommand(['import', ...names], folder, { DATA_DIR: site.dataDir })
  if ((await done.ended) !== 0) throw new Error(done.lines.join('\n'))
}

beforeTests(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'life-'))
  site = await startProcess({ SAMPLE: 'off', SMS: 'console' })
  await load(rows)
  return async () => {
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

async function open(address: string): Promise<{ status: number; html: string }> {
  const response = await fetch(site.url + address, { headers: { 'user-agent': phoneAgent } })
  // React parts neighbouring texts by comments.
  return { status: response.status, html: (await response.text()).replaceAll('<!-- -->', '') }
}

test('a school shows its former names and the schools it absorbed; a closed one says so and links to its successor', async () => {
  const [school, closed] = await Promise.all([open('/school/1/'), open('/school/2/')])
  expect([school.status, closed.status]).toEqual([200, 200])
  expect(school.html).toContain('曾用名：前名学校')
  expect(school.html).toMatch(/前身：.*<a href="\/school\/2\/">停办学校<\/a>/)
  expect(closed.html).toMatch(/学校已停办.*2025年7月12日.*<a href="\/school\/1\/">承接学校<\/a>承接/)
  expect((await open('/search/?q=%E5%89%8D%E5%90%8D%E5%AD%A6%E6%A0%A1')).html).toContain('href="/school/1/"')
  expect((await open('/sitemap/schools-1.xml')).html).toContain('/school/2/</loc>')
})

test('a past open day stays at its address and links to the coming ones', async () => {
  const { status, html } = await open('/openday/shenzhen/?month=2025-03')
  expect(status).toBe(200)
  expect(html).toContain('去年的开放日')
  expect(html).toMatch(/<a href="\/openday\/shenzhen\/">看近期开放日<\/a>/)
})

const addresses = [
  '/news/1/',
  '/school/1/news/1/',
  '/school/1/graduates/1/',
  '/courseword/shenzhen/',
  '/planning/shenzhen/?topic=word',
  '/openday/2/',
  '/openday/2.ics',
  '/order/?orderType=openday&openDayId=2',
]

test('withdrawn content answers 410 at its address with alternatives, and appears in no list, feed or sitemap', async () => {
  for (const address of addresses) expect((await open(address)).status, address).toBe(200)
  const summary = async () => {
    const files = ['news-1', 'views-1', 'graduates-1', 'courses-1', 'plannings-1', 'cities']
    const parts = await Promise.all(files.map((name) => open(`/sitemap/${name}.xml`)))
    return parts.map(({ html }) => html).join('') + (await open('/news/shenzhen/feed.xml')).html
  }
  const before = await summary()
  const words = [
    '/news/1/',
    '/school/1/news/1/',
    '/school/1/graduates/1/',
    'courseword',
    'topic=word',
    '资讯一则',
  ]
  for (const word of words) expect(before).toContain(word)

  const withdrawn = { withdrawn_at: '2026-02-01 09:00' }
  const kinds = Object.entries(rows).filter(([entity]) => entity !== 'schools')
  await load(
    Object.fromEntries(
      kinds.map(([entity, lines]) => [entity, lines.map((line) => ({ ...line, ...withdrawn }))]),
    ),
  )
  for (const address of addresses) {
    const { status, html } = await open(address)
    expect(status, address).toBe(410)
    expect(html).toContain('撤下')
    expect(html).not.toContain('原文在此')
    const isPage = !address.endsWith('.ics')
    expect(/<meta name="robots" content="noindex/.test(html), address).toBe(isPage)
    expect(/<h1[^>]*>(?:(?!<\/h1>).)*撤下/s.test(html), address).toBe(isPage)
    expect(/<a [^>]*href="\/(?:schoollist|school)\//.test(html), address).toBe(isPage)
  }
  const after = await summary()
  for (const word of words) expect(after).not.toContain(word)
  for (const list of [
    '/news/shenzhen/',
    '/school/1/news/',
    '/school/1/',
    '/course/shenzhen/',
    '/planning/shenzhen/',
  ]) {
    const { status, html } = await open(list)
    expect(status, list).toBe(200)
    expect(html, list).not.toMatch(/动态一则|资讯一则|课程一门|规划一篇|明年的开放日/)
  }
})
