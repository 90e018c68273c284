import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { beginNewAuthenticator, changeRecoveryCodes } from '#server/contract/staff/second-factor.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { accessLog, staffLogin } from '#server/db/schema/index.ts'
import { wrongFor } from '#tests/support/accounts/phone-codes.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { declaredStaffEndpoints } from '#tests/support/staff/attempts.ts'
import { failingAccessLog } from '#tests/support/staff/failing-access-log.ts'
import { staffStage, type StaffStage } from '#tests/support/staff/staff-stage.ts'

const phone = '13800000001'

let database: DatabaseConnection
let stage: StaffStage
let member: number
let token: string
let secret: string
let codes: string[]

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  stage = staffStage(database)
  member = await stage.member('张三', phone, 'administrator')
  ;({ token, secret, codes } = await stage.enrol(phone))
})
afterAll(() => database.close())

const change = (totp: string) => stage.post('/api/staff/second-factor/recovery-codes', { totp }, token)
const begin = (factor: object, of = token) => stage.post('/api/staff/second-factor/authenticator', factor, of)
const confirm = (body: object, of = token) =>
  stage.post('/api/staff/second-factor/authenticator/confirm', body, of)
/** Logs in with a second factor, which is made once the first one was verified. */
const logIn = async (factor: () => object) => {
  const { pending } = await stage.begin(phone)
  return (await stage.post('/api/staff/login/totp', { pending, ...factor() })).code
}
const lastNoted = async () =>
  (await database.db.select().from(accessLog).orderBy(desc(accessLog.id)).limit(1))[0]

test('recovery codes are renewed after proof by a code; the former ones are void', async () => {
  const totp = stage.totpOf(secret)
  const fresh = changeRecoveryCodes.data.parse((await change(totp)).data).recovery_codes
  expect(fresh).toHaveLength(10)
  expect(fresh).not.toContain(codes[0])
  expect((await change(totp)).data).toEqual({ fields: { totp: '这个动态码已经用过，请等它换成下一个' } })
  expect(await lastNoted()).toMatchObject({
    command: 'staff second-factor codes',
    changes: { recovery_codes: 'changed' },
  })
  expect(await logIn(() => ({ recovery: codes[0] }))).toBe(1001)
  expect(await logIn(() => ({ recovery: fresh[0] }))).toBe(1000)
})

test('members, files of people and of the records need a second factor of the last ten minutes', async () => {
  const asking = (await declaredStaffEndpoints()).filter(({ freshFactor }) => freshFactor)
  expect(asking.map(({ path }) => path).toSorted()).toEqual([
    '/api/staff/audit/file',
    '/api/staff/events/{id}/paper',
    '/api/staff/exports/records',
    '/api/staff/members',
    '/api/staff/members/{id}',
    '/api/staff/members/{id}/reset',
  ])
  const adding = { name: '新人', phone: '13800000009', role: 'administrator' }
  const add = () => stage.post('/api/staff/members', adding, token)
  const prove = (totp: string) => stage.post('/api/staff/second-factor/proof', { totp }, token)
  stage.clock.ms += 10 * 60_000 + 1
  for (const { method, path } of asking) {
    const place = path.replace('{id}', '1')
    const answer = method === 'GET' ? stage.get(place, token) : stage.post(place, {}, token)
    expect(await answer, path).toMatchObject({ code: 1403, data: { factor: 'stale' } })
  }
  expect((await add()).code).toBe(1403)
  const totp = stage.totpOf(secret)
  expect((await prove(wrongFor(totp))).data).toEqual({ fields: { totp: '动态码不正确' } })
  expect((await prove(totp)).code).toBe(1000)
  expect((await add()).code).toBe(1000)
  stage.clock.ms += 10 * 60_000 + 1
  expect((await prove(totp)).code).toBe(1001)
  expect((await add()).code).toBe(1403)
})

