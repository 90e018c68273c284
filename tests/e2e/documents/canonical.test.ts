import sharp from 'sharp'
import { expect, test } from 'vitest'
import { metaOf, readPage } from '#tests/support/pages/page-data.ts'
import { firstSchoolId, siteUrl } from '#tests/support/site/site-url.ts'

const canonicalOf = (document: Document) =>
  document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? undefined

test.each([
  'utm_source=x&utm_medium=y',
  'from=singlemessage&isappinstalled=0',
  'bd_vid=123',
  'gclid=abc',
  'nonsense=1',
])('canonical addresses drop ?%s', async (query) => {
  const school = `/school/${await firstSchoolId()}/`
  for (const path of ['/', '/schoollist/shenzhen/ib/', '/news/beijing/', '/toplist/shenzhen/', school]) {
    const { document } = await readPage(`${path}?${query}`)
    expect(canonicalOf(document)).toBe(`https://school.example${path}`)
    expect(metaOf(document, 'og:url')).toBe(`https://school.example${path}`)
  }
})

test.each([
  ['/shenzhen/', '/'],
  ['/news/', '/news/shenzhen/'],
  ['/news/shenzhen/?page=1&from=timeline', '/news/shenzhen/'],
  ['/toplist/', '/toplist/shenzhen/'],
  ['/courseib/', '/courseib/shenzhen/'],
  ['/schoollist/shenzhen/?stage=high', '/schoollist/shenzhen/high/'],
  ['/privite/', '/privacypolicypc/'],
])('%s is canonical as %s', async (path, canonical) => {
  const { document } = await readPage(path)
  expect(canonicalOf(document)).toBe(`https://school.example${canonical}`)
  expect(metaOf(document, 'robots')).toBeUndefined()
})

test.each([
  '/search/',
  '/search/?q=ib',
  '/schoollist/书院/',
  '/schoollist/shenzhen/书院/',
  '/schoollist/shenzhen/?sort=tuition_asc',
  '/schoollist/shenzhen/?stage=high&kind=bilingual',
  '/schoollist/shenzhen/ib/?fee_max=100000',
  '/schoollist/shenzhen/?boarding=full',
  '/openday/shenzhen/?state=open',
  '/openday/shenzhen/?month=2020-01',
  '/compare/',
  '/login/',
  '/order/?orderType=consult',
  '/404/',
  '/no/such/page/',
])('%s is not to be indexed and names no canonical address', async (path) => {
  const { document, graph } = await readPage(encodeURI(path))
  expect(metaOf(document, 'robots')).toMatch(/^noindex/)
  expect(canonicalOf(document)).toBeUndefined()
  expect(graph).toEqual([])
})

test('pages have the metadata that share cards and Chinese search engines require', async () => {
  const school = await readPage(`/school/${await firstSchoolId()}/`)
  expect(metaOf(school.document, 'og:title')).toBe(
    '深圳弦歌公学｜A-Level、香港DSE 国际学校，学费 24.4–27\u00a0万/年',
  )
  const home = await readPage('/')
  expect(metaOf(home.document, 'og:title')).toBe(home.document.title.replace(/_择校通$/, ''))
  for (const { document } of [home, school]) {
    expect(metaOf(document, 'og:description')).toBe(
      metaOf(document, 'description')
        ?.replace(/(?<=。).*/, '')
        .replaceAll(',', '，')
        .replaceAll(':', '：'),
    )
    expect(metaOf(document, 'og:type')).toBe('website')
    expect(metaOf(document, 'og:site_name')).toBe('择校通')
    expect(metaOf(document, 'og:locale')).toBe('zh_CN')
    expect(metaOf(document, 'applicable-device')).toBe('pc,mobile')
    const image = metaOf(document, 'og:image') ?? ''
    expect(image).toMatch(/^https:\/\/school\.example\//)
    const answer = await fetch(siteUrl() + new URL(image).pathname)
    expect(answer.status).toBe(200)
    const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata()
    // Messengers show no drawings.
    expect(format).toMatch(/^(?:jpeg|png)$/)
    expect(metaOf(document, 'og:image:width')).toBe(String(width))
    expect(metaOf(document, 'og:image:height')).toBe(String(height))
  }
  const answer = await fetch(siteUrl())
  expect(answer.headers.get('cache-control')).toContain('no-transform')
  const privacy = await readPage('/privacypolicypc/')
  expect(metaOf(privacy.document, 'mobile-agent')).toBe('format=html5;url=https://school.example/privite/')
})

test('the page of an open day in the past leads to the coming ones', async () => {
  const answer = await fetch(`${siteUrl()}/api/opendays?city_code=4403&state=past&page_size=3`)
  const { data }: { data: { items: { id: number }[] } } = await answer.json()
  expect(data.items.length).toBeGreaterThan(0)
  for (const { id } of data.items) {
    const page = await readPage(`/openday/${id}/`)
    expect(page.document.querySelector('main a[href="/openday/shenzhen/"]')).not.toBeNull()
  }
})
