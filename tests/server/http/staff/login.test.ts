import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { agreedVersion } from '#server/contract/accounts/agreed-texts.ts'
import { readNetworks } from '#server/network/read-networks.ts'
import { listStaffSessions, getStaffMe } from '#server/contract/staff/sessions.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { accessLog, staffLogin, staffMember, staffSession } from '#server/db/schema/index.ts'
import { wrongFor } from '#tests/support/accounts/phone-codes.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { office, staffStage, type StaffStage } from '#tests/support/staff/staff-stage.ts'

const phone = '13800000001'
const minute = 60_000

let database: DatabaseConnection
let stage: StaffStage
let administrator: number

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  stage = staffStage(database)
  administrator = await stage.member('张三', phone, 'administrator')
})
afterAll(() => database.close())

const codeOf = async (token: string, address = office) =>
  (await stage.get('/api/staff/me', token, address)).code

/** Commands of the access log about a member, oldest first. */
async function noted(): Promise<string[]> {
  const rows = await database.db.select().from(accessLog).orderBy(accessLog.id)
  return rows.map(({ command }) => command)
}

test('the first login enrols a second factor, later ones ask for it', async () => {
  const begun = await stage.begin(phone)
  expect(begun.enrolment?.uri).toMatch(/^otpauth:\/\/totp\/.+secret=[A-Z2-7]{32}/)
  const { token, secret, codes } = await stage.enrol(phone)
  expect(codes).toHaveLength(10)
  expect(codes[0]).toMatch(/^(?:[2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/)
  const me = getStaffMe.data.parse((await stage.get('/api/staff/me', token)).data)
  expect(me).toMatchObject({ name: '张三', role: 'administrator', recovery_codes_left: 10 })
  expect(me.rights).toContain('members.write')

  const { pending, enrolment } = await stage.begin(phone)
  expect(enrolment).toBeUndefined()
  const answer = await stage.post('/api/staff/login/totp', { pending, totp: stage.totpOf(secret) })
  expect(answer).toMatchObject({ code: 1000, data: { token: expect.any(String) } })
  expect(answer.data).not.toHaveProperty('recovery_codes')
  expect(await noted()).toEqual(['staff add', 'staff login', 'staff login'])
  const [stored] = await database.db.select().from(staffMember)
  expect(stored?.totpCipher).not.toContain(secret)
})

test('an enrolment that another login completed meanwhile is over', async () => {
  const first = await stage.begin(phone)
  await stage.enrol(phone)
  const totp = stage.totpOf(first.enrolment?.secret ?? '')
  expect((await stage.post('/api/staff/login/totp', { pending: first.pending, totp })).code).toBe(1102)
})

test('a code of the authenticator opens one session: replayed it is refused, also in another login', async () => {
  const { secret } = await stage.enrol(phone)
  const one = await stage.begin(phone)
  const two = await stage.begin(phone)
  const totp = stage.totpOf(secret)
  const both = await Promise.all(
    [one, two].map(({ pending }) => stage.post('/api/staff/login/totp', { pending, totp })),
  )
  expect(new Set(both.map(({ code }) => code))).toEqual(new Set([1000, 1001]))
  const refused = both.find(({ code }) => code === 1001)
  expect(refused?.data).toEqual({ fields: { totp: '这个动态码已经用过，请等它换成下一个' } })
  const used = both[0]?.code === 1000 ? one.pending : two.pending
  const again = { pending: used, totp: stage.totpOf(secret) }
  expect((await stage.post('/api/staff/login/totp', again)).code).toBe(1102)
})

test('five wrong codes lock all of a member for a quarter of an hour, the right one too', async () => {
  const { secret } = await stage.enrol(phone)
  const { pending } = await stage.begin(phone)
  const wrong = () => ({ pending, totp: wrongFor(stage.totpOf(secret)) })
  for (let nth = 0; nth < 4; nth += 1) {
    expect(await stage.post('/api/staff/login/totp', wrong())).toMatchObject({
      code: 1001,
      data: { fields: { totp: '动态码不正确' } },
    })
  }
  const fifth = await stage.post('/api/staff/login/totp', wrong())
  expect(fifth).toMatchObject({ code: 1429, data: { retry_after: 900 } })
  expect(fifth.headers.get('retry-after')).toBe('900')
  const right = { pending, totp: stage.totpOf(secret) }
  expect((await stage.post('/api/staff/login/totp', right)).code).toBe(1429)
  expect(await noted()).toContain('staff login locked')
  stage.clock.ms += 15 * minute
  const later = await stage.begin(phone)
  const after = { pending: later.pending, totp: stage.totpOf(secret) }
  expect((await stage.post('/api/staff/login/totp', after)).code).toBe(1000)
})

test('guesses in parallel are counted like one after another', async () => {
  const { secret } = await stage.enrol(phone)
  const { pending } = await stage.begin(phone)
  const totp = wrongFor(stage.totpOf(secret))
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => stage.post('/api/staff/login/totp', { pending, totp })),
  )
  expect(answers.filter(({ code }) => code === 1001)).toHaveLength(4)
  expect(answers.filter(({ code }) => code === 1429)).toHaveLength(8)
})

