import { expect, test } from 'vitest'
import { getLocation } from '#server/contract/browser/location.ts'
import { answer, NoEnvelope, Refusal } from '#tests/support/routes/fake-api.ts'
import { sampleApi } from '#tests/support/routes/sample-api.ts'
import { get, post } from '#tests/support/routes/visit.ts'

/** The city of a page whose address may end in one (specification section 2). */

const position = (code: string, name: string) => JSON.stringify({ area_code: code, area_name: name })
const guangzhou = { position: position('4401', '广州') }

/** Addresses without a city, and the same of Guangzhou. */
const optionalCity = [
  ['/', '/guangzhou/'],
  ['/courseib/', '/courseib/guangzhou/'],
  ['/toplist/', '/toplist/guangzhou/'],
  ['/map/', '/map/guangzhou/'],
  ['/grade/', '/grade/guangzhou/'],
  ['/news/', '/news/guangzhou/'],
  ['/news/12/', '/news/12/guangzhou/'],
  ['/openday/', '/openday/guangzhou/'],
  ['/course/', '/course/guangzhou/'],
  ['/planning/', '/planning/guangzhou/'],
  ['/promote/', '/promote/guangzhou/'],
  ['/schoollist/', '/schoollist/guangzhou/'],
] as const

test.each(optionalCity)('%s is about Shenzhen without a cookie, and stores no city', async (address) => {
  const answer = await get(address)
  expect(answer.status).toBe(200)
  expect(answer.cookies).not.toHaveProperty('position')
  expect(answer.title).not.toContain('广州')
})

test.each(optionalCity)(
  '%s with the cookie of Guangzhou leads to %s, query and all',
  async (address, own) => {
    const answer = await get(`${address}?from=ad`, { cookies: guangzhou })
    expect(answer).toMatchObject({ status: 302, location: `${own}?from=ad` })
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.api.calls).toEqual([])
  },
)

test.each(optionalCity)('%s with the cookie of Shenzhen does not redirect', async (address) => {
  expect((await get(address, { cookies: { position: position('4403', '深圳') } })).status).toBe(200)
})

test.each(optionalCity)('%s: its address with a city stores that city', async (_address, own) => {
  const answer = await get(own)
  expect(answer.status).toBe(200)
  expect(JSON.parse(answer.cookies['position'] ?? '')).toEqual({ area_code: '4401', area_name: '广州' })
})

test.each(optionalCity)('%s: its address with a city asks the API for that city', async (_address, own) => {
  const { api } = await get(own)
  const asked = api.calls.filter(({ input }) => 'city_code' in input).map(({ input }) => input['city_code'])
  expect(new Set(asked)).toEqual(new Set(['4401']))
})

test('the cookie is written when the city changes, and not for a prefetch', async () => {
  expect((await get('/news/guangzhou/', { cookies: guangzhou })).cookies).not.toHaveProperty('position')
  const prefetch = await get('/news/guangzhou/', { headers: { 'sec-purpose': 'prefetch' } })
  expect(prefetch.status).toBe(200)
  expect(prefetch.cookies).not.toHaveProperty('position')
})

test.each([
  '/nowhere/',
  '/courseib/nowhere/',
  '/toplist/nowhere/',
  '/map/nowhere/',
  '/grade/nowhere/',
  '/news/12/nowhere/',
  '/openday/nowhere/',
  '/course/nowhere/',
  '/planning/nowhere/',
  '/promote/nowhere/',
  '/schoollist/nowhere/ib/',
])('%s names no operating city: to /404/, and no city is stored', async (address) => {
  const answer = await get(address, { cookies: guangzhou })
  expect(answer).toMatchObject({ status: 302, location: '/404/', cookies: {} })
  expect(answer.api.calls).toEqual([])
})

test.each([
  ['a bare code', '4401'],
  ['a bare pinyin', 'guangzhou'],
])('a cookie with %s is read too', async (_name, value) => {
  expect((await get('/', { cookies: { position: value } })).location).toBe('/guangzhou/')
})

test.each([
  ['an unknown code', position('9999', '火星')],
  ['no JSON', '{"area_code'],
  ['JSON of another kind', '["4401"]'],
])('a cookie with %s is as if there were none', async (_name, value) => {
  expect((await get('/', { cookies: { position: value } })).status).toBe(200)
})

test('a city in place of a news id redirects permanently to the list of that city', async () => {
  expect(await get('/news/beijing/shenzhen/')).toMatchObject({ status: 301, location: '/news/beijing/' })
})

test("an address like a file's is no city and answers 404", async () => {
  expect((await get('/apple-touch-icon.png')).status).toBe(404)
})

test('定位: the located city, or the words of the specification', async () => {
  const place = { longitude: 121.47, latitude: 31.23, adcode: '310101' }
  const locate = async (...given: Parameters<typeof sampleApi>) =>
    post('/city/', {}, { api: sampleApi(...given) })

  expect((await locate()).actionData).toEqual({ city: '4401' })
  expect((await locate(answer(getLocation, place))).actionData).toEqual({ message: '当前区域不在运营地区' })
  const failed = { message: '没能定位（地理位置获取错误2），请直接选城市' }
  const refused = await locate(answer(getLocation, new Refusal(1503, '服务暂时不可用')))
  expect(refused).toMatchObject({ status: 503, actionData: failed })
  const limited = await locate(answer(getLocation, new Refusal(1429, '操作太频繁，请 30 秒后再试')))
  expect(limited).toMatchObject({ status: 429, actionData: { message: '操作太频繁，请 30 秒后再试' } })
  const away = sampleApi(answer(getLocation, new NoEnvelope()))
  const unreachable = await post('/city/', {}, { api: away, reports: true })
  expect(unreachable).toMatchObject({ status: 503, actionData: failed })
})
