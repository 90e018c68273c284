import { expect, test } from 'vitest'
import { chosenCity, cityOf, storeCityHeaders } from '#app/city/position-cookie.ts'
import { requireCity } from '#app/city/redirects.ts'
import { topListPath } from '#app/paths.ts'
import { cities } from '#server/contract/cities.ts'

function visit(cookie?: string, headers: Record<string, string> = {}): Request {
  return new Request('http://localhost/toplist/?x=1', {
    headers: { ...headers, ...(cookie === undefined ? {} : { cookie }) },
  })
}

const caller = (...parts: Parameters<typeof visit>) => ({ context: {}, request: visit(...parts) })

function thrownBy(work: () => unknown): Response {
  try {
    work()
  } catch (thrown) {
    if (thrown instanceof Response) return thrown
    throw thrown
  }
  throw new Error('nothing was thrown')
}

const json = (code: string, name: string) =>
  `position=${encodeURIComponent(JSON.stringify({ area_code: code, area_name: name }))}`

test.each([
  [json('1101', '北京'), 'beijing'],
  ['position=4401', 'guangzhou'],
  ['position=zhuhai', 'zhuhai'],
])('reads the position cookie %s', (cookie, pinyin) => {
  expect(chosenCity(visit(cookie))?.pinyin).toBe(pinyin)
})

test.each([
  'position=',
  'position=%E0%A4%A',
  'position={',
  'position=%7B%22area_code%22%3A4403%7D',
  'position=constructor',
  json('9999', '火星'),
  'position=null',
  'other=1',
])('takes %s for no cookie', (cookie) => {
  expect(chosenCity(visit(cookie))).toBeUndefined()
  expect(cityOf(visit(cookie)).pinyin).toBe('shenzhen')
})

test('a visit with a city slug stores the city once', () => {
  const { city, headers } = requireCity(caller(), 'foshan', topListPath)
  expect(city.name).toBe('佛山')
  const [cookie = ''] = headers.getSetCookie()
  expect(chosenCity(visit(cookie.split(';')[0]))?.pinyin).toBe('foshan')
  expect(requireCity(caller(cookie.split(';')[0]), 'foshan', topListPath).headers.getSetCookie()).toEqual([])
})

test('a prefetch changes no cookie', () => {
  const [beijing] = cities.filter((city) => city.pinyin === 'beijing')
  if (!beijing) throw new Error('Beijing is an operating city')
  expect(storeCityHeaders(caller(undefined, { 'sec-purpose': 'prefetch' }), beijing).getSetCookie()).toEqual(
    [],
  )
})

test('a stored city other than Shenzhen is added by a private redirect that keeps the query', () => {
  const answer = thrownBy(() => requireCity(caller('position=beijing'), undefined, topListPath))
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe('/toplist/beijing/?x=1')
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
})

test.each(['mars', 'constructor', '__proto__', 'Shenzhen', '深圳'])(
  'the unknown city %s leads to /404/',
  (slug) => {
    const answer = thrownBy(() => requireCity(caller(), slug, topListPath))
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('/404/')
  },
)

test('the city of the address is the current one, whatever the cookie says', () => {
  const at = (path: string) =>
    cityOf(new Request(`http://localhost${path}`, { headers: { cookie: 'position=foshan' } }))
  expect(at('/schoollist/beijing/ib/').pinyin).toBe('beijing')
  expect(at('/toplist/zhuhai/').pinyin).toBe('zhuhai')
  expect(at('/huizhou').pinyin).toBe('huizhou')
  expect(at('/school/3/').pinyin).toBe('foshan')
})