test('a recovery code works once, in any spelling', async () => {
  const { codes } = await stage.enrol(phone)
  const [first = '', second = ''] = codes
  const one = await stage.begin(phone)
  const spelt = first.toLowerCase().replaceAll('-', ' ')
  const opened = await stage.post('/api/staff/login/totp', { pending: one.pending, recovery: spelt })
  expect(opened.code).toBe(1000)
  const token = z.object({ token: z.string() }).parse(opened.data).token
  expect((await stage.get('/api/staff/me', token)).data).toMatchObject({ recovery_codes_left: 9 })
  const two = await stage.begin(phone)
  const replayed = await stage.post('/api/staff/login/totp', { pending: two.pending, recovery: first })
  expect(replayed.data).toEqual({ fields: { recovery: '恢复码不正确或已经用过' } })
  const next = await stage.post('/api/staff/login/totp', { pending: two.pending, recovery: second })
  expect(next.code).toBe(1000)
  const [last] = await database.db.select().from(accessLog).orderBy(desc(accessLog.id)).limit(1)
  expect(last).toMatchObject({ command: 'staff login', staffId: administrator, details: { by: 'recovery' } })
})

test('a login that awaits its second factor is over after ten minutes, and in another network', async () => {
  const { secret } = await stage.enrol(phone)
  const { pending } = await stage.begin(phone)
  const elsewhere = { pending, totp: stage.totpOf(secret) }
  expect((await stage.post('/api/staff/login/totp', elsewhere, undefined, '198.51.100.7')).code).toBe(1102)
  stage.clock.ms += 10 * minute
  expect(await stage.post('/api/staff/login/totp', { pending, totp: stage.totpOf(secret) })).toMatchObject({
    status: 401,
    code: 1102,
    message: '登录已超时，请重新获取验证码',
  })
  expect((await stage.post('/api/staff/login/totp', { pending: 'x', totp: '000000' })).code).toBe(1102)
})

test('strangers are answered as members are, and get no code', async () => {
  const stranger = await stage.post('/api/staff/code', { phone: '13900000009' })
  const count = stage.sent.length
  const own = await stage.post('/api/staff/code', { phone })
  expect([stranger.status, stranger.text]).toEqual([own.status, own.text])
  expect([count, stage.sent.length]).toEqual([0, 1])
  const again = async (of: string) => (await stage.post('/api/staff/code', { phone: of })).text
  expect(await again('13900000009')).toBe(await again(phone))
  const wrong = async (of: string) =>
    (await stage.post('/api/staff/login', { phone: of, code: '000000' })).text
  expect(await wrong('13900000009')).toBe(await wrong(phone))
})

test('a code of the visitors’ login opens no staff login, and the other way round', async () => {
  await stage.post('/api/code', { phone })
  const [visitors] = stage.sent.splice(0)
  const refused = await stage.post('/api/staff/login', { phone, code: visitors?.code ?? '' })
  expect(refused.data).toEqual({ fields: { code: '验证码已失效，请重新获取' } })
  stage.clock.ms += 61_000
  const code = await stage.codeFor(phone)
  expect((await stage.post('/api/login', { phone, code, agreed: agreedVersion })).code).toBe(1001)
})

test('a token from another network ends its session, which is recorded', async () => {
  const { token } = await stage.enrol(phone)
  expect(await codeOf(token, '203.0.113.200')).toBe(1000)
  expect(await codeOf(token, '198.51.100.7')).toBe(1103)
  expect(await codeOf(token)).toBe(1103)
  const rows = await database.db
    .select()
    .from(accessLog)
    .where(eq(accessLog.command, 'staff session refused'))
  expect(rows).toMatchObject([
    {
      staffId: administrator,
      operator: '张三',
      record: `staff:${administrator}`,
      details: { bound: '203.0.113.0/24', from: '198.51.100.0/24' },
    },
  ])
})

test('a session ends after eight hours, whether used or not', async () => {
  const { token } = await stage.enrol(phone)
  for (let nth = 0; nth < 23; nth += 1) {
    stage.clock.ms += 20 * minute
    expect(await codeOf(token)).toBe(1000)
  }
  stage.clock.ms += 20 * minute
  expect(await codeOf(token)).toBe(1102)
})

