import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { cities } from '#server/contract/cities.ts'
import { districtsOf } from '#server/contract/districts.ts'
import { getLocation } from '#server/contract/browser/location.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { createApi } from '#server/http/create-api.ts'
import { createLocator } from '#server/services/browser/location/locate.ts'
import { ask, dependenciesOn } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

const tencent = setupServer()
let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
  tencent.listen({ onUnhandledRequest: 'error' })
})
afterEach(() => tencent.resetHandlers())
afterAll(async () => {
  tencent.close()
  await database.close()
})

const failure = { status: 503, code: 1503, message: '地理位置获取错误2' }
const placeAddress = 'https://apis.map.qq.com/ws/geocoder/v1/'
const ipAddress = 'https://apis.map.qq.com/ws/location/v1/ip'

const byTable = () => createApi(dependenciesOn(database))
const byService = () => {
  const locate = createLocator({ key: 'the key', app: 'the app' })
  return createApi(dependenciesOn(database, { locate }))
}

/** A place as Tencent answers it. */
const found = (adcode: unknown) =>
  HttpResponse.json({
    status: 0,
    message: 'Success',
    result: { location: { lat: 22.54, lng: 114.06 }, ad_info: { nation: '中国', adcode } },
  })

test('every district of an operating city is found there by the built-in table', async () => {
  const api = byTable()
  for (const { code } of cities) {
    for (const { lat, lng } of districtsOf(code)) {
      const { data } = await ask(api, `/api/location?lat=${lat}&lng=${lng}`)
      expect(data).toMatchObject({ longitude: lng, latitude: lat, city_code: code })
    }
  }
})

test('a district is named by its own code, a town of Dongguan by its city', async () => {
  const api = byTable()
  const codeOf = async (code: string, { lat, lng }: { lat: number; lng: number }) => {
    const { data } = await ask(api, `/api/location?lat=${lat}&lng=${lng}`)
    const { adcode } = getLocation.data.parse(data)
    expect(adcode).toMatch(code === '4419' ? /^441900$/ : new RegExp(`^${code}(?!00)\\d\\d$`))
    return adcode
  }
  for (const { code } of cities) for (const district of districtsOf(code)) await codeOf(code, district)
  expect(await codeOf('4403', { lat: 22.53, lng: 113.93 })).toBe('440305')
  expect(await codeOf('4403', { lat: 22.6, lng: 114.48 })).toBe('440307')
  expect(await codeOf('1101', { lat: 39.99, lng: 116.31 })).toBe('110108')
})

test.each([
  ['Gongbei, at the border to Macau', '22.2206,113.5494', '440402', '4404'],
  ['the border of Luohu to Hong Kong', '22.5335,114.1130', '440303', '4403'],
  ['Beijing airport', '40.0725,116.5975', '110113', '1101'],
])('%s is in an operating city', async (_name, place, adcode, code) => {
  const [lat, lng] = place.split(',')
  const { data } = await ask(byTable(), `/api/location?lat=${lat}&lng=${lng}`)
  expect(data).toMatchObject({ adcode, city_code: code })
})

test.each([
  ['Hong Kong, Sheung Shui', '22.5013,114.1270', '810000'],
  ['Hong Kong, Central', '22.2819,114.1582', '810000'],
  ['Macau', '22.1900,113.5440', '820000'],
  ['Zhongshan', '22.5170,113.3820', '442000'],
  ['Yanjiao, east of Beijing', '39.9520,116.8200', '131000'],
  ['Shanghai', '31.2304,121.4737', '100000'],
  ['the sea of Guinea', '0,0', '100000'],
])('%s is outside the operating cities', async (_name, place, adcode) => {
  const [lat, lng] = place.split(',')
  const answer = await ask(byTable(), `/api/location?lat=${lat}&lng=${lng}`)
  expect(answer).toMatchObject({ status: 200, code: 1000, data: { adcode } })
  expect(answer.data).not.toHaveProperty('city_code')
})

test.each([
  ['lat=91&lng=114', 'lat'],
  ['lat=22.5&lng=181', 'lng'],
  ['lat=NaN&lng=114', 'lat'],
  ['lat=0x16&lng=114', 'lat'],
  ['lat=22.5', 'lng'],
  ['lng=114', 'lat'],
])('%s is refused with its field', async (query, field) => {
  const answer = await ask(byTable(), `/api/location?${query}`)
  expect(answer).toMatchObject({ status: 400, code: 1001 })
  expect(answer.data).toHaveProperty(['fields', field])
})

test('without coordinates and without a maps service nothing is located', async () => {
  expect(await ask(byTable(), '/api/location')).toMatchObject({ ...failure, status: 404, code: 1404 })
})

test('the maps service is asked for the place as Chinese maps have it, with key and app', async () => {
  const queries: Record<string, string>[] = []
  tencent.use(
    http.get(placeAddress, ({ request }) => {
      queries.push(Object.fromEntries(new URL(request.url).searchParams))
      return found('440305')
    }),
  )
  const { data } = await ask(byService(), '/api/location?lat=22.533&lng=113.93')
  expect(data).toEqual({ longitude: 113.93, latitude: 22.533, adcode: '440305', city_code: '4403' })
  expect(queries).toHaveLength(1)
  expect(queries[0]).toMatchObject({ key: 'the key', referer: 'the app' })
  const [lat, lng] = (queries[0]?.['location'] ?? '').split(',').map(Number)
  expect(lat).toBeCloseTo(22.53, 2)
  expect(lng).toBeCloseTo(113.935, 2)
})

