import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { cities } from '#server/contract/cities.ts'
import { getViewLikes } from '#server/contract/leads/feedback.ts'
import { apiFor } from '#app/api/client.server.ts'
import { rememberChildren } from '#app/child/child-cookie.server.ts'
import { storeCityHeaders } from '#app/city/position-cookie.ts'
import { cacheablePageOf } from '#app/cached-page.server.ts'
import { loader as root } from '#app/root.tsx'
import { loader as lite } from '#app/routes/lite.ts'
import { loader as nojs } from '#app/routes/nojs.ts'
import { rememberSentKey } from '#app/routes/order/sent-key.server.ts'
import { rememberBooking } from '#app/cookies/booked-cookie.server.ts'
import { privacySections } from '#app/routes/pages/privacy-text.server.ts'
import { browserIdCookies } from '#app/cookies/browser-cookie.server.ts'
import { changeBasket } from '#app/toggles/change-basket.server.ts'
import { flashCookie } from '#app/visitor/flash.server.ts'
import { like } from '#app/toggles/likes.server.ts'
import { deferFavourites } from '#app/toggles/deferred-favourites.server.ts'
import { closeSession, openSession } from '#app/cookies/session-cookie.server.ts'
import { tokenOf } from '#app/cookies/token.ts'

const token = 'abcdefghijklmnopqrstuvwxyz'
const fetchApi = async () => Response.json({ code: 1000, message: '', data: { likes: 1, liked: true } })
const context = { fetchApi, pageSecret: 'of-a-test', publicOrigin: 'https://school.example' }
const plain = { fetchApi, pageSecret: 'of-a-test' }
const asking = (cookie = '') => new Request('http://10.0.0.1/aboutus/', { headers: { cookie } })
const pairOf = (text: string) => text.split(';')[0] ?? ''

async function setByPages(caller: { context: typeof plain; request: Request }): Promise<string[]> {
  const [city] = cities
  if (city === undefined) throw new Error('there are no cities')
  return [
    ...storeCityHeaders(caller, city).getSetCookie(),
    ...lite({ ...caller, params: {} }).headers.getSetCookie(),
    ...nojs({ ...caller, params: {} }).headers.getSetCookie(),
    ...(await like(caller, { kind: 'view', id: 1 })).cookies,
    ...changeBasket(caller, { ids: [1], add: true, clear: false }).cookies,
    await flashCookie(caller, { message: '已保存' }),
    await deferFavourites(caller, { ids: [1], collect: true }),
    ...browserIdCookies(caller),
    ...rememberSentKey(caller, 'key-of-a-form'),
    ...rememberBooking(caller, 'A'.repeat(26)),
    rememberChildren(caller, [{ child: { grade: 'g5' } }]),
    ...openSession(caller, token, 7_776_000),
  ]
}

test('behind HTTPS every cookie of the pages is Secure, over plain HTTP none is', async () => {
  const cookies = await setByPages({ context, request: asking() })
  expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([
    'position',
    'lite',
    'nojs',
    'vid',
    'visitor',
    'compare',
    'visitor',
    'flash',
    'pending',
    'browser',
    'sent',
    'booked',
    'visitor',
    'child',
    '__Host-token',
    'visitor',
  ])
  for (const cookie of cookies)
    expect(cookie).toMatch(/; Path=\/(?:order\/)?; (?:HttpOnly; )?Secure; SameSite=Lax/)
  const clear = await setByPages({ context: plain, request: asking() })
  expect(clear.at(-2)).toMatch(/^token=/)
  for (const cookie of clear) expect(cookie).not.toMatch(/Secure|Domain/)
})

test('only the form of requests and its pages get the key that was sent last', () => {
  expect(rememberSentKey({ context, request: asking() }, 'key-of-a-form')).toEqual([
    'sent=key-of-a-form; Max-Age=86400; Path=/order/; HttpOnly; Secure; SameSite=Lax',
  ])
  expect(rememberSentKey({ context, request: asking() }, 'a key; Path=/')).toEqual([])
})

const lives = new Map([
  ['31536000', '一年'],
  ['15552000', '180 天'],
  ['7776000', '90 天'],
  ['2592000', '30 天'],
  ['86400', '24 小时'],
  ['900', '15 分钟'],
  ['60', '1 分钟'],
])
/** What browsers store beside cookies, by the file that stores it. */
const inStorage = new Map([
  ['app/accounts/app-config-data.ts', 'app_config_data'],
  ['app/navigation/document-load.ts', 'reloaded-at'],
  ['app/ui/search/recent-searches.ts', 'recent-searches'],
  ['app/articles/stored-checklist.ts', 'checklist'],
  ['app/routes/checkin/use-desk-scanner.ts', 'desk-scan'],
  ['node_modules/@remix-run/react/dist/esm/scroll-restoration.js', 'positions'],
])

