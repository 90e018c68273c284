import { expect, test } from 'vitest'
import { listSchools } from '#server/contract/schools/schools.ts'
import { answer } from '#tests/support/routes/fake-api.ts'
import { listOf, noFacets, sampleApi, schoolCard } from '#tests/support/routes/sample-api.ts'
import { get } from '#tests/support/routes/visit.ts'

/** The map of a city's schools: the list's filters, numbers that go on over pages, schools without coordinates. */

const place = { lat: 22.485, lng: 113.915 }

test('the filters and the search of the address are those of the call', async () => {
  const { api } = await get('/map/shenzhen/?stage=high&district=nanshan&fee_max=200000&q=%E5%BC%A6%E6%AD%8C')
  expect(api.calls.find(({ path }) => path === '/api/schools')?.input).toMatchObject({
    city_code: '4403',
    stage: 'high',
    district: 'nanshan',
    fee_max: '200000',
    q: '弦歌',
    page_size: '40',
  })
})

test('markers are numbered as the list beside them, over pages', async () => {
  const cards = [schoolCard({ id: 7, ...place }), schoolCard({ id: 8 })]
  const { data } = await get('/map/shenzhen/?page=2', {
    api: sampleApi(
      answer(listSchools, { ...listOf(cards, { total: 42, page: 2, page_size: 40 }), facets: noFacets }),
    ),
  })
  expect(data).toMatchObject({
    schools: [
      { id: 7, number: 41, ...place },
      { id: 8, number: 42 },
    ],
  })
})

test('a school that takes nobody says so beside its name', async () => {
  const cards = [schoolCard({ id: 7, ...place, state: 'not_enrolling' })]
  const { data } = await get('/map/shenzhen/', {
    api: sampleApi(answer(listSchools, { ...listOf(cards), facets: noFacets })),
  })
  expect(data).toMatchObject({ schools: [{ id: 7, state: '暂停招生' }] })
})

test('a page beyond the last redirects to the last', async () => {
  const { status, location } = await get('/map/shenzhen/?page=9&stage=high')
  expect({ status, location }).toEqual({ status: 302, location: '/map/shenzhen/?stage=high' })
})

test('only the whole map of a city is indexed', async () => {
  expect((await get('/map/shenzhen/')).meta('robots')).not.toBe('noindex,follow')
  expect((await get('/map/shenzhen/?stage=high')).meta('robots')).toBe('noindex,follow')
  expect((await get('/map/shenzhen/?q=%E5%BC%A6%E6%AD%8C')).meta('robots')).toBe('noindex,follow')
})

test('the map begins the way where the address says, unless that is far away', async () => {
  expect((await get('/map/shenzhen/?near=shekou')).data).toMatchObject({
    from: { name: '蛇口', lat: 22.485, lng: 113.915 },
  })
  expect((await get('/map/shenzhen/?near=39.9,116.4')).data).toMatchObject({ from: undefined })
})
