import { beforeAll, expect, test } from 'vitest'
import { metaOf, nodesOf, readPage, type ReadPage } from '#tests/support/pages/page-data.ts'
import { pageKinds } from '#tests/support/pages/page-kinds.ts'
import { schemaProblems } from '#tests/support/pages/schema-check.ts'
import { siteUrl } from '#tests/support/site/site-url.ts'

const pages = new Map<string, ReadPage>()
let lite = ''

beforeAll(async () => {
  for (const [name, path] of await pageKinds(siteUrl())) pages.set(name, await readPage(path))
  const answer = await fetch(`${siteUrl()}/school/1/`, { headers: { 'save-data': 'on' } })
  lite = await answer.text()
}, 180_000)

function page(name: string): ReadPage {
  const found = pages.get(name)
  if (found === undefined) throw new Error(`no page kind ${name}`)
  return found
}

/** What `main` shows; its spaces may be ones that do not break. */
const visible = ({ document }: ReadPage) =>
  (document.querySelector('main')?.textContent ?? '').replaceAll('\u00a0', ' ')

/** What each kind of page is about. */
const kinds: [name: string, types: string[]][] = [
  ['home', ['WebSite', 'Organization', 'ItemList']],
  ['city chooser', ['BreadcrumbList']],
  ['school list', ['BreadcrumbList', 'ItemList']],
  ['ranked lists', ['BreadcrumbList', 'ItemList']],
  ['stages', ['BreadcrumbList', 'ItemList']],
  ['news', ['BreadcrumbList', 'ItemList']],
  ['news item', ['BreadcrumbList', 'NewsArticle']],
  ['open days', ['BreadcrumbList', 'Event']],
  ['courses', ['BreadcrumbList', 'ItemList']],
  ['course in a city', ['BreadcrumbList', 'Course']],
  ['planning', ['BreadcrumbList', 'ItemList']],
  ['planning article', ['BreadcrumbList', 'Article']],
  ['promotions', ['BreadcrumbList', 'ItemList']],
  ['advisor', ['BreadcrumbList']],
  ['about us', ['BreadcrumbList', 'Organization']],
  ['contact', ['BreadcrumbList', 'Organization']],
  ['cooperation', ['BreadcrumbList']],
  ['privacy policy', ['BreadcrumbList']],
  ['school', ['BreadcrumbList', 'HighSchool', 'Event']],
  ['school about', ['BreadcrumbList']],
  ['school admissions', ['BreadcrumbList', 'Event']],
  ['school questions', ['BreadcrumbList', 'FAQPage']],
  ['school graduates', ['BreadcrumbList', 'ItemList']],
  ['school graduate', ['BreadcrumbList', 'ProfilePage']],
  ['school teachers', ['BreadcrumbList', 'Person']],
  ['school news', ['BreadcrumbList', 'ItemList']],
  ['school news item', ['BreadcrumbList', 'NewsArticle']],
]

test.each(kinds)('the page %s has structured data of %s', (name, types) => {
  for (const type of types) expect(nodesOf(page(name).graph, type), type).not.toEqual([])
})

test('structured data of every page kind is valid in the vocabulary of schema.org', () => {
  const nodes = [...pages].flatMap(([name, { graph }]) => graph.map((node) => ({ name, node })))
  expect(nodes.length).toBeGreaterThan(40)
  expect(schemaProblems(nodes)).toEqual([])
  const broken = {
    '@type': 'Event',
    name: 'x',
    starts: '2026-01-01',
    offers: { '@type': 'Offer', price: true },
  }
  expect(schemaProblems([{ name: 'broken', node: broken }]).join()).toMatch(/broken: .*(starts|price)/)
}, 240_000)

/** What search engines document as required. */
const required: [type: string, properties: string[]][] = [
  ['BreadcrumbList', ['itemListElement']],
  ['ListItem', ['position', 'name']],
  ['ItemList', ['itemListElement', 'numberOfItems']],
  ['Event', ['name', 'startDate', 'location', 'eventStatus']],
  ['Place', ['name', 'address']],
  ['Offer', []],
  ['NewsArticle', ['headline', 'datePublished', 'dateModified', 'author', 'publisher', 'mainEntityOfPage']],
  ['Article', ['headline', 'dateModified', 'author', 'publisher', 'mainEntityOfPage']],
  ['FAQPage', ['mainEntity']],
  ['Question', ['name', 'acceptedAnswer']],
  ['Answer', ['text']],
  ['Course', ['name', 'description', 'provider']],
  ['ProfilePage', ['mainEntity']],
  ['Person', ['name']],
  ['HighSchool', ['name', 'url', 'address', '@id']],
  ['WebSite', ['name', 'url', 'potentialAction']],
  ['SearchAction', ['target', 'query-input']],
  ['Organization', ['name', 'url', 'logo']],
]

test.each(required)('every %s has the properties that search engines require: %s', (type, properties) => {
  const nodes = [...pages].flatMap(([, { graph }]) => nodesOf(graph, type))
  expect(nodes.length).toBeGreaterThan(0)
  for (const node of nodes)
    for (const property of properties) expect(node, JSON.stringify(node)).toHaveProperty([property])
})