test('a session that nobody used for half an hour is over, and is listed no more', async () => {
  const { token } = await stage.enrol(phone)
  const idle = await stage.sessionOf(administrator)
  const listed = async () =>
    listStaffSessions.data.parse((await stage.get('/api/staff/sessions', token)).data).total
  stage.clock.ms += 20 * minute
  expect([await codeOf(token), await listed()]).toEqual([1000, 2])
  stage.clock.ms += 11 * minute
  expect([await codeOf(idle), await codeOf(token), await listed()]).toEqual([1102, 1000, 1])
})

test('sessions are listed with device and network; one’s own and others’ can be ended', async () => {
  const { token } = await stage.enrol(phone)
  const advisor = await stage.member('李四', '13800000002', 'advisor')
  const theirs = await stage.sessionOf(advisor)
  const second = await stage.sessionOf(administrator)
  const list = async (query: string) =>
    listStaffSessions.data.parse((await stage.get(`/api/staff/sessions${query}`, token)).data).items
  const own = await list('')
  expect(own.map(({ current, network }) => [current, network])).toEqual([
    [false, '203.0.113.0/24'],
    [true, '203.0.113.0/24'],
  ])
  expect((await list('?member=0')).map(({ member }) => member.name)).toEqual(['张三', '李四', '张三'])
  const end = (id: number | undefined, by: string) => stage.post(`/api/staff/sessions/${id}/end`, {}, by)
  const foreign = (await list(`?member=${advisor}`))[0]?.id
  expect((await end(own[0]?.id, theirs)).status).toBe(404)
  expect((await end(own[0]?.id, token)).code).toBe(1000)
  expect(await codeOf(second)).toBe(1103)
  expect((await end(foreign, token)).code).toBe(1000)
  expect((await end(foreign, token)).status).toBe(404)
  expect(await codeOf(theirs)).toBe(1103)
  expect((await stage.post('/api/staff/logout', {}, token)).code).toBe(1000)
  expect(await codeOf(token)).toBe(1103)
  expect((await noted()).filter((command) => command === 'staff sessions end')).toHaveLength(2)
})

test('the area is unknown until there is an administrator, and outside of STAFF_NETWORKS', async () => {
  await emptyDatabase(database)
  await stage.member('李四', '13800000002', 'advisor')
  const unknown = (await stage.get('/api/nothing')).text
  for (const path of ['/api/staff/area', '/api/staff/me', '/api/staff/nothing', '/api/staff']) {
    expect([path, await stage.get(path)]).toEqual([
      path,
      expect.objectContaining({ status: 404, text: unknown }),
    ])
  }
  expect((await stage.post('/api/staff/login', { phone, code: '000000' })).text).toBe(unknown)
  expect((await stage.post('/api/staff/me', {})).text).toBe(unknown)
  const id = await stage.member('张三', phone, 'administrator')
  expect((await stage.get('/api/staff/area')).code).toBe(1000)
  await database.db.update(staffMember).set({ closedAt: new Date() }).where(eq(staffMember.id, id))
  expect((await stage.get('/api/staff/area')).text).toBe(unknown)

  await stage.member('王五', '13800000003', 'administrator')
  const staffNetworks = readNetworks('STAFF_NETWORKS', ['203.0.113.0/24', '2001:db8::/32'])
  const narrowed = staffStage(database, { staffNetworks })
  const area = async (address?: string) => (await narrowed.get('/api/staff/area', undefined, address)).status
  expect(await area('203.0.113.99')).toBe(200)
  expect(await area('::ffff:203.0.113.99')).toBe(200)
  expect(await area('2001:db8:1::1')).toBe(200)
  expect(await area('198.51.100.7')).toBe(404)
  expect(await area('unknown')).toBe(404)
  const nowhere = await narrowed.api.fetch(new Request('https://site.example/api/staff/area'))
  expect(nowhere.status).toBe(404)
})

test('nothing of the staff area is in the public description of the API', async () => {
  const answer = await stage.api.fetch(new Request('https://site.example/api/openapi.json'))
  expect(await answer.text()).not.toContain('/api/staff')
})

test('answers to staff are never stored', async () => {
  const { token } = await stage.enrol(phone)
  for (const path of ['/api/staff/me', '/api/staff/members', '/api/staff/nothing']) {
    expect((await stage.get(path, token)).headers.get('cache-control')).toBe('no-store')
  }
})

test('tokens and recovery codes are stored as hashes only', async () => {
  const { token, codes } = await stage.enrol(phone)
  const { pending } = await stage.begin(phone)
  const rows = JSON.stringify([
    await database.db.select().from(staffSession),
    await database.db.select().from(staffLogin),
    await database.db.select().from(staffMember),
    (await database.pool.query('select * from staff_recovery_code')).rows,
  ])
  for (const secret of [token, pending, ...codes, phone]) expect(rows).not.toContain(secret)
})
