import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasRight, staffRoles, type StaffRole } from '#server/contract/staff/roles.ts'
import type { StaffEndpoint } from '#server/contract/staff/staff-endpoint.ts'
import { getStaffToday } from '#server/contract/staff/today.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { clue, consent, openDay, staffMember } from '#server/db/schema/index.ts'
import { endStaffSession, findStaffSessions } from '#server/db/staff/sessions.ts'
import { assertReachable } from '#server/http/staff/school-scope.ts'
import { staffEndpoints } from '#server/http/staff/endpoints.ts'
import { addSchool, ask, dependenciesOn } from '#tests/support/api/api.ts'
import { openTestDatabase } from '#tests/support/database/database.ts'
import { declaredStaffEndpoints, staffAttempts } from '#tests/support/staff/attempts.ts'
import { staffStage, type StaffStage } from '#tests/support/staff/staff-stage.ts'

/** Every role against every endpoint for staff, and a school against what is another school's. */

let database: DatabaseConnection
let stage: StaffStage
let school: number
let otherSchool: number
const members = new Map<StaffRole, number>()

beforeAll(async () => {
  database = await openTestDatabase()
  stage = staffStage(database)
  school = await addSchool(database, '甲学校')
  otherSchool = await addSchool(database, '乙学校')
  for (const [at, role] of staffRoles.entries())
    members.set(role, await stage.member(`成员${at}`, `1380000001${at}`, role, school))
})
afterAll(() => database.close())

const nameOf = ({ method, path }: StaffEndpoint) => `${method} ${path}`
const tokenOf = (role: StaffRole) => stage.sessionOf(members.get(role) ?? 0)

function send(endpoint: StaffEndpoint, token: string | undefined) {
  const { path: names, query = '', body = {} } = staffAttempts[nameOf(endpoint)] ?? {}
  const place = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names?.[name] ?? '1')
  return endpoint.method === 'GET' ? stage.get(place + query, token) : stage.post(place, body, token)
}

test('the API serves every endpoint that the contract declares, and each has a row', async () => {
  const declared = (await declaredStaffEndpoints()).map(nameOf).toSorted()
  const served = staffEndpoints(dependenciesOn(database)).map(({ endpoint }) => nameOf(endpoint))
  expect(declared.length).toBeGreaterThan(10)
  expect(served.toSorted()).toEqual(declared)
  expect(Object.keys(staffAttempts).toSorted()).toEqual(declared)
})

test.for(staffRoles)('%s is answered by the calls of the role, and refused by all others', async (role) => {
  const wrong: string[] = []
  // A phone that is no member's gets a few codes an hour.
  stage.clock.ms += 3_600_000
  for (const endpoint of await declaredStaffEndpoints()) {
    const { right } = endpoint
    const isAllowed = right === 'any' || right === 'none' || hasRight(role, right)
    const expected = isAllowed ? (staffAttempts[nameOf(endpoint)]?.status ?? 200) : 403
    const { status, code, text } = await send(endpoint, await tokenOf(role))
    if (status !== expected || (!isAllowed && code !== 1403))
      wrong.push(`${nameOf(endpoint)}: ${status} instead of ${expected}: ${text}`)
    stage.clock.ms += 61_000
  }
  expect(wrong).toEqual([])
})

test('without a session every call but those of the login is refused, and a visitor’s session is none', async () => {
  const visitor = await stage.logIn('13900000005')
  for (const endpoint of await declaredStaffEndpoints()) {
    if (endpoint.right === 'none') continue
    expect((await send(endpoint, undefined)).code, nameOf(endpoint)).toBe(1100)
    expect((await send(endpoint, visitor)).code, nameOf(endpoint)).toBe(1101)
  }
  const token = await tokenOf('administrator')
  expect((await ask(stage.api, '/api/center/info', { headers: { token } })).code).toBe(1101)
})