test('structured breadcrumbs equal the visible ones', () => {
  for (const [name, { document, graph }] of pages) {
    const [list] = nodesOf(graph, 'BreadcrumbList')
    if (list === undefined) continue
    const shown = [...document.querySelectorAll('nav[aria-label="当前位置"] li')].map((step) => {
      const href = step.querySelector('a')?.getAttribute('href')
      // Spaces that do not break are of the page's layout.
      const name = step.textContent.replaceAll('\u00a0', ' ')
      return { name, ...(href ? { item: `https://school.example${href}` } : {}) }
    })
    const steps = nodesOf(list, 'ListItem').map(({ '@type': _type, position: _position, ...step }) => step)
    expect(steps, name).toEqual(shown)
  }
})

test('breadcrumbs of an article or a graduate end with its title', () => {
  for (const name of ['news item', 'planning article', 'school news item', 'school graduate']) {
    const { document } = page(name)
    const here = document.querySelector('nav[aria-label="当前位置"] [aria-current="page"]')?.textContent
    expect(here, name).toBe(document.querySelector('h1')?.textContent)
  }
})

test('names, texts and prices in structured data are visible on the page', () => {
  for (const [name, read] of pages) {
    const text = visible(read)
    const said = [
      ...nodesOf(read.graph, 'ItemList').flatMap((list) =>
        nodesOf(list, 'ListItem').map((item) => item['name']),
      ),
      ...nodesOf(read.graph, 'Event').map((event) => event['name']),
      ...nodesOf(read.graph, 'Question').map((question) => question['name']),
      ...nodesOf(read.graph, 'Answer').map((answer) => answer['text']),
      ...nodesOf(read.graph, 'NewsArticle').map((article) => article['headline']),
      ...nodesOf(read.graph, 'Course').map((course) => course['name']),
    ]
    for (const words of said) expect(text, `${name}: ${String(words)}`).toContain(words)
  }
  const school = page('school')
  const [node] = nodesOf(school.graph, 'HighSchool')
  expect(school.document.querySelector('h1')?.textContent).toBe(node?.['name'])
  const [price] = nodesOf(node, 'UnitPriceSpecification')
  const inTenThousands = (value: unknown) => String(Number((Number(value) / 10_000).toFixed(2)))
  expect(visible(school)).toContain(`${inTenThousands(price?.['minPrice'])}–`)
  expect(visible(school)).toContain(`–${inTenThousands(price?.['maxPrice'])}`)
  expect(visible(school)).toContain(node?.['telephone'])
  expect(node?.['disambiguatingDescription']).toContain('示例数据')
})

test('dates of open days and news in structured data are those that the page shows', () => {
  const moments = ({ document }: ReadPage) =>
    [...document.querySelectorAll('time')].map((time) => Date.parse(time.getAttribute('datetime') ?? ''))
  for (const name of ['open days', 'school', 'school admissions']) {
    const events = nodesOf(page(name).graph, 'Event')
    expect(events.length, name).toBeGreaterThan(0)
    for (const { startDate } of events) {
      expect(String(startDate)).toMatch(/\+08:00$/)
      expect(moments(page(name))).toContain(Date.parse(String(startDate)))
    }
  }
  for (const name of ['news item', 'school news item']) {
    const [article] = nodesOf(page(name).graph, 'NewsArticle')
    expect(moments(page(name))).toContain(Date.parse(String(article?.['datePublished'])))
  }
})

test('the availability of an open day in structured data equals its state on the page, and one in the past is no event', () => {
  const { document, graph } = page('open days')
  const items = [...document.querySelectorAll('main li')].filter((item) => item.querySelector('time'))
  const open = items.filter((item) => item.querySelector('a.button:not(.quiet)'))
  const stock = nodesOf(graph, 'Event').map((event) => nodesOf(event, 'Offer')[0]?.['availability'])
  expect(stock.filter((each) => each === 'https://schema.org/InStock')).toHaveLength(open.length)
  expect(stock).toHaveLength(items.filter((item) => !item.textContent.includes('已结束')).length)
})

test('articles have their dates in the formats of Baidu and Toutiao', () => {
  for (const name of ['news item', 'school news item']) {
    const { dates, document, graph } = page(name)
    const [article] = nodesOf(graph, 'NewsArticle')
    const published = String(article?.['datePublished'])
    expect(dates).toHaveLength(1)
    expect(dates[0]).toMatchObject({
      '@context': 'https://ziyuan.baidu.com/contexts/cambrian.jsonld',
      '@id': document.querySelector('link[rel="canonical"]')?.getAttribute('href'),
      title: document.querySelector('h1')?.textContent.replaceAll('\u00a0', ' '),
      pubDate: published.slice(0, 19),
    })
    expect(dates[0]?.['upDate']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/)
    expect(metaOf(document, 'bytedance:published_time')).toBe(published)
    expect(metaOf(document, 'bytedance:updated_time')).toBe(article?.['dateModified'])
    expect(metaOf(document, 'bytedance:lrDate_time')).toBe(article?.['dateModified'])
    expect(metaOf(document, 'og:type')).toBe('article')
  }
  for (const name of [
    'home',
    'school list',
    'ranked lists',
    'news',
    'school',
    'course in a city',
    'planning article',
  ])
    expect(page(name).dates, name).toEqual([expect.objectContaining({ upDate: expect.any(String) })])
  expect(page('school questions').dates[0]).toMatchObject({ lrDate: expect.any(String) })
  for (const name of ['about us', 'privacy policy', 'search', 'filtered list', '404'])
    expect(page(name).dates, name).toEqual([])
})

test('pages that are not indexed and lite pages have no structured data', () => {
  for (const name of ['filtered list', 'empty list', 'search', 'login', '404', 'unmatched'])
    expect(page(name).graph, name).toEqual([])
  expect(lite).toContain('</html>')
  expect(lite).not.toContain('ld+json')
})