test('an adcode is reduced to its city, which must be an operating one', async () => {
  tencent.use(http.get(placeAddress, () => found(310_101)))
  const shanghai = await ask(byService(), '/api/location?lat=31.23&lng=121.47')
  expect(shanghai.data).toEqual({ longitude: 121.47, latitude: 31.23, adcode: '310101' })
})

test('without a place the address of the request is looked up', async () => {
  const asked: (string | null)[] = []
  tencent.use(
    http.get(ipAddress, ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('ip'))
      return found(440_100)
    }),
  )
  const request = new Request('https://site.example/api/location')
  const response = await byService().fetch(request, { clientAddress: '203.0.113.7' })
  expect(await response.json()).toMatchObject({ code: 1000, data: { adcode: '440100', city_code: '4401' } })
  expect(asked).toEqual(['203.0.113.7'])
})

test('no private address is sent to another system', async () => {
  tencent.use(http.get(ipAddress, () => found(440_100)))
  const api = byService()
  const statusOf = async (clientAddress: string | undefined) =>
    (await api.fetch(new Request('https://site.example/api/location'), { clientAddress })).status
  const own = ['127.0.0.1', '::1', '10.1.2.3', '172.20.0.1', '192.168.1.1', '100.64.0.9', '169.254.1.1']
  for (const address of [
    ...own,
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '0.0.0.0',
    '',
    'unknown',
    undefined,
  ]) {
    expect([address, await statusOf(address)]).toEqual([address, 404])
  }
  expect(await statusOf('2001:db8::1')).toBe(200)
})

test('the maps service gets coordinates of two decimals, each place or network once, limited by client', async () => {
  const places: (string | null)[] = []
  const addresses: (string | null)[] = []
  tencent.use(
    http.get(placeAddress, ({ request }) => {
      places.push(new URL(request.url).searchParams.get('location'))
      return found('440305')
    }),
    http.get(ipAddress, ({ request }) => {
      addresses.push(new URL(request.url).searchParams.get('ip'))
      return found(440_100)
    }),
  )
  const api = byService()
  const look = async (query: string, clientAddress: string) => {
    const answer = await api.fetch(new Request(`https://site.example/api/location${query}`), {
      clientAddress,
    })
    return { status: answer.status, wait: Number(answer.headers.get('retry-after')) }
  }
  for (const address of ['203.0.113.7', '203.0.113.7', '203.0.113.99'])
    expect((await look('', address)).status).toBe(200)
  expect(addresses).toEqual(['203.0.113.7'])
  for (let n = 0; n < 5; n += 1) await look(`?lat=22.53312${n}&lng=113.93012${n}`, '198.51.100.1')
  expect(places).toEqual([expect.stringMatching(/^\d{2}\.\d{2},\d{3}\.\d{2}$/)])
  const statuses: number[] = []
  for (let n = 0; n < 40; n += 1)
    statuses.push((await look(`?lat=${20 + n / 10}&lng=110`, '198.51.100.2')).status)
  expect(statuses).toEqual([...Array<number>(30).fill(200), ...Array<number>(10).fill(429)])
  expect((await look('?lat=41&lng=110', '198.51.100.2')).wait).toBeGreaterThan(0)
  // What is known already needs nobody else.
  expect((await look('?lat=20&lng=110', '198.51.100.2')).status).toBe(200)
  expect((await look('?lat=41&lng=110', '198.51.100.3')).status).toBe(200)
})

test('the answer names whether another system is used', async () => {
  expect((await ask(byTable(), '/api/location/service')).data).toEqual({ asks_others: false })
  expect((await ask(byService(), '/api/location/service')).data).toEqual({ asks_others: true })
})

test('one failure is tried again, a refusal is not', async () => {
  let calls = 0
  tencent.use(
    http.get(placeAddress, () => {
      calls += 1
      return calls % 2 === 1 ? HttpResponse.error() : found('440305')
    }),
  )
  expect(await ask(byService(), '/api/location?lat=22.5&lng=114')).toMatchObject({ code: 1000 })
  expect(calls).toBe(2)
  tencent.use(
    http.get(placeAddress, () => {
      calls += 1
      return HttpResponse.json({ status: 121, message: '此key每日调用量已达到上限' })
    }),
  )
  expect(await ask(byService(), '/api/location?lat=22.5&lng=114')).toMatchObject(failure)
  expect(calls).toBe(3)
})

test('a service without an answer for 2 s is aborted', async () => {
  tencent.use(http.get(placeAddress, () => new Promise<Response>(() => undefined)))
  expect(await ask(byService(), '/api/location?lat=22.5&lng=114')).toMatchObject(failure)
})

test('a service that failed five times is not called for ten seconds, and called again after them', async () => {
  let calls = 0
  let isUnavailable = true
  tencent.use(
    http.get(placeAddress, () => {
      calls += 1
      return isUnavailable ? HttpResponse.error() : found(440304)
    }),
  )
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  const api = byService()
  const look = () => ask(api, '/api/location?lat=22.5&lng=114.05')
  for (let n = 0; n < 20; n += 1) expect(await look()).toMatchObject(failure)
  expect(calls).toBe(10)
  isUnavailable = false
  vi.setSystemTime(1_009_000)
  expect(await look()).toMatchObject(failure)
  expect(calls).toBe(10)
  vi.setSystemTime(1_010_001)
  expect(await look()).toMatchObject({ code: 1000 })
  expect(await look()).toMatchObject({ code: 1000 })
})
