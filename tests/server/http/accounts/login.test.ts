import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schoolCard } from '#server/contract/schools/schools.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { collect, session, visitor } from '#server/db/schema/index.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { addSchool, ask, dependenciesOn, each, personalOfTests } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'

const now = new Date('2026-06-15T04:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)

let database: DatabaseConnection
let api: Api

beforeAll(async () => {
  database = await openTestDatabase()
  api = createApi(dependenciesOn(database))
})
afterAll(() => database.close())

/** Stores a visitor with one session of the given token. */
async function logIn(
  token: string,
  {
    account = {},
    ...given
  }: Partial<typeof session.$inferInsert> & { account?: Partial<typeof visitor.$inferInsert> } = {},
): Promise<number> {
  const [owner] = await database.db.insert(visitor).values(account).returning({ id: visitor.id })
  if (owner === undefined) throw new Error('the visitor was not stored')
  await database.db.insert(session).values({
    visitorId: owner.id,
    tokenHash: createHash('sha256').update(token).digest('hex'),
    expiresAt: inDays(60),
    lastSeenAt: now,
    ...given,
  })
  return owner.id
}

const personal = [
  '/api/center/info',
  '/api/center/collect',
  '/api/center/collect?ids=1',
  '/api/school/collect/1',
]

test.each(personal)('%s answers 1100 without a token, whatever the cookies say', async (address) => {
  await logIn(`cookie ${address}`)
  const headers = { cookie: `token=${encodeURIComponent(`cookie ${address}`)}` }
  const answer = await ask(api, address, { headers })
  expect(answer).toMatchObject({ status: 401, code: 1100 })
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test.each(['unknown', 'x'.repeat(10_000), "' or 1=1 --", '__proto__'])(
  'an unknown token answers 1101',
  async (token) => {
    expect(await ask(api, '/api/center/info', { headers: { token } })).toMatchObject({
      status: 401,
      code: 1101,
    })
  },
)

test.each([
  ['past its end', { expiresAt: inDays(0) }, 1102],
  ['unused for 30 days', { lastSeenAt: inDays(-30) }, 1102],
  ['ended by its owner', { endedAt: inDays(-1), endedBy: 'revoked' }, 1103],
  ['replaced by another login', { endedAt: inDays(-1), endedBy: 'replaced' }, 1300],
  ['of a closed account', { account: { closedAt: inDays(-1) } }, 1006],
])('a session %s is refused', async (name, given, code) => {
  await logIn(name, given)
  const answers = await Promise.all(
    personal.map((address) => ask(api, address, { headers: { token: name } })),
  )
  expect(answers.map((answer) => [answer.status, answer.code])).toEqual(personal.map(() => [401, code]))
})

test('a session used within 30 days stays valid', async () => {
  let today = now
  const clocked = createApi(dependenciesOn(database, { now: () => today }))
  await logIn('in use')
  for (const days of [29, 58]) {
    today = inDays(days)
    expect((await ask(clocked, '/api/center/info', { headers: { token: 'in use' } })).code).toBe(1000)
  }
})

test('the profile has the phone masked and is not cached', async () => {
  const id = await logIn('profile', {
    account: {
      nickname: '李女士',
      phoneCipher: personalOfTests.encrypt('+8613812345678'),
      cityCode: '4401',
      stage: 'primary',
      courseText: 'IB',
    },
  })
  const answer = await ask(api, '/api/center/info', { headers: { token: 'profile' } })
  expect(answer.data).toEqual({
    id,
    nickname: '李女士',
    phone: '138****5678',
    city_code: '4401',
    stage: 'primary',
    courseText: 'IB',
  })
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('favourites are the token’s owner’s own, latest first, or by tuition', async () => {
  const [owner, other] = [await logIn('owner'), await logIn('other')]
  const [dear, cheap, unpriced] = [
    await addSchool(database, '收藏甲学校', '4403', { tuitionMin: 200_000, tuitionMax: 260_000 }),
    await addSchool(database, '收藏乙学校', '4401', { tuitionMin: 90_000, tuitionMax: 90_000 }),
    await addSchool(database, '收藏丙学校', '4401'),
  ]
  await database.db.insert(collect).values([
    { visitorId: owner, schoolId: dear, createdAt: inDays(-3) },
    { visitorId: owner, schoolId: cheap, createdAt: inDays(-2) },
    { visitorId: owner, schoolId: unpriced, createdAt: inDays(-4) },
    { visitorId: other, schoolId: unpriced },
  ])
  const favourites = async (query: string, token = 'owner') =>
    (await ask(api, `/api/center/collect${query}`, { headers: { token } })).data
  const names = async (query: string, token?: string) =>
    each(await favourites(query, token), 'school').map((school) => schoolCard.parse(school).name)
  expect(await favourites('')).toMatchObject({ total: 3, page: 1, page_size: 20 })
  expect(await names('')).toEqual(['收藏乙学校', '收藏甲学校', '收藏丙学校'])
  expect(await names('?sort=tuition_asc')).toEqual(['收藏乙学校', '收藏甲学校', '收藏丙学校'])
  expect(await names('?sort=tuition_desc')).toEqual(['收藏甲学校', '收藏乙学校', '收藏丙学校'])
  expect(await names('?page=2&page_size=2')).toEqual(['收藏丙学校'])
  expect(await names('?city_code=4401')).toEqual(['收藏乙学校', '收藏丙学校'])
  expect(await names('', 'other')).toEqual(['收藏丙学校'])

  const flags = await ask(api, `/api/center/collect?ids=${dear},${unpriced}`, { headers: { token: 'other' } })
  expect(flags.data).toEqual({ [dear]: false, [unpriced]: true })
  const collected = async (id: number, token: string) =>
    (await ask(api, `/api/school/collect/${id}`, { headers: { token } })).data
  expect(await collected(dear, 'owner')).toEqual({ collected: true })
  expect(await collected(dear, 'other')).toEqual({ collected: false })
})

test('whether an unknown school is collected answers 1404', async () => {
  await logIn('curious')
  const headers = { token: 'curious' }
  expect(await ask(api, '/api/school/collect/999999999', { headers })).toMatchObject({
    status: 404,
    code: 1404,
  })
})
