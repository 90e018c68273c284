import { expect, test } from 'vitest'
import { listConsents, listRequests } from '#server/contract/accounts/account.ts'
import { listCenterCollect } from '#server/contract/accounts/center.ts'
import { listNews } from '#server/contract/articles/articles.ts'
import { listOpenDays } from '#server/contract/open-days.ts'
import { listGraduates, listTeachers, listViews } from '#server/contract/schools/school-content.ts'
import { listSchools } from '#server/contract/schools/schools.ts'
import { answer } from '#tests/support/routes/fake-api.ts'
import { listOf, noFacets, sampleApi, schoolCard } from '#tests/support/routes/sample-api.ts'
import { get, loggedIn } from '#tests/support/routes/visit.ts'

/** Page numbers in addresses: `?page=2` is a page of its own, everything that is no number is the first one. */

const lists = [
  '/news/shenzhen/',
  '/openday/shenzhen/',
  '/schoollist/shenzhen/',
  '/school/7/news/',
  '/school/7/faq/',
  '/school/7/graduates/',
  '/school/7/teachers/',
  '/mycollect/',
  '/personal/requests/',
  '/personal/questions/',
  '/personal/corrections/',
  '/personal/consents/',
] as const

function pagesAsked({ api }: Awaited<ReturnType<typeof get>>): unknown[] {
  return api.calls.map(({ input }) => input['page']).filter((page) => page !== undefined)
}

test.each(lists)('%s asks for the first page whatever else stands there', async (path) => {
  for (const page of ['', '?page=0', '?page=-1', '?page=1.5', '?page=two', '?page=01']) {
    const answered = await get(path + page, { cookies: loggedIn })
    expect([page, answered.status]).toEqual([page, 200])
    expect([page, pagesAsked(answered)]).toEqual([page, ['1']])
  }
})

test('a number beyond all lists is asked for as the greatest one that the API takes', async () => {
  expect(pagesAsked(await get('/news/shenzhen/?page=99999999999'))).toEqual(['10000'])
})

test.each([
  '/schoollist/shenzhen/',
  '/map/shenzhen/',
  '/openday/shenzhen/',
  '/news/shenzhen/',
  '/school/7/news/',
  '/school/7/faq/',
  '/school/7/graduates/',
  '/school/7/teachers/',
  '/mycollect/',
])('%s leads from a page beyond the last to the last one', async (path) => {
  expect(await get(`${path}?page=9`, { cookies: loggedIn })).toMatchObject({ status: 302, location: path })
})

test.each(['/personal/requests/', '/personal/questions/', '/personal/corrections/', '/personal/consents/'])(
  '%s leads from a page beyond the last to the last one, kept by nobody',
  async (path) => {
    const { status, location, headers } = await get(`${path}?page=9`, { cookies: loggedIn })
    expect([status, location]).toEqual([303, path])
    expect(headers.get('cache-control')).toBe('private, no-store')
  },
)

/** Twenty-five rows, of which the second page holds the rest. */
const more = { total: 25, page: 2, page_size: 20 }
const news = {
  id: 13,
  title: '第二页的资讯',
  published_at: '2026-04-02T02:00:00Z',
  updated_at: '2026-04-02T02:00:00Z',
}
const view = { id: 21, school_id: 7, title: '动态', published_at: '2026-04-02T02:00:00Z', likes: 0 }
const longApi = () =>
  sampleApi(
    answer(listNews, listOf([news], more)),
    answer(listSchools, { ...listOf([schoolCard()], more), facets: noFacets }),
    answer(listViews, listOf([view], more)),
    answer(listGraduates, listOf([{ id: 22, school_id: 7, name: '陈同学', likes: 0 }], more)),
    answer(listTeachers, listOf([{ id: 23, school_id: 7, name: '王老师', role: '校长' }], more)),
  )

test.each([
  ['/news/shenzhen/', '第2页'],
  ['/schoollist/shenzhen/', '第2页'],
  ['/school/7/news/', '第2页'],
  ['/school/7/graduates/', '第2页'],
  ['/school/7/teachers/', '第2页'],
])('the second page of %s has a title and a canonical address of its own', async (path, words) => {
  const { status, title, canonical } = await get(`${path}?page=2&utm_source=ad`, { api: longApi() })
  expect(status).toBe(200)
  expect(title).toContain(words)
  expect(canonical).toBe(`http://school.example${path}?page=2`)
})

const empty = listOf<never>([])

test.each([
  ['/news/shenzhen/', answer(listNews, empty)],
  ['/schoollist/shenzhen/', answer(listSchools, { ...empty, facets: noFacets })],
  ['/school/7/news/', answer(listViews, empty)],
  ['/school/7/graduates/', answer(listGraduates, empty)],
])('%s without anything answers 200 and is not indexed', async (path, nothing) => {
  const answered = await get(path, { api: sampleApi(nothing) })
  expect(answered.status).toBe(200)
  expect(answered.meta('robots')).toBe('noindex,follow')
  expect(answered.canonical).toBeUndefined()
})

test.each([
  ['/mycollect/', answer(listCenterCollect, empty), 'cards'],
  ['/personal/requests/', answer(listRequests, empty), 'items'],
  ['/personal/consents/', answer(listConsents, empty), 'groups'],
])('%s without anything is a page', async (path, nothing, rows) => {
  const { status, data } = await get(path, { api: sampleApi(nothing), cookies: loggedIn })
  expect(status).toBe(200)
  expect(data).toMatchObject({ [rows]: [] })
})

test('a month of open days, only those that can be booked, has its own address for each page', async () => {
  const many = answer(listOpenDays, ({ page }) => listOf([], { total: 30, page, page_size: 20 }))
  const { location } = await get('/openday/shenzhen/?month=2027-05&state=open&page=3', {
    api: sampleApi(many),
  })
  expect(location).toBe('/openday/shenzhen/?month=2027-05&state=open&page=2')
  const { api } = await get('/openday/shenzhen/?month=2027-05&state=open')
  expect(api.calls.find(({ path }) => path === '/api/opendays')?.input).toMatchObject({
    month: '2027-05',
    state: 'open',
  })
})
