import { expect, test } from 'vitest'
import { listAddresses, listAddressParts, listPlaces } from '#server/contract/articles/addresses.ts'
import { listNews } from '#server/contract/articles/articles.ts'
import { getOpenDay } from '#server/contract/open-days.ts'
import { answer, Refusal } from '#tests/support/routes/fake-api.ts'
import { listOf, newsItem, openDay, sampleApi } from '#tests/support/routes/sample-api.ts'
import { get, load, loggedIn } from '#tests/support/routes/visit.ts'

/** Routes without a component: files for crawlers, feeds and calendars, and what scripts ask for. */

const origin = 'https://www.school.example'
const context = { publicOrigin: origin }
const moment = '2026-05-01T02:00:00Z'

test('robots.txt names the sitemap of the public origin, and one group for all robots', async () => {
  const { text, headers } = await get('/robots.txt', { context })
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(text.split('\n').slice(-2)).toEqual([`Sitemap: ${origin}/sitemap.xml`, ''])
  expect(text.match(/^Disallow: /gm)?.length).toBeGreaterThan(10)
  expect(text.indexOf('Disallow')).toBeGreaterThan(text.lastIndexOf('User-agent'))
})

test('a conditional request for a file answers 304 by tag or by date', async () => {
  const path = '/sitemap.xml'
  const { headers } = await get(path, { context })
  const [tag, changed] = [headers.get('etag') ?? '', headers.get('last-modified') ?? '']
  expect(tag).toMatch(/^W\/"/)
  expect(changed).toBe('Fri, 01 May 2026 02:00:00 GMT')
  const again = (given: Record<string, string>) => get(path, { context, headers: given })
  expect(await again({ 'if-none-match': tag })).toMatchObject({ status: 304, text: '' })
  expect(await again({ 'if-modified-since': changed })).toMatchObject({ status: 304, text: '' })
  expect((await again({ 'if-none-match': '"another"', 'if-modified-since': changed })).status).toBe(200)
})

test('the sitemap names the parts that are not empty, each with its last change', async () => {
  const { text } = await get('/sitemap.xml', { context })
  const names = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc)
  expect(names).toContain(`${origin}/sitemap/pages.xml`)
  expect(names).toContain(`${origin}/sitemap/schools-1.xml`)
  expect(names).not.toContain(`${origin}/sitemap/open-days.xml`)
  expect(text).toContain(
    `<loc>${origin}/sitemap/schools-1.xml</loc><lastmod>2026-05-01T02:00:00.000Z</lastmod>`,
  )
})

test('a part of the sitemap has the rows of every page of the API', async () => {
  const rows = answer(listAddresses, ({ after }) =>
    after === 0
      ? { items: [{ id: 7, changed_at: moment }], next: 7 }
      : { items: [{ id: 8, changed_at: moment }] },
  )
  const { text } = await get('/sitemap/schools-1.xml', { context, api: sampleApi(rows) })
  expect(text).toContain(`<loc>${origin}/school/7/</loc><lastmod>${moment}</lastmod>`)
  expect(text).toContain(`<loc>${origin}/school/8/</loc>`)
  const courses = sampleApi(
    answer(listAddressParts, [{ kind: 'courses', part: 1, rows: 1, changed_at: moment }]),
    answer(listAddresses, {
      items: [{ id: 3, slug: 'ib', city_codes: ['4403', '1101'], changed_at: moment }],
    }),
  )
  const { text: two } = await get('/sitemap/courses-1.xml', { context, api: courses })
  expect(two.match(/<loc>/g)).toHaveLength(2)
  expect(two).toContain(`${origin}/courseib/beijing/`)
})

test('lists in the sitemap have canonical spellings, and the month that a page shows by default is not listed', async () => {
  const places = answer(listPlaces, {
    cities: [{ page: 'toplist', city_code: '4401', changed_at: moment }],
    schools: [
      { city_code: '4403', changed_at: moment },
      { city_code: '4403', word: 'ib', changed_at: moment },
      { city_code: '4403', word: 'no-such-word', changed_at: moment },
    ],
    months: [
      { city_code: '4403', month: '2026-12', changed_at: moment },
      { city_code: '4403', month: '2027-01', changed_at: moment },
    ],
  })
  const addresses = async (part: string) => {
    const { text } = await get(`/sitemap/${part}.xml`, { context, api: sampleApi(places) })
    return [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc?.slice(origin.length))
  }
  expect(await addresses('cities')).toEqual(['/toplist/guangzhou/'])
  expect(await addresses('lists')).toEqual(['/schoollist/shenzhen/', '/schoollist/shenzhen/ib/'])
  expect(await addresses('open-day-months')).toEqual(['/openday/shenzhen/?month=2027-01'])
})

test.each(['schools-2', 'schools-0', 'schools', 'pages-1', 'nothing-1', 'schools-1.xml'])(
  '/sitemap/%s.xml is no part: 404',
  async (part) => {
    expect((await get(`/sitemap/${part}.xml`)).status).toBe(404)
  },
)

