import { describe, expect, test } from 'vitest'
import { listBookings } from '#server/contract/accounts/account.ts'
import { getCenterInfo, listCenterCollect } from '#server/contract/accounts/center.ts'
import { answer, NoEnvelope, Refusal } from '#tests/support/routes/fake-api.ts'
import { sampleApi } from '#tests/support/routes/sample-api.ts'
import { get, loggedIn, within, type Visit } from '#tests/support/routes/visit.ts'

/** A session that has ended logs out on every page that shows whether somebody is logged in (specification section 4). */

const ended = { token: 'a-token-that-nobody-knows', visitor: '1' }
const malformed = { token: 'brokenbroken', visitor: '1' }

/** Pages that make no call of the account, that make one, that fail, and private ones with no guard. */
const pages = [
  '/aboutus/',
  '/news/12/',
  '/school/7/',
  '/schoollist/shenzhen/',
  '/search/?q=x',
  '/404/',
  '/school/99/',
  '/order/',
  '/order/cancel/',
  '/login/',
]

const visitorOf = async (path: string, visit: Visit) => {
  const page = await get(path, visit)
  return { ...page, isLoggedIn: within(page.dataOf('root'), 'visitor', 'isLoggedIn') }
}

const accountCalls = ({ calls }: Visit['api'] & object) =>
  calls.map(({ path }) => path).filter((path) => path.startsWith('/api/center/'))

describe.each([
  ['nojs', '1'],
  ['lite', '1'],
  ['flash', 'x'],
])('a page with the cookie %s', (name, value) => {
  test.each(pages)('logs out whose session has ended: %s', async (path) => {
    const { isLoggedIn, cookies } = await visitorOf(path, { cookies: { ...ended, [name]: value } })
    expect(isLoggedIn).toBe(false)
    expect(cookies).toMatchObject({ token: '', visitor: '' })
  })
})

test.each(pages)('%s deletes a token that is none, without a call of the account', async (path) => {
  const { isLoggedIn, cookies, api } = await visitorOf(path, { cookies: { ...malformed, nojs: '1' } })
  expect(isLoggedIn).toBe(false)
  expect(cookies).toMatchObject({ token: '', visitor: '' })
  expect(accountCalls(api)).toEqual([])
})

test.each(pages.filter((path) => path !== '/login/'))(
  'a session that works stays on %s, for one call of the account',
  async (path) => {
    const cookies = { ...loggedIn, visitor: '1', nojs: '1' }
    const page = await visitorOf(path, { cookies })
    expect(page.isLoggedIn).toBe(true)
    expect(page.cookies).not.toHaveProperty('token')
    expect(accountCalls(page.api)).toHaveLength(1)
  },
)

test('a page of a visitor without a token, or for everybody, makes no call of the account', async () => {
  for (const cookies of [
    { nojs: '1', compare: '7', visitor: '1' },
    { ...loggedIn, visitor: '1' },
  ]) {
    const { api } = await get('/aboutus/', { cookies })
    expect(accountCalls(api)).toEqual([])
  }
})

test.each([
  ['brings no envelope', new NoEnvelope('bad gateway')],
  ['is refused for now', new Refusal(1503, '服务繁忙')],
])('a call of a public page that %s logs nobody out', async (_name, failure) => {
  const api = sampleApi(
    answer(listBookings, failure),
    answer(listCenterCollect, failure),
    answer(getCenterInfo, failure),
  )
  for (const path of ['/aboutus/', '/school/7/', '/order/']) {
    const page = await visitorOf(path, { api, cookies: { ...loggedIn, nojs: '1' }, reports: true })
    expect(page.isLoggedIn, path).toBe(true)
    expect(page.cookies, path).not.toHaveProperty('token')
  }
})

test('the basket of whoever is logged out stays', async () => {
  const { cookies, dataOf } = await get('/aboutus/', { cookies: { ...ended, compare: '7.9', nojs: '1' } })
  expect(cookies).toEqual({ token: '' })
  expect(dataOf('root')).toMatchObject({ visitor: { isLoggedIn: false, basket: [7, 9] } })
})

test('a browser without the marker gets none for a session that has ended', async () => {
  const { cookies } = await get('/aboutus/', { cookies: { token: ended.token, nojs: '1' } })
  expect(cookies).toEqual({ token: '' })
})
