import { expect, test } from 'vitest'
import { entryYears } from '#app/child/read-child.server.ts'
import { get, loggedIn, post, within } from '#tests/support/routes/visit.ts'

/** The form that describes a child, its cookie, and where it leads. */

const described = 'grade=g5&identity=hmt&near=shekou&fee_max=200000'
const [next = 0] = entryYears()
const remembered = described.replace('&', `&year=${next}&`)
const filled = {
  remember: '1',
  grade: '',
  now: 'g4',
  identity: 'hmt',
  near: 'shekou',
  fee_max: '200000',
  year: '',
  stay: '',
}

test('the form is private, not indexed, and sets no cookie', async () => {
  const shown = await get('/child/')
  expect(shown).toMatchObject({ status: 200, data: { back: '/schoollist/shenzhen/', child: {} } })
  expect(shown.headers.get('cache-control')).toBe('private, no-store')
  expect(shown.meta('robots')).toBe('noindex,follow')
  expect(shown.cookies).toEqual({})
})

test('the form is filled in from the page that it belongs to, else from the cookie', async () => {
  const back = '/schoollist/guangzhou/?grade=g7&near=tianhe&fee_max=300000&curriculum=ib'
  const ofPage = await get(`/child/?${new URLSearchParams({ back }).toString()}`, {
    cookies: { child: remembered },
  })
  expect(ofPage.data).toMatchObject({
    back,
    city: { code: '4401' },
    child: { grade: 'g7', near: 'tianhe' },
    budget: '300000',
    remembered: [expect.stringMatching(/^\d{4}年9月上五年级，港澳台$/)],
  })
  const ofCookie = await get('/child/', { cookies: { child: remembered } })
  expect(ofCookie.data).toMatchObject({
    child: { grade: 'g5', identity: 'hmt', near: 'shekou' },
    budget: '200000',
    remembered: [expect.stringMatching(/^\d{4}年9月上五年级，港澳台，蛇口$/)],
  })
})

test('the form is filled in from its own address before any other, and says nothing of malformed values', async () => {
  const back = '/schoollist/guangzhou/?grade=g7&near=tianhe&fee_max=300000'
  const query = new URLSearchParams({ back, grade: 'g2', identity: 'hmt', stay: 'no', fee_max: '150000' })
  const visit = { cookies: { child: remembered } }
  const own = await get(`/child/?${query.toString()}`, visit)
  expect(own.data).toMatchObject({ back, city: { code: '4401' }, budget: '150000' })
  expect(within(own.data, 'child')).toEqual({ grade: 'g2', identity: 'hmt' })
  const malformed = await get('/child/?grade=g99&fee_max=free', visit)
  expect(malformed.data).toMatchObject({ child: { grade: 'g5' }, budget: '200000' })
})

test('sending the form stores the child and redirects to the list for it', async () => {
  const sent = await post('/child/', {
    ...filled,
    back: '/schoollist/shenzhen/?curriculum=ib&page=3&grade=g1',
  })
  expect(sent).toMatchObject({
    status: 303,
    location: '/schoollist/shenzhen/?curriculum=ib&grade=g5&identity=hmt&near=shekou&fee_max=200000',
    cookies: { child: remembered },
  })
  expect(Object.keys(sent.cookies)).toEqual(['child'])
  const cookie = sent.headers.get('set-cookie') ?? ''
  expect(cookie).toContain('SameSite=Lax')
  expect(cookie).toContain(`Max-Age=${180 * 24 * 60 * 60}`)
  expect(cookie).not.toContain('HttpOnly')
  expect(sent.headers.get('cache-control')).toBe('private, no-store')
})

test.each([
  ['/school/7/admissions/', '/school/7/admissions/?grade=g5&identity=hmt&near=shekou'],
  ['/openday/shenzhen/', '/openday/shenzhen/?grade=g5&identity=hmt&near=shekou'],
  [
    '/compare/?ids=7,8&only=different',
    '/compare/?ids=7%2C8&only=different&grade=g5&identity=hmt&near=shekou',
  ],
])('a form of %s leads back there', async (back, location) => {
  expect((await post('/child/', { ...filled, back })).location).toBe(location)
})