test('what pages store in the browser is stored under these names, and by no other file', async () => {
  for (const [file, name] of inStorage) {
    const text = await readFile(file, 'utf8')
    expect([file, text]).toMatchObject([file, expect.stringMatching(new RegExp(`['"\`]${name}\\b`))])
  }
  const storing: string[] = []
  for (const path of await readdir('app', { recursive: true })) {
    const file = `app/${path}`
    if (!/\.tsx?$/.test(path) || file.startsWith('app/staff/')) continue
    if ((await readFile(file, 'utf8')).includes('Storage.setItem(')) storing.push(file)
  }
  expect(storing.toSorted()).toEqual(
    [...inStorage.keys()].filter((file) => file.startsWith('app/')).toSorted(),
  )
})

test('the privacy policy names every cookie of the pages with its life, and no other', async () => {
  const rows = privacySections({ name: '本站' }).find(({ id }) => id === 'cookies')?.table?.rows ?? []
  const named = new Map(
    rows.flatMap(([, names = '', what = '', life = '']) =>
      names.split('、').map((name) => [name, { what, life }]),
    ),
  )
  const behind = await setByPages({ context, request: asking() })
  const plainly = await setByPages({ context: plain, request: asking() })
  const set = new Map([...behind, ...plainly].map((cookie) => [pairOf(cookie).split('=')[0] ?? '', cookie]))
  expect([...named.keys()].toSorted()).toEqual([...set.keys(), ...inStorage.values()].toSorted())
  const untrue = [...set].filter(([name, cookie]) => {
    const { what, life } = named.get(name) ?? { what: '', life: '' }
    const maxAge = /Max-Age=(\d+)/.exec(cookie)?.[1]
    const isWrongLife = maxAge !== undefined && !life.includes(lives.get(maxAge) ?? maxAge)
    return isWrongLife || (what.includes('网页脚本读不到') && !cookie.includes('HttpOnly'))
  })
  expect(untrue).toEqual([])
})

test('a browser remembers its last five bookings, until the session ends', () => {
  const [first = '', ...others] = ['A', 'B', 'C', 'D', 'E', 'F'].map((letter) => letter.repeat(26))
  const remember = (access: string, cookie: string) =>
    rememberBooking({ context: plain, request: asking(cookie) }, access).map(pairOf)
  expect(remember(first, '')).toEqual([`booked=${first}`, 'visitor=1'])
  const five = `visitor=1; booked=${others.join('.')}`
  expect(remember(first, five)).toEqual([`booked=${[first, ...others.slice(0, 4)].join('.')}`])
  expect(remember(first, `visitor=1; booked=x.${first}`)).toEqual([`booked=${first}`])
  const ends = (cookie: string) => closeSession({ context: plain, request: asking(cookie) }).map(pairOf)
  expect(ends(five)).toEqual(['token=', 'booked=', 'visitor='])
  expect(ends('')).toEqual(['token='])
})

test('behind HTTPS only the cookie of this host opens a session, and a login deletes another one', () => {
  const tokenIn = (cookie: string) => tokenOf({ context, request: asking(cookie) })
  expect(tokenIn(`token=${token}`)).toBeUndefined()
  expect(tokenIn(`token=${'x'.repeat(26)}; __Host-token=${token}`)).toBe(token)
  expect(tokenOf({ context: plain, request: asking(`token=${token}`) })).toBe(token)
  const opened = openSession({ context, request: asking('token=old') }, token, 7_776_000)
  expect(opened.map(pairOf)).toEqual([`__Host-token=${token}`, 'token=', 'visitor=1'])
  expect(opened[0]).toContain('; Max-Age=7776000; Path=/; HttpOnly; Secure')
  expect(opened[1]).toContain('Max-Age=0')
})

test('logging out deletes both cookies', () => {
  const closed = closeSession({ context, request: asking() })
  expect(closed.map(pairOf)).toEqual(['__Host-token=', 'token='])
  for (const cookie of closed) expect(cookie).toMatch(/Max-Age=0.*Secure/)
  expect(closeSession({ context: plain, request: asking() }).map(pairOf)).toEqual(['token='])
})

test('a call of the API for a new session carries no other session', async () => {
  const sent: (string | null)[] = []
  const api = {
    ...context,
    fetchApi(request: Request) {
      sent.push(request.headers.get('token'))
      return fetchApi()
    },
  }
  const caller = { context: api, request: asking(`__Host-token=${'x'.repeat(26)}; token=${'y'.repeat(26)}`) }
  await apiFor(caller)(getViewLikes, { view_id: 1, vid: 'v'.repeat(16) })
  await apiFor({ ...caller, token })(getViewLikes, { view_id: 1, vid: 'v'.repeat(16) })
  await apiFor({ ...caller, token: null })(getViewLikes, { view_id: 1, vid: 'v'.repeat(16) })
  expect(sent).toEqual(['x'.repeat(26), token, null])
})

