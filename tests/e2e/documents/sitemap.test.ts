import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phoneAgent } from '#tests/support/browser/browser.ts'
import { wireBytes } from '#tests/support/pages/wire-bytes.ts'
import { isProof } from '#tests/support/runner/sample.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'

/** The origin of canonical addresses in this suite. */
const origin = 'https://school.example'
/** Addresses of one part that are opened: all of the small parts, so many from all over the large ones. */
const opened = isProof ? 24 : 6
const small = isProof ? 60 : 12

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(siteUrl() + path, { headers: { 'user-agent': phoneAgent, ...headers }, redirect: 'manual' })

async function xml(path: string): Promise<Document> {
  const response = await get(path)
  expect(response.status, path).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^application\/(?:atom\+)?xml; charset=utf-8$/)
  const text = await response.text()
  return new JSDOM(text, { contentType: 'application/xml' }).window.document
}

/** The text of each `child` of each `parent`, undefined where there is none. */
function each(document: Document, parent: string, child: string): (string | undefined)[] {
  return [...document.getElementsByTagName(parent)].map(
    (entry) => entry.getElementsByTagName(child)[0]?.textContent ?? undefined,
  )
}

const parts = new Map<string, string[]>()

beforeAll(async () => {
  for (const address of each(await xml('/sitemap.xml'), 'sitemap', 'loc')) {
    const path = (address ?? '').slice(origin.length)
    parts.set(path, each(await xml(path), 'url', 'loc').map(String))
  }
})
afterAll(() => parts.clear())

test('the sitemap is split by kind, each address stands in it once and belongs to this site', () => {
  expect([...parts.keys()].map((path) => path.replace(/^\/sitemap\/(.*)\.xml$/, '$1'))).toEqual([
    'pages',
    'cities',
    'lists',
    'open-day-months',
    'schools-1',
    'school-about-1',
    'school-admissions-1',
    'school-teachers-1',
    'school-graduates-1',
    'school-news-1',
    'school-faq-1',
    'graduates-1',
    'views-1',
    'news-1',
    'open-days-1',
    'courses-1',
    'plannings-1',
  ])
  const all = [...parts.values()].flat()
  expect(all.length).toBeGreaterThan(1000)
  expect(new Set(all).size).toBe(all.length)
  expect(all.filter((address) => !address.startsWith(`${origin}/`) || address.length > 256)).toEqual([])
})

test('no address is in the sitemap that does not answer 200 with itself as canonical', async () => {
  const asked = [...parts.values()].flatMap((addresses) => {
    const step = addresses.length <= small ? 1 : addresses.length / opened
    return addresses.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
  })
  const wrong: string[] = []
  const next = asked.values()
  const work = async () => {
    for (const address of next) {
      const response = await get(address.slice(origin.length))
      const html = await response.text()
      const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
      const noindex = /<meta name="robots" content="[^"]*noindex/.test(html)
      if (response.status !== 200 || canonical !== address || noindex) {
        wrong.push(`${address}: ${response.status}, ${canonical}${noindex ? ', noindex' : ''}`)
      }
    }
  }
  await Promise.all(Array.from({ length: 6 }, work))
  expect(wrong).toEqual([])
  expect(asked.length).toBeGreaterThan(isProof ? 300 : 90)
}, 120_000)

test('the sitemap has the landing pages that have schools', async () => {
  const answer = await get('/api/school/categories?city_code=4413')
  const { data }: { data: Record<string, { slug?: string; value?: string; count: number }[]> } =
    await answer.json()
  const words = Object.values(data)
    .flat()
    .filter(({ count }) => count > 0)
    .map(({ slug, value }) => `${origin}/schoollist/huizhou/${slug ?? value}/`)
  const listed = parts.get('/sitemap/lists.xml')?.filter((address) => address.includes('/huizhou/'))
  expect(listed?.toSorted()).toEqual([`${origin}/schoollist/huizhou/`, ...words].toSorted())
})

