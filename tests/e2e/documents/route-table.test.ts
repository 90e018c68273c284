import { readFileSync } from 'node:fs'
import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tokenOn } from '#tests/support/accounts/site-login.ts'
import { startProcess, type SiteProcess } from '#tests/support/site/site-process.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'

/**
 * The specification's table of routes, row by row, in `route-table.txt`: the route as it is written there; an address of
 * it and its status; heading, title, keywords and description. What the sample content moves with the calendar is looked
 * up: `{news}`, `{newsTitle}`, `{viewTitle}`, `{graduation}`, `{day}`, `{openDays}` and the like.
 */
const table = readFileSync(new URL('./route-table.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n\n')
  .map((row) => row.split('\n'))

/** The rows of the specification's table, as it writes them. */
const routes = [
  '/:home?',
  '/404 (layout clear)',
  '/aboutus',
  '/city',
  '/contact',
  '/cooperation',
  '/course:id?/:city?',
  '/exhibitors (layout activt, title 参展方签到)',
  '/grade/:city?',
  '/login',
  '/mycollect',
  '/news/:city?',
  '/news/:id/:city?',
  '/openday/:city?',
  '/parents (layout activt, title 家长活动签到)',
  '/personal',
  '/personal/edit',
  '/planning/:city?',
  '/privacypolicypc',
  '/privite',
  '/promote/:city?',
  '/school/:sid',
  '/school/:sid/aboutus, /admissions, /faq, /graduates, /teachers',
  '/school/:sid/graduates/:id',
  '/school/:sid/news and /school/:sid/news/:id',
  '/schoollist and /schoollist/:q',
  '/schoollist/{city} and /schoollist/{city}/:q',
  '/search',
  '/signdetail (layout clear, title 签到详情)',
  '/toplist/:city?',
  '/xiaobangmei',
  'unmatched',
]

/** Those pages need a login, and this site's messages. */
let ownSite: SiteProcess
let token: string
let known: ReadonlyMap<string, string>
beforeAll(async () => {
  ownSite = await startProcess({ SAMPLE: 'off', SMS: 'console', TRUST_PROXY: 'loopback' })
  token = await tokenOn(ownSite, '13800007001')
  known = await lookUp()
})
afterAll(() => ownSite.stop())

type Item = {
  id: number
  title: string
  summary: string
  year: number
  published_at: string
  city_code?: string
}

async function listAt(call: string): Promise<{ items: [Item]; total: number }> {
  const answer: { data: { items: [Item]; total: number } } = await (await fetch(siteUrl() + call)).json()
  return answer.data
}

async function firstOf(call: string): Promise<Item> {
  const { items } = await listAt(call)
  return items[0]
}

/** What stands in braces in the table. */
async function lookUp(): Promise<ReadonlyMap<string, string>> {
  const { id: school } = await firstOf('/api/schools?city_code=4403&stage=high')
  const news = await firstOf('/api/news?city_code=4403')
  const graduate = await firstOf(`/api/school/graduates?school_id=${school}`)
  const view = await firstOf(`/api/school/views?school_id=${school}`)
  const titles = async (call: string) => {
    const { items } = await listAt(call)
    return items
      .slice(0, 3)
      .map(({ title }) => title)
      .join('、')
  }
  // A city's own come before those for every city.
  const planningTitles = async (city: string) => {
    const { items } = await listAt(`/api/plannings?city_code=${city}&page_size=50`)
    const isForAll = ({ city_code: of }: Item) => Number(of === undefined)
    const sorted = items.toSorted((one, other) => isForAll(one) - isForAll(other))
    return sorted
      .slice(0, 3)
      .map(({ title }) => title)
      .join('、')
  }
  const openDays = (city: string) => listAt(`/api/opendays?city_code=${city}&period=upcoming`)
  const day = new Date(Date.parse(view.published_at) + 8 * 3_600_000)
  const values = {
    school,
    news: news.id,
    newsTitle: news.title,
    newsSummary: news.summary,
    graduate: graduate.id,
    graduation: graduate.year,
    view: view.id,
    viewTitle: view.title,
    viewSummary: view.summary,
    newsTitles: await titles('/api/news?city_code=4403'),
    guangzhouNewsTitles: await titles('/api/news?city_code=4401'),
    planningTitles: await planningTitles('4403'),
    huizhouPlanningTitles: await planningTitles('4413'),
    openDays: (await openDays('4403')).total,
    dongguanOpenDays: (await openDays('4419')).total,
    day: `${day.getUTCFullYear()}年${day.getUTCMonth() + 1}月${day.getUTCDate()}日`,
    year: `${new Date(Date.now() + 8 * 3_600_000).getUTCFullYear()}年`,
  }
  return new Map(Object.entries(values).map(([name, value]) => [name, String(value)]))
}

/** A text with ordinary spaces: pages keep figures and their units on one line. */
const breakable = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ')

const filled = (text = '') =>
  text.replaceAll(/\{(\w+)\}/g, (written, name: string) => known.get(name) ?? written)

test('the table has every row of the specification and no other', () => {
  expect(new Set(table.map(([route]) => route))).toEqual(new Set(routes))
})

test.each(table)('%s: %s', async (_route, written = '', ...texts) => {
  const [address = '', status, login] = written.split(' ')
  const origin = login === undefined ? siteUrl() : ownSite.url
  const response = await fetch(origin + encodeURI(filled(address)), {
    redirect: 'manual',
    headers: login === undefined ? {} : { cookie: `token=${token}` },
  })
  const { document } = new JSDOM(await response.text()).window
  const contentOf = (name: string) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content')
  expect(String(response.status)).toBe(status)
  const shown = [
    document.querySelector('h1')?.textContent?.trim(),
    document.title,
    contentOf('keywords'),
    contentOf('description'),
  ]
  expect(shown.map(breakable)).toEqual(texts.map((text) => breakable(filled(text))))
})

test.each(['/mycollect/', '/personal/', '/personal/edit/'])(
  '%s is guarded: without a login it leads there and back',
  async (address) => {
    const response = await fetch(siteUrl() + address, { redirect: 'manual' })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(`/login/?redirect=${encodeURIComponent(address)}`)
  },
)

test.each([
  ['/mars/', '/404/'],
  ['/news/12/mars/', '/404/'],
  ['/openday/mars/', '/404/'],
  ['/course/mars/', '/404/'],
  ['/planning/mars/', '/404/'],
  ['/promote/mars/', '/404/'],
  ['/news/shenzhen/12/', '/news/shenzhen/'],
])('%s leads to %s', async (from, to) => {
  const response = await fetch(siteUrl() + from, { redirect: 'manual' })
  expect([301, 302]).toContain(response.status)
  expect(response.headers.get('location')).toBe(to)
})

test.each([
  ['/openday/', '/openday/beijing/'],
  ['/news/', '/news/beijing/'],
  ['/news/1/', '/news/1/beijing/'],
  ['/course/', '/course/beijing/'],
  ['/courseib/', '/courseib/beijing/'],
  ['/planning/?topic=budget', '/planning/beijing/?topic=budget'],
  ['/promote/', '/promote/beijing/'],
])('%s gets the stored city filled in: %s', async (from, to) => {
  const response = await fetch(siteUrl() + from, {
    redirect: 'manual',
    headers: { cookie: 'position=beijing' },
  })
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe(to)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
})

test.each([
  '/news/999999/',
  '/courseno-such/',
  '/courseno-such/foshan/',
  '/planning/shenzhen/?topic=no-such',
])('%s is unknown at its own address', async (address) => {
  expect((await fetch(siteUrl() + address, { redirect: 'manual' })).status).toBe(404)
})

test('the link to the lite version sets its cookie and redirects to the page it was on', async () => {
  const from = `${siteUrl()}/news/shenzhen/?page=1`
  const choose = async (on: string, referer: string) =>
    fetch(`${siteUrl()}/lite/?on=${on}`, { redirect: 'manual', headers: { referer } })
  const chosen = await choose('1', from)
  expect(chosen.headers.get('location')).toBe('/news/shenzhen/?page=1')
  expect(chosen.headers.get('set-cookie')).toMatch(/^lite=1;/)
  expect((await choose('0', from)).headers.get('set-cookie')).toMatch(/^lite=0;/)
  expect((await choose('1', 'https://evil.example/x')).headers.get('location')).toBe('/')
})