test('the feed of a city: its latest news, escaped, with ids that never change', async () => {
  const news = { ...newsItem, title: 'A & B <校>', updated_at: moment }
  const api = sampleApi(answer(listNews, listOf([news])))
  const { text, headers } = await get('/news/guangzhou/feed.xml', { context, api })
  expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  expect(text).toContain('<title>A &amp; B &lt;校&gt;</title>')
  expect(text).toContain(`<id>${origin}/news/12/</id>`)
  expect(text).toContain(`<updated>${moment}</updated>`)
  expect(api.calls.at(0)?.input).toMatchObject({ city_code: '4401' })
  expect((await get('/news/nowhere/feed.xml')).status).toBe(404)
  const unavailable = sampleApi(answer(listNews, new Refusal(1503, '')))
  expect((await get('/news/shenzhen/feed.xml', { api: unavailable })).status).toBe(503)
})

test('the open days to come of chosen schools for calendars, and none without schools', async () => {
  const { text, headers, api } = await get('/openday/shenzhen/calendar.ics?ids=7,8', { context })
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(headers.get('content-disposition')).toBe('attachment; filename="opendays-shenzhen.ics"')
  expect(headers.get('x-robots-tag')).toBe('noindex')
  expect(text).toContain('X-WR-CALNAME:2 所学校的开放日\r\n')
  // The same entry as in the file of that open day alone.
  const alone = await get('/openday/31/calendar.ics', { context })
  const entries = (file: string) => file.match(/^UID:.*$|^DTSTART.*$|^URL:.*$/gm)
  expect(entries(text)?.slice(0, 3)).toEqual(entries(alone.text))
  const asked = api.calls.find(({ path }) => path === '/api/opendays')?.input
  expect(asked).toMatchObject({ school_ids: '7,8', period: 'upcoming' })
  for (const query of ['', '?ids=', '?ids=x']) {
    expect((await get(`/openday/shenzhen/calendar.ics${query}`)).status).toBe(404)
  }
})

test('an open day for calendars; unknown ones answer 404, withdrawn ones 410', async () => {
  const { text, headers } = await get('/openday/31/calendar.ics', { context })
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(headers.get('content-disposition')).toBe('attachment; filename="openday-31.ics"')
  expect(text).toMatch(/^BEGIN:VCALENDAR\r\n/)
  expect(text).toContain('DTSTART:20270306T020000Z')
  expect(text).toContain(`URL:${origin}/openday/31/`)
  expect(text).toContain('TRIGGER:-P1D')
  for (const id of ['99', '0', 'x', '031']) {
    expect([id, (await get(`/openday/${id}/calendar.ics`)).status]).toEqual([id, 404])
  }
  const gone = answer(getOpenDay, new Refusal(1404, '', { withdrawn: true }))
  expect((await get('/openday/31/calendar.ics', { api: sampleApi(gone) })).status).toBe(410)
  const off = answer(getOpenDay, { ...openDay, state: 'cancelled' })
  expect((await get('/openday/31/calendar.ics', { api: sampleApi(off) })).text).toContain('STATUS:CANCELLED')
})

test('/lite/ stores the choice and redirects back to a page of this site', async () => {
  const from = { referer: 'http://school.example/school/7/?a=1' }
  expect(await get('/lite/?on=1', { headers: from })).toMatchObject({
    status: 302,
    location: '/school/7/?a=1',
    cookies: { lite: '1' },
  })
  expect((await get('/lite/?on=0', { headers: from })).cookies).toEqual({ lite: '0' })
  expect((await get('/lite/?on=1', { headers: { referer: 'https://evil.example/x/' } })).location).toBe('/')
  expect(
    (await get('/lite/?on=1', { headers: { referer: 'http://school.example//evil.example/' } })).location,
  ).toBe('/')
  expect((await get('/lite/?on=1', { headers: { ...from, 'sec-purpose': 'prefetch' } })).cookies).toEqual({})
})

test('the picture of browsers without scripts always sets its cookie', async () => {
  const { headers, cookies } = await get('/nojs.gif')
  expect(headers.get('content-type')).toBe('image/gif')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(cookies).toEqual({ nojs: '1' })
})

test('the visitor state is stored by no browser as a document either, and ends a session that has expired', async () => {
  const own = await get('/visitor/?profile=1', { cookies: loggedIn })
  expect(JSON.parse(own.text)).toMatchObject({ profile: { phone: '139****0001' } })
  expect(own.headers.get('cache-control')).toBe('private, no-store')
  const ended = await get('/visitor/?ids=7', {
    cookies: { token: 'a-token-that-nobody-knows', visitor: '1' },
  })
  expect(ended.cookies).toEqual({ token: '', visitor: '' })
})

test('the visitor state has what scripts ask for and is not cached', async () => {
  const cookies = { ...loggedIn, compare: '7.9' }
  const { data, headers, api } = await load('/visitor/?ids=7,8&profile=1', 'routes/visitor', { cookies })
  expect(data).toMatchObject({
    isLoggedIn: true,
    basket: [7, 9],
    asked: [7, 8],
    favourites: [7],
    profile: { phone: '139****0001' },
  })
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(api.calls.map(({ path }) => path).toSorted()).toEqual(['/api/center/collect', '/api/center/info'])
  const booked = await load('/visitor/?bookings=1', 'routes/visitor', { cookies })
  expect(booked.data).toMatchObject({ bookings: [{ openDayId: 31, lead: 'ABCDE12345' }] })
  const nobody = await load('/visitor/?ids=7&bookings=1', 'routes/visitor')
  expect(nobody.data).toMatchObject({ isLoggedIn: false, basket: [] })
  expect(nobody.api.calls).toEqual([])
})
