import { expect, test } from 'vitest'
import { loader } from '#app/routes/visitor.ts'

const token = 'abcdefghijklmnopqrstuvwxyz'

/** Asks `/visitor/` as a browser with these cookies; `answer` is the API's. */
async function ask(query: string, cookie: string, answer: (request: Request) => Response) {
  const context = { fetchApi: async (request: Request) => answer(request), pageSecret: 'of-a-test' }
  const request = new Request(`http://localhost/visitor/${query}`, { headers: { cookie } })
  const response = await loader({ context, request, params: {} })
  const { headers } = response
  const data: unknown = await response.json()
  return { data, cache: headers.get('cache-control'), cookies: headers.getSetCookie() }
}

const ok = (data: unknown) => Response.json({ code: 1000, message: '', data })
const never = () => {
  throw new Error('nothing was to be asked')
}

test('returns login, basket and the favourites among the schools of a page, not stored by caches', async () => {
  const { data, cache } = await ask(
    '?ids=3,1,2',
    `visitor=1; token=${token}; compare=7.8`,
    ({ url, headers }) => {
      expect(new URL(url).searchParams.get('ids')).toBe('3,1,2')
      expect(headers.get('token')).toBe(token)
      return ok({ 1: true, 2: false, 3: true })
    },
  )
  expect(data).toEqual({ isLoggedIn: true, basket: [7, 8], asked: [3, 1, 2], favourites: [3, 1] })
  expect(cache).toBe('private, no-store')
})

test('a basket without a login calls no API', async () => {
  const { data } = await ask('?ids=3', 'visitor=1; compare=7', never)
  expect(data).toEqual({ isLoggedIn: false, basket: [7], asked: [3], favourites: [] })
})

test('an expired session is deleted, and the visitor is logged out', async () => {
  const { data, cookies } = await ask('?ids=3', `visitor=1; token=${token}`, () =>
    Response.json({ code: 1103, message: '', data: null }),
  )
  expect(data).toEqual({ isLoggedIn: false, basket: [], asked: [3] })
  expect(cookies).toEqual([
    expect.stringMatching(/^token=; Max-Age=0/),
    expect.stringMatching(/^visitor=; Max-Age=0/),
  ])
})

test.each(['', '?profile=1', '?bookings=1', '?like=view-5'])(
  'a session that has ended is deleted by `/visitor/%s`, which asks for no favourites',
  async (query) => {
    const { data, cookies } = await ask(query, `visitor=1; token=${token}`, () =>
      Response.json({ code: 1103, message: '', data: null }),
    )
    expect(data).toMatchObject({ isLoggedIn: false })
    expect(cookies).toEqual([
      expect.stringMatching(/^token=; Max-Age=0/),
      expect.stringMatching(/^visitor=; Max-Age=0/),
    ])
  },
)

test('a session that works costs one call, whatever is asked for', async () => {
  const callsOf = async (query: string) => {
    const calls: string[] = []
    const { data, cookies } = await ask(query, `visitor=1; token=${token}`, ({ url }) => {
      const { pathname } = new URL(url)
      calls.push(pathname)
      return ok(pathname.endsWith('/bookings') ? [] : {})
    })
    expect(data).toMatchObject({ isLoggedIn: true })
    expect(cookies).toEqual([])
    return calls
  }
  expect(await callsOf('')).toEqual(['/api/center/bookings'])
  expect(await callsOf('?bookings=1')).toEqual(['/api/center/bookings'])
  expect(await callsOf('?ids=3')).toEqual(['/api/center/collect'])
})

test('a token that is none is deleted without a call', async () => {
  const { data, cookies } = await ask('?ids=3', 'visitor=1; token=brokenbroken', never)
  expect(data).toMatchObject({ isLoggedIn: false })
  expect(cookies).toEqual([
    expect.stringMatching(/^token=; Max-Age=0/),
    expect.stringMatching(/^visitor=; Max-Age=0/),
  ])
})

test.each(['', '?ids=3', '?profile=1'])(
  'while the API is away, or refuses for another reason, `/visitor/%s` logs nobody out',
  async (query) => {
    const answers = [
      () => new Response('', { status: 502 }),
      () => Response.json({ code: 1503, message: '', data: {} }, { status: 503 }),
    ]
    for (const answer of answers) {
      const { data, cookies } = await ask(query, `visitor=1; token=${token}`, answer)
      expect(data).toMatchObject({ isLoggedIn: true })
      expect(cookies).toEqual([])
    }
  },
)

test('when the API cannot be asked, the login stays and the favourites are not known', async () => {
  const { data, cookies } = await ask(
    '?ids=3',
    `visitor=1; token=${token}`,
    () => new Response('', { status: 502 }),
  )
  expect(data).toEqual({ isLoggedIn: true, basket: [], asked: [3] })
  expect(cookies).toEqual([])
})

test('returns the likes of a target to browsers that liked before', async () => {
  const likes = () => ok({ likes: 12, liked: true })
  const vid = 'vid=0123456789abcdef'
  expect((await ask('?like=view-5', `visitor=1; ${vid}`, likes)).data).toEqual({
    isLoggedIn: false,
    basket: [],
    asked: [],
    favourites: [],
    like: { kind: 'view', id: 5, likes: 12, liked: true },
  })
  expect((await ask('?like=view-5', 'visitor=1; compare=1', never)).data).not.toHaveProperty('like')
  expect((await ask('?like=other-5', `visitor=1; ${vid}`, never)).data).not.toHaveProperty('like')
})

test('a marker cookie without a state is deleted', async () => {
  const { cookies } = await ask('', 'visitor=1', never)
  expect(cookies).toEqual([expect.stringMatching(/^visitor=; Max-Age=0/)])
})