test('the marker for scripts is set with the first thing that is known of a visitor, and goes with the last', () => {
  const markers = (cookies: string[]) => cookies.map(pairOf).filter((pair) => pair.startsWith('visitor='))
  const add = { ids: [1], add: true, clear: false }
  const remove = { ids: [1], add: false, clear: false }
  const change = (cookie: string, toggle: typeof add) =>
    markers(changeBasket({ context: plain, request: asking(cookie) }, toggle).cookies)
  expect(change('', add)).toEqual(['visitor=1'])
  expect(change('visitor=1; compare=2', add)).toEqual([])
  expect(change('visitor=1; compare=1', remove)).toEqual(['visitor='])
  expect(change(`visitor=1; compare=1; token=${token}`, remove)).toEqual([])
  const close = (cookie: string) => markers(closeSession({ context: plain, request: asking(cookie) }))
  expect(close(`visitor=1; token=${token}`)).toEqual(['visitor='])
  expect(close(`visitor=1; token=${token}; compare=1`)).toEqual([])
  expect(close(`visitor=1; token=${token}; vid=0123456789abcdef`)).toEqual([])
})

test.each([
  `__Host-token=${token}`,
  `token=${token}`,
  '__Host-token=x',
  'compare=1.2',
  'vid=0123456789abcdef',
  'booked=x',
  'flash=x',
  'visitor=1; flash=x',
  'visitor=1; pending=x',
  `visitor=1; nojs=1; token=${token}`,
  'visitor=1; lite=1; compare=1.2',
])('a visitor with %s gets no cached page', (cookie) => {
  expect(cacheablePageOf(asking())).toBeDefined()
  expect(cacheablePageOf(asking(cookie))).toBeUndefined()
})

test.each([`visitor=1; token=${token}`, 'visitor=1; compare=1.2', 'visitor=1; vid=0123456789abcdef'])(
  'a visitor with %s gets the page that is for everybody, but for one of their own',
  (cookie) => {
    const everybodys = cacheablePageOf(asking())
    const own = cacheablePageOf(asking(cookie))
    expect(own?.key).toBe(everybodys?.key)
    expect([...(own?.request.headers ?? [])]).toEqual([...(everybodys?.request.headers ?? [])])
    for (const path of ['/personal/', '/mycollect/', '/login/', '/order/', '/visitor/'])
      expect(
        cacheablePageOf(new Request(`http://10.0.0.1${path}`, { headers: { cookie } })),
        path,
      ).toBeUndefined()
  },
)

test('/compare/ redirects to the basket of visitors who have one', () => {
  const of = (cookie: string) =>
    cacheablePageOf(new Request('http://10.0.0.1/compare/', { headers: { cookie } }))
  expect(of('')).toBeDefined()
  expect(of('visitor=1; compare=1.2')).toBeUndefined()
})

test('the root returns visitor state to browsers without scripts only, and after a plain form', async () => {
  const rootOf = async (cookie: string) =>
    (await root({ request: asking(cookie), context, params: {} })).data.visitor
  const known = `visitor=1; __Host-token=${token}; compare=3.1`
  expect(await rootOf(known)).toBeUndefined()
  const visitor = { isLoggedIn: true, basket: [3, 1] }
  expect(await rootOf(`${known}; nojs=1`)).toEqual(visitor)
  expect(await rootOf(`${known}; lite=1`)).toEqual(visitor)
  expect(await rootOf(`${known}; flash=x`)).toEqual(visitor)
})

test.each(['/personal/', '/personal/requests/', '/mycollect/', '/order/'])(
  'the root returns visitor state with the private page %s',
  async (path) => {
    const request = new Request(`http://10.0.0.1${path}`, { headers: { cookie: `__Host-token=${token}` } })
    const { data } = await root({ request, context, params: {} })
    expect(data.visitor).toEqual({ isLoggedIn: true, basket: [] })
  },
)

test('a browser of an earlier visit gets its marker with the next page', async () => {
  const { init } = await root({ request: asking('compare=1'), context, params: {} })
  expect(new Headers(init?.headers).getSetCookie().map(pairOf)).toEqual(['visitor=1'])
})

const flashOf = async (cookie: string) => {
  const { data, init } = await root({ request: asking(cookie), context, params: {} })
  return { flash: data.flash, set: new Headers(init?.headers).getSetCookie() }
}

test('the message of the last page is shown once', async () => {
  const undo = { action: '/mycollect/toggle/', id: '3', back: '/' }
  const cookie = await flashCookie({ context, request: asking() }, { message: '已取消收藏', undo })
  const shown = await flashOf(pairOf(cookie))
  expect(shown.flash).toEqual({ message: '已取消收藏', undo })
  expect(shown.set).toEqual([expect.stringMatching(/^flash=; Max-Age=0/)])
  expect((await flashOf('')).set).toEqual([])
})

test('a flash message with a wrong signature is not shown, and deleted', async () => {
  const message = '中奖了，请加微信'
  const other = { context: { ...context, pageSecret: 'of-another' }, request: asking() }
  const pending = await deferFavourites({ context, request: asking() }, { ids: [1], collect: true })
  for (const cookie of [
    `flash=${encodeURIComponent(JSON.stringify({ message }))}`,
    pairOf(await flashCookie(other, { message })),
    pairOf(pending).replace('pending=', 'flash='),
    'flash=x.y',
  ]) {
    const shown = await flashOf(cookie)
    expect(shown.flash, cookie).toBeUndefined()
    expect(shown.set, cookie).toEqual([expect.stringMatching(/^flash=; Max-Age=0/)])
  }
})