test.each(['//evil.example/', 'https://evil.example/', '/login/', '/order/?schoolId=7', '/child/', ''])(
  'a form of %s leads to the list of the city',
  async (back) => {
    expect((await post('/child/', { grade: 'g5', back }, { cookies: { position: '4401' } })).location).toBe(
      '/schoollist/guangzhou/?grade=g5',
    )
  },
)

test('a position goes into the address, rounded, and is never stored', async () => {
  const sent = await post('/child/', { grade: 'g5', near: '22.48712,113.91249', remember: '1' })
  expect(sent.location).toBe('/schoollist/shenzhen/?grade=g5&near=22.485%2C113.91')
  expect(sent.cookies['child']).toBe(`grade=g5&year=${next}`)
})

test('a child is remembered by choice alone, and then whenever it is described', async () => {
  const { remember, ...others } = filled
  const sent = await post('/child/', others)
  expect(sent).toMatchObject({ location: `/schoollist/shenzhen/?${described}`, cookies: {} })
  const again = await post('/child/', { ...others, now: 'g6' }, { cookies: { child: remembered } })
  expect(again.cookies['child']).toContain(`grade=g7&year=${next}`)
  expect(remember).toBe('1')
})

test('a child that was remembered before a September has gone on since', async () => {
  const shown = await get('/child/', { cookies: { child: `grade=g5&year=${next - 2}&identity=hmt` } })
  expect(within(shown.data, 'child')).toEqual({ grade: 'g7', identity: 'hmt' })
})

test('the list takes the grade that a child is in, and its address names the one to enter', async () => {
  const { location } = await get('/schoollist/shenzhen/?now=g5&identity=hmt&near=')
  expect(location).toBe('/schoollist/shenzhen/?grade=g6&identity=hmt')
  const later = await get(`/schoollist/shenzhen/?now=k3&year=${next + 1}`)
  expect(later.location).toBe(`/schoollist/shenzhen/?grade=g2&year=${next + 1}`)
})

test('a home page speaks for the child of its address', async () => {
  const plain = await get('/shenzhen/')
  const shown = await get('/shenzhen/?grade=g1&identity=hmt')
  expect(shown.data).toMatchObject({ places: [] })
  expect(within(within(shown.data, 'schools'), 'total')).toBe(within(within(plain.data, 'schools'), 'total'))
  expect(shown.api.calls.map(({ input }) => input)).toContainEqual({
    city_code: '4403',
    page_size: '6',
    grade: 'g1',
    identity: 'hmt',
  })
  expect(within(plain.data, 'places')).toContainEqual({ slug: 'shekou', label: '蛇口' })
})

test('the form of a request begins with the grade that the child is in, of its address before this browser', async () => {
  const gradeOf = async (path: string, cookie = '') =>
    within((await get(path, { cookies: { child: cookie } })).data, 'gradeNow')
  const form = '/order/?orderType=order&schoolId=7'
  expect(await gradeOf(`${form}&grade=g7&year=${next + 1}`, remembered)).toBe('g5')
  expect(await gradeOf(form, remembered)).toBe('g4')
  expect(await gradeOf(form)).toBeUndefined()
  expect(await gradeOf(`${form}&grade=toddler`)).toBeUndefined()
})

test('one button clears it', async () => {
  const cleared = await post(
    '/child/',
    { clear: '1', back: `/schoollist/shenzhen/?curriculum=ib&eligible=yes&sort=distance&${described}` },
    { cookies: { child: remembered } },
  )
  expect(cleared).toMatchObject({ location: '/schoollist/shenzhen/?curriculum=ib', cookies: { child: '' } })
  expect(cleared.headers.get('set-cookie')).toContain('Max-Age=0')
  const fromPersonal = await post('/child/', { clear: '1', back: '/personal/' })
  expect(fromPersonal.location).toBe('/personal/')
})