test.each([
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap/schools-1.xml',
  '/sitemap/cities.xml',
  '/news/beijing/feed.xml',
])('%s is asked for again for nothing, and travels compressed', async (path) => {
  const first = await get(path)
  const text = await first.text()
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^W\/"[\w-]+"$/)
  for (const known of [etag, `"x", ${etag}`, '*']) {
    const again = await get(path, { 'if-none-match': known })
    expect([again.status, await again.text()]).toEqual([304, ''])
  }
  expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
  const changed = first.headers.get('last-modified') ?? new Date().toUTCString()
  const before = new Date(Date.parse(changed) - 1000).toUTCString()
  const dated = first.headers.has('last-modified')
  expect((await get(path, { 'if-modified-since': changed })).status).toBe(dated ? 304 : 200)
  expect((await get(path, { 'if-modified-since': before })).status).toBe(200)
  const head = await fetch(siteUrl() + path, { method: 'HEAD' })
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
  expect((await wireBytes(siteUrl() + path)).length).toBeLessThan(Buffer.byteLength(text))
})

test('robots.txt disallows personal pages only and names the sitemap', async () => {
  const lines = (await (await get('/robots.txt')).text()).split('\n')
  expect(lines).toContain(`Sitemap: ${origin}/sitemap.xml`)
  for (const name of ['Baiduspider', 'Sogou web spider', '360Spider', 'YisouSpider', 'Bytespider', '*']) {
    expect(lines).toContain(`User-agent: ${name}`)
  }
  const closed = lines.flatMap((line) => /^Disallow: (\/[^*]*)$/.exec(line)?.[1] ?? [])
  for (const path of ['/personal/', '/mycollect/', '/login/', '/order/', '/api/'])
    expect(closed).toContain(path)
  const all = [...parts.values()].flat().map((address) => address.slice(origin.length))
  expect(all.filter((path) => closed.some((start) => path.startsWith(start)))).toEqual([])
})

test.each([
  '/sitemap/schools-9.xml',
  '/sitemap/schools.xml',
  '/sitemap/cities-1.xml',
  '/sitemap/x.xml',
  '/news/paris/feed.xml',
])('%s does not exist', async (path) => {
  expect((await get(path)).status).toBe(404)
})

test('the feed of a city is valid Atom, has the news of its list, and is linked from its pages', async () => {
  const feed = await xml('/news/foshan/feed.xml')
  const atom = 'http://www.w3.org/2005/Atom'
  expect(feed.documentElement.namespaceURI).toBe(atom)
  const own = (name: string) =>
    [...feed.documentElement.children].filter(({ localName }) => localName === name)
  for (const name of ['id', 'title', 'updated', 'author']) expect(own(name), name).toHaveLength(1)
  const self = own('link').find((link) => link.getAttribute('rel') === 'self')
  expect(self?.getAttribute('href')).toBe(`${origin}/news/foshan/feed.xml`)
  expect(own('id')[0]?.textContent).toBe(`${origin}/news/foshan/feed.xml`)

  const entries = own('entry')
  const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
  for (const entry of entries) {
    const texts = Object.fromEntries([...entry.children].map((child) => [child.localName, child.textContent]))
    expect(texts['id']).toMatch(/^https:\/\/school\.example\/news\/\d+\/$/)
    expect(texts['title']).not.toBe('')
    expect(texts['updated']).toMatch(moment)
    expect(texts['published']).toMatch(moment)
    const link = entry.getElementsByTagName('link')[0]
    expect([link?.getAttribute('rel'), link?.getAttribute('href')]).toEqual(['alternate', texts['id']])
  }
  const answer = await get('/api/news?city_code=4406&page_size=30')
  const { data }: { data: { items: { title: string }[] } } = await answer.json()
  const titles = entries.map((entry) => entry.getElementsByTagName('title')[0]?.textContent)
  expect(titles).toEqual(data.items.map(({ title }) => title))

  const html = await (await get('/news/foshan/')).text()
  expect(html).toMatch(
    /<link rel="alternate" type="application\/atom\+xml"[^>]* href="\/news\/foshan\/feed\.xml"/,
  )
})