test('a school sees what waits for it alone, and its own open days', async () => {
  const lead = (schoolId: number, reference: string) => ({
    reference,
    schoolId,
    orderType: 'order',
    cityCode: '4403',
    createdAt: new Date(stage.clock.ms - 3_600_000),
  })
  await database.db
    .insert(clue)
    .values([lead(school, 'OWN1'), lead(school, 'OWN2'), lead(otherSchool, 'OTHER1')])
  // That of the other one names somebody else.
  const own = await database.db.select({ id: clue.id }).from(clue).where(eq(clue.reference, 'OWN1'))
  await database.db
    .insert(consent)
    .values(own.map(({ id }) => ({ clueId: id, purpose: 'contact', recipient: '甲学校', textVersion: '1' })))
  const day = (schoolId: number, title: string, hours: number) => ({
    schoolId,
    title,
    cityCode: '4403',
    startsAt: new Date(stage.clock.ms + hours * 3_600_000),
    endsAt: new Date(stage.clock.ms + (hours + 2) * 3_600_000),
  })
  await database.db
    .insert(openDay)
    .values([day(school, '甲开放日', 24), day(otherSchool, '乙开放日', 24), day(school, '以后', 24 * 9)])
  const today = async (role: StaffRole) =>
    getStaffToday.data.parse((await stage.get('/api/staff/today', await tokenOf(role))).data)
  const ofSchool = await today('school')
  expect(ofSchool.leads?.count).toBe(1)
  expect(ofSchool.open_days?.map(({ title }) => title)).toEqual(['甲开放日'])
  expect(Object.keys(ofSchool).toSorted()).toEqual(['leads', 'open_days', 'refused_drafts'])
  const ofAll = await today('administrator')
  expect(ofAll.leads?.count).toBe(3)
  expect(ofAll.open_days?.map(({ title }) => title).toSorted()).toEqual(['甲开放日', '乙开放日'].toSorted())
  expect(ofAll.operations).toMatchObject({ jobs_waiting: 0, jobs_failing: 0 })
  expect(Object.keys(await today('event_lead')).toSorted()).toEqual(['devices', 'open_days'])
})

test('a school previews texts of kinds of which it has rows', async () => {
  const token = await tokenOf('school')
  const codesOf = async (kinds: string[]) =>
    Promise.all(
      kinds.map(
        async (kind) => (await stage.post('/api/staff/content-text', { kind, text: '字' }, token)).code,
      ),
    )
  expect(await codesOf(['schools', 'views', 'promotions'])).toEqual([1000, 1000, 1000])
  expect(await codesOf(['news', 'courses', 'plannings'])).toEqual([1403, 1403, 1403])
})

test('a school reaches neither sessions nor the record of another member', async () => {
  const token = await tokenOf('school')
  const administrator = members.get('administrator') ?? 0
  await tokenOf('administrator')
  const at = new Date(stage.clock.ms)
  const { rows } = await findStaffSessions(
    database.db,
    { staffId: administrator, now: at },
    { page: 1, page_size: 1 },
  )
  const foreign = rows[0]?.id ?? 0
  expect((await stage.get(`/api/staff/sessions?member=${administrator}`, token)).code).toBe(1403)
  expect((await stage.get('/api/staff/sessions?member=0', token)).code).toBe(1403)
  expect((await stage.post(`/api/staff/sessions/${foreign}/end`, {}, token)).status).toBe(404)
  expect(await endStaffSession(database.db, { id: foreign, by: 'ended', now: at })).toBe(administrator)
})

test('a record of another school is unknown to a school, and every record reached by others', () => {
  const member = {
    id: 1,
    name: '甲',
    schoolName: '甲学校',
    sessionId: 1,
    expiresAt: new Date(),
    factorAt: null,
  }
  const ofSchool = { ...member, role: 'school' as const, schoolId: school }
  assertReachable(ofSchool, school)
  for (const foreign of [otherSchool, null])
    expect(() => assertReachable(ofSchool, foreign)).toThrow('没有找到相关内容')
  expect(() => assertReachable({ ...ofSchool, schoolId: undefined }, school)).toThrow('还没有为您指定学校')
  for (const role of staffRoles.filter((each) => each !== 'school'))
    assertReachable({ ...member, role, schoolId: undefined }, otherSchool)
})

test('a member of a school that is gone reaches nothing', async () => {
  const id = await stage.member('无校', '13800000019', 'school', otherSchool)
  await database.db.update(staffMember).set({ schoolId: null })
  const token = await stage.sessionOf(id)
  expect((await stage.get('/api/staff/me', token)).code).toBe(1000)
  expect(await stage.get('/api/staff/today', token)).toMatchObject({
    code: 1403,
    message: '还没有为您指定学校，请联系管理员',
  })
})