const younger = `grade=g1&year=${next}&stay=day&fee_max=100000`
const both = { cookies: { child: `${remembered}|${younger}` } }

test('a second child is described by an empty form, and is shown before the first', async () => {
  const back = `/schoollist/shenzhen/?${described}`
  const shown = await get(`/child/?${new URLSearchParams({ back, second: '1' }).toString()}`, {
    cookies: { child: remembered },
  })
  expect(shown.data).toMatchObject({ isSecond: true, child: {}, remembered: [expect.any(String)] })
  const fields = { second: '1', now: 'k3', stay: 'day', fee_max: '100000' }
  const sent = await post('/child/', { ...fields, back }, { cookies: { child: remembered } })
  expect(sent).toMatchObject({
    location: '/schoollist/shenzhen/?grade=g1&stay=day&fee_max=100000',
    cookies: { child: `${younger}|${remembered}` },
  })
  expect((await get('/child/?second=1')).data).toMatchObject({ isSecond: false })
})

test('one button shows a page for the other child, and what is changed then is of that one', async () => {
  const back = `/schoollist/shenzhen/?curriculum=ib&page=2&${described}`
  const switched = await post('/child/', { switch: '1', back }, both)
  expect(switched).toMatchObject({
    location: '/schoollist/shenzhen/?curriculum=ib&grade=g1&stay=day&fee_max=100000',
    cookies: { child: `${younger}|${remembered}` },
  })
  const changed = await post('/child/', { now: 'g2', back: '/' }, { cookies: switched.cookies })
  expect(changed).toMatchObject({
    location: '/?grade=g3',
    cookies: { child: `grade=g3&year=${next}|${remembered}` },
  })
  expect(
    (await post('/child/', { switch: '1', back: '/' }, { cookies: { child: remembered } })).location,
  ).toBe('/')
})

test('each child is forgotten by its own button, both by the one of a page', async () => {
  const first = await post('/child/', { forget: '0', back: '/?grade=g5' }, both)
  expect(first).toMatchObject({ location: '/child/?back=%2F', cookies: { child: younger } })
  expect((await post('/child/', { forget: '1', back: '/' }, both)).cookies['child']).toBe(remembered)
  expect((await post('/child/', { clear: '1', back: '/' }, both)).cookies['child']).toBe('')
})

test('the form of a request and the personal centre speak for the child that is shown', async () => {
  const form = await get('/order/?orderType=order&schoolId=7', both)
  expect(within(form.data, 'gradeNow')).toBe('g4')
  const centre = await get('/personal/', { cookies: { ...loggedIn, ...both.cookies } })
  expect(centre.data).toMatchObject({ child: { label: expect.stringContaining('上五年级') } })
})

test('the personal centre shows what this browser remembers', async () => {
  const shown = await get('/personal/', { cookies: { ...loggedIn, child: remembered } })
  expect(shown.data).toMatchObject({
    child: {
      label: expect.stringMatching(/^\d{4}年9月上五年级，港澳台，蛇口$/),
      list: '/schoollist/shenzhen/?grade=g5&identity=hmt&near=shekou&fee_max=200000',
    },
  })
  expect((await get('/personal/', { cookies: loggedIn })).data).not.toHaveProperty('child')
})

test.each(['/schoollist/shenzhen/', '/school/7/', '/', '/compare/?ids=7,8'])(
  '%s is the same with and without the cookie',
  async (path) => {
    const plain = await get(path)
    const withCookie = await get(path, { cookies: { child: remembered } })
    expect(withCookie.data).toEqual(plain.data)
    expect(withCookie.api.calls.map(({ input }) => input)).toEqual(plain.api.calls.map(({ input }) => input))
  },
)