test('a second factor that is proven in one session counts in no other', async () => {
  stage.clock.ms += 60_000
  const other = await stage.sessionOf(member)
  stage.clock.ms += 10 * 60_000 + 1
  await stage.post('/api/staff/second-factor/proof', { totp: stage.totpOf(secret) }, token)
  expect((await stage.get('/api/staff/audit/file', token)).code).toBe(1000)
  expect((await stage.get('/api/staff/audit/file', other)).code).toBe(1403)
})

test('wrong codes are counted with those of the login, and lock both', async () => {
  const wrong = () => wrongFor(stage.totpOf(secret))
  for (let nth = 0; nth < 4; nth += 1) expect((await change(wrong())).code).toBe(1001)
  expect((await change(wrong())).code).toBe(1429)
  expect((await begin({ totp: stage.totpOf(secret) })).code).toBe(1429)
  expect(await logIn(() => ({ totp: stage.totpOf(secret) }))).toBe(1429)
  expect(await lastNoted()).toMatchObject({ command: 'staff login locked' })
})

test('a new authenticator counts once its first code confirmed it, and other sessions end', async () => {
  const other = await stage.sessionOf(member)
  const begun = beginNewAuthenticator.data.parse((await begin({ totp: stage.totpOf(secret) })).data)
  expect(await logIn(() => ({ totp: stage.totpOf(secret) }))).toBe(1000)
  const { pending, enrolment } = begun
  const [stored] = await database.db.select().from(staffLogin).orderBy(desc(staffLogin.id))
  expect(stored?.totpCipher ?? '').not.toContain(enrolment.secret)
  expect((await confirm({ pending, totp: wrongFor(stage.totpOf(enrolment.secret)) })).code).toBe(1001)
  expect((await confirm({ pending, totp: stage.totpOf(enrolment.secret) })).code).toBe(1000)
  expect(await lastNoted()).toMatchObject({ command: 'staff second-factor move' })
  expect((await stage.get('/api/staff/me', other)).code).toBe(1103)
  expect((await stage.get('/api/staff/me', token)).data).toMatchObject({ recovery_codes_left: 10 })
  expect((await confirm({ pending, totp: stage.totpOf(enrolment.secret) })).code).toBe(1409)
  expect(await logIn(() => ({ totp: stage.totpOf(secret) }))).toBe(1001)
  expect(await logIn(() => ({ totp: stage.totpOf(enrolment.secret) }))).toBe(1000)
})

test('a recovery code proves too, and is used up; a move is over after ten minutes, and is nobody else’s', async () => {
  const begun = beginNewAuthenticator.data.parse((await begin({ recovery: codes[0] })).data)
  expect((await stage.get('/api/staff/me', token)).data).toMatchObject({ recovery_codes_left: 9 })
  expect((await begin({ recovery: codes[0] })).data).toEqual({
    fields: { recovery: '恢复码不正确或已经用过' },
  })
  expect((await begin({})).data).toEqual({ fields: { totp: '请填写动态码' } })
  await stage.member('李四', '13800000002', 'advisor')
  const stranger = await stage.enrol('13800000002')
  const { pending, enrolment } = begun
  const stolen = { pending, totp: stage.totpOf(enrolment.secret) }
  expect((await confirm(stolen, stranger.token)).code).toBe(1409)
  expect((await stage.post('/api/staff/login/totp', stolen)).code).toBe(1102)
  stage.clock.ms += 10 * 60_000
  expect((await confirm({ pending, totp: stage.totpOf(enrolment.secret) })).code).toBe(1409)
})

test('without its row of the access log nothing is renewed and nothing moved', async () => {
  const { pending, enrolment } = beginNewAuthenticator.data.parse(
    (await begin({ totp: stage.totpOf(secret) })).data,
  )
  await failingAccessLog(database, async () => {
    expect((await change(stage.totpOf(secret))).code).toBe(1500)
    expect((await confirm({ pending, totp: stage.totpOf(enrolment.secret) })).code).toBe(1500)
  })
  expect(await logIn(() => ({ recovery: codes[0] }))).toBe(1000)
  expect(await logIn(() => ({ totp: stage.totpOf(secret) }))).toBe(1000)
})
