import { eq, getTableColumns, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { DatabaseConnection } from '#server/db/connect.ts'
import * as schema from '#server/db/schema/index.ts'
import { exportedColumns } from '#server/services/accounts/exported-columns.ts'
import { replayDeletions } from '#server/services/accounts/replay-deletions.ts'
import { addSchool, ask, personalOfTests } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { clockedApi, type ClockedApi } from '#tests/support/api/clocked-api.ts'

const {
  checkIn,
  checkInAttempt,
  checkInUndone,
  clue,
  collect,
  collectNote,
  consent,
  correction,
  deletion,
  event,
  leadEntry,
  like,
  openDay,
  question,
  registration,
} = schema
const { session, visitor } = schema

const phone = '+8613812345678'
const inDays = (from: Date, days: number) => new Date(from.getTime() + days * 86_400_000)
const encrypted = (text: string) => personalOfTests.encrypt(text)
const blindIndexOf = (number: string) => personalOfTests.blindIndex('phone', number)

let database: DatabaseConnection
let stage: ClockedApi

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  stage = clockedApi(database)
})
afterAll(() => database.close())

async function inserted(rows: Promise<{ id: number }[]>): Promise<number> {
  const [row] = await rows
  if (row === undefined) throw new Error('the row was not stored')
  return row.id
}

async function visitorOf(token: string): Promise<number> {
  const answer = await ask(stage.api, '/api/center/info', { headers: { token } })
  return z.object({ id: z.int() }).parse(answer.data).id
}

/** Something in every table about the owner of a phone, and the same of somebody else. */
async function leaveTraces(number: string, visitorId: number, name: string) {
  const now = stage.clock.now
  const { db } = database
  const person = {
    nameCipher: encrypted(name),
    phoneCipher: encrypted(number),
    phoneHash: blindIndexOf(number),
  }
  const schoolId = await addSchool(database, `${name}的学校`)
  const day = { cityCode: '4403', title: '校园开放日', startsAt: inDays(now, 3), endsAt: inDays(now, 4) }
  const openDayId = await inserted(
    db
      .insert(openDay)
      .values({ ...day, schoolId, capacity: 5, taken: 2 })
      .returning({ id: openDay.id }),
  )
  const lead = { ...person, cityCode: '4403', createdAt: now, updatedAt: now, grade: 'g1', stage: 'primary' }
  const clueId = await inserted(
    db
      .insert(clue)
      .values({
        ...lead,
        reference: `OPEN${visitorId}`,
        orderType: 'openday',
        openDayId,
        holdsSeat: true,
        schoolId,
        messageCipher: encrypted(`${name}想参观`),
        visitorId,
        source: '/openday/',
      })
      .returning({ id: clue.id }),
  )
  await db.insert(clue).values({ ...lead, reference: `PAST${visitorId}`, orderType: 'consult' })
  await db
    .insert(consent)
    .values({ clueId, purpose: 'contact', recipient: '学校', textVersion: '1', body: '同意' })
  const noteCipher = encrypted(`${name}下午有空`)
  await db
    .insert(leadEntry)
    .values({ clueId, kind: 'contacted', author: '林老师', outcome: 'visit', noteCipher, at: now })
  await db.insert(collect).values({ visitorId, schoolId })
  await db
    .insert(collectNote)
    .values({ visitorId, schoolId, noteCipher: encrypted(`${name}想问住宿`), updatedAt: now })
  await db.insert(like).values({ subject: 'view', subjectId: 1, vidHash: `browser ${visitorId}` })
  const asked = { ...person, schoolId, visitorId, askedAt: now }
  await db.insert(question).values([
    { ...asked, body: '校车到南山吗？', state: 'shown', askedBy: '家长' },
    { ...asked, body: `我是${name}，孩子要住校`, state: 'pending' },
  ])
  const { phoneCipher, phoneHash } = person
  const wrongCipher = personalOfTests.encrypt(`${name}说学费不对`)
  await db
    .insert(correction)
    .values({ schoolId, field: 'tuition', wrongCipher, visitorId, phoneCipher, phoneHash, createdAt: now })
  const eventId = await inserted(
    db
      .insert(event)
      .values({ ...day, title: '择校展' })
      .returning({ id: event.id }),
  )
  const registrationId = await inserted(
    db
      .insert(registration)
      .values({ ...person, eventId, kind: 'parent', ticket: `T${visitorId}`, tailHash: 'x', createdAt: now })
      .returning({ id: registration.id }),
  )
  await db.insert(checkIn).values({
    ...person,
    id: `check-in ${visitorId}`,
    eventId,
    registrationId,
    kind: 'parent',
    nonce: `nonce ${visitorId}`,
    device: '一号机',
    at: now,
    receivedAt: now,
  })
  const again = { eventId, device: `${name}的手机`, at: now }
  await db.insert(checkInAttempt).values({
    ...again,
    nonce: `again ${visitorId}`,
    bodyHash: 'x',
    checkInId: `check-in ${visitorId}`,
    state: 'duplicate',
    receivedAt: now,
  })
  await db
    .insert(checkInUndone)
    .values({ ...again, nonce: `undone ${visitorId}`, registrationId, undoneAt: now, undoneBy: '一号机' })
  return { schoolId, openDayId }
}

test('a profile is changed field by field, and nothing else of the account', async () => {
  const token = await stage.logIn(phone)
  const id = await visitorOf(token)
  const first = { nickname: ' 李女士 ', city_code: '4401', stage: 'primary', grade: 'g3' }
  const odd = { id: 99, phone: '+8613900000000', phone_hash: 'x', closed_at: '2026-01-01', role: 'admin' }
  expect((await stage.post('/api/center/modify', { ...first, ...odd }, token)).data).toEqual({
    id,
    nickname: '李女士',
    phone: '138****5678',
    city_code: '4401',
    stage: 'primary',
    grade: 'g3',
    courseText: '',
  })
  const second = await stage.post('/api/center/modify', { nickname: '', grade: '' }, token)
  expect(second.data).toEqual({
    id,
    nickname: '',
    phone: '138****5678',
    city_code: '4401',
    stage: 'primary',
    courseText: '',
  })
  expect((await stage.post('/api/center/modify', {}, token)).data).toEqual(second.data)
  const nowhere = await stage.post('/api/center/modify', { city_code: '', courseText: null }, token)
  expect(nowhere).toMatchObject({ code: 1000, data: { stage: 'primary' } })
  expect(nowhere.data).not.toHaveProperty('city_code')
  const [row] = await database.db.select().from(visitor)
  expect(row).toMatchObject({ phoneHash: blindIndexOf(phone), closedAt: null })
})

test('the courses a family is interested in are its own words, taken back by an empty text', async () => {
  const token = await stage.logIn(phone)
  const modify = (courseText: string) => stage.post('/api/center/modify', { courseText }, token)
  expect((await modify(' IB, A-Level ')).data).toMatchObject({ courseText: 'IB, A-Level' })
  expect((await stage.post('/api/center/modify', {}, token)).data).toMatchObject({
    courseText: 'IB, A-Level',
  })
  expect((await modify('')).data).toMatchObject({ courseText: '' })
})

test('a grade fits its stage: refused, brought along, or taken back with a new stage', async () => {
  const token = await stage.logIn(phone)
  const modify = (body: object) => stage.post('/api/center/modify', body, token)
  expect((await modify({ grade: 'g8' })).data).toMatchObject({ stage: 'middle', grade: 'g8' })
  expect(await modify({ stage: 'primary', grade: 'g8' })).toMatchObject({
    status: 400,
    code: 1001,
    data: { fields: { grade: '初二属于初中，请改一下学段' } },
  })
  expect(await modify({ grade: 'k1', nickname: '不会保存' })).toMatchObject({ code: 1001 })
  const changed = await modify({ stage: 'high' })
  expect(changed.data).toMatchObject({ stage: 'high', nickname: '' })
  expect(changed.data).not.toHaveProperty('grade')
})

test.each([
  [{ nickname: '长'.repeat(21) }, 'nickname'],
  [{ city_code: '9999' }, 'city_code'],
  [{ stage: 'constructor' }, 'stage'],
  [{ grade: 'g13' }, 'grade'],
  [{ courseText: 'I'.repeat(41) }, 'courseText'],
])('a profile with %j is refused beside its field', async (body, field) => {
  const token = await stage.logIn(phone)
  const answer = await stage.post('/api/center/modify', body, token)
  expect(answer).toMatchObject({ status: 400, code: 1001 })
  expect(
    Object.keys(z.object({ fields: z.record(z.string(), z.string()) }).parse(answer.data).fields),
  ).toEqual([field])
})

test.each(['export', 'delete'])(
  '%s wants a login and a fresh code of the account’s own phone',
  async (call) => {
    const token = await stage.logIn(phone)
    const address = `/api/center/${call}`
    const code = await stage.codeFor(phone, token)
    expect(await stage.post(address, { code })).toMatchObject({ status: 401, code: 1100 })
    const foreign = await stage.logIn('+8613900000000')
    expect(await stage.post(address, { code }, foreign)).toMatchObject({ status: 400, code: 1001 })
    const wrong = code === '111111' ? '222222' : '111111'
    expect(await stage.post(address, { code: wrong }, token)).toMatchObject({
      status: 400,
      data: { fields: { code: '验证码不正确' } },
    })
    expect((await stage.post(address, { code }, token)).code).toBe(1000)
    expect(await stage.post(address, { code }, token)).toMatchObject(
      call === 'export' ? { status: 400, code: 1001 } : { status: 401, code: 1006 },
    )
  },
)

test('an export contains everything about its owner unencrypted, and nothing of anybody else', async () => {
  const token = await stage.logIn(phone)
  await leaveTraces(phone, await visitorOf(token), '张三丰')
  const other = await stage.logIn('+8613900000000')
  await leaveTraces('+8613900000000', await visitorOf(other), '别的人')
  const code = await stage.codeFor(phone, token)
  const answer = await stage.post('/api/center/export', { code }, token)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.data).toMatchObject({
    profile: { phone },
    sessions: [{}],
    codes: [{}, {}],
    favourites: [{ school: '张三丰的学校' }],
    notes: [{ school: '张三丰的学校', note: '张三丰想问住宿' }],
    requests: [
      { name: '张三丰', phone, message: '张三丰想参观', open_day: '校园开放日', school: '张三丰的学校' },
      { name: '张三丰', phone, order_type: 'consult' },
    ],
    contacts: [{ contact_kind: 'contacted', outcome: 'visit', note: '张三丰下午有空' }],
    consents: [{ purpose: 'contact', text: '同意' }],
    questions: [{ question: '校车到南山吗？', name: '张三丰', phone }, { state: 'pending' }],
    corrections: [{ field: 'tuition', wrong: '张三丰说学费不对', phone, school: '张三丰的学校' }],
    registrations: [{ name: '张三丰', phone, event: '择校展' }],
    check_ins: [{ name: '张三丰', phone, event: '择校展', device: '一号机' }],
  })
  expect(answer.text).not.toContain('别的人')
  expect(answer.text).not.toContain('13900000000')
  expect(answer.text).not.toContain(blindIndexOf(phone))
})

test('every table about people is in the export, with every column of the schema', () => {
  const personal = /^(visitorId|phoneHash|phoneCipher|nameCipher|messageCipher|noteCipher)$/
  const tables = Object.entries(schema).flatMap(([name, table]) => {
    if (!is(table, PgTable)) return []
    const columns = Object.keys(getTableColumns(table))
    return columns.some((column) => personal.test(column)) ? [[name, columns.toSorted()]] : []
  })
  // Members of the staff are no visitors.
  const { deletion: ledger, staffMember: _staff, ...about } = Object.fromEntries(tables)
  expect(ledger).toEqual(['deletedAt', 'phoneHash'])
  const exported = Object.entries(exportedColumns).map(([name, columns]) => [
    name,
    Object.keys(columns).toSorted(),
  ])
  expect(Object.fromEntries(exported)).toEqual(about)
})

test('a deleted account leaves nothing of its person, gives seats back, and touches nobody else', async () => {
  const token = await stage.logIn(phone)
  const second = await stage.logIn(phone)
  const id = await visitorOf(token)
  const { openDayId } = await leaveTraces(phone, id, '张三丰')
  const other = await stage.logIn('+8613900000000')
  const otherId = await visitorOf(other)
  await leaveTraces('+8613900000000', otherId, '别的人')
  const { db } = database
  const before = await db.select().from(clue).where(eq(clue.visitorId, otherId))
  const code = await stage.codeFor(phone, token)
  const answer = await stage.post('/api/center/delete', { code }, token)
  expect(answer).toMatchObject({ code: 1000, data: { msg: '账号已注销' } })

  for (const dead of [token, second]) {
    expect(await ask(stage.api, '/api/center/info', { headers: { token: dead } })).toMatchObject({
      status: 401,
      code: 1006,
    })
  }
  const [account] = await db.select().from(visitor).where(eq(visitor.id, id))
  expect(account).toMatchObject({
    phoneHash: null,
    phoneCipher: null,
    nickname: '',
    closedAt: stage.clock.now,
  })
  const leads = await db.select().from(clue).where(eq(clue.anonymisedAt, stage.clock.now)).orderBy(clue.id)
  const nobody = {
    nameCipher: null,
    phoneCipher: null,
    phoneHash: null,
    messageCipher: null,
    visitorId: null,
    cityCode: '4403',
    stage: 'primary',
    grade: null,
    createdAt: new Date('2026-06-01T00:00:00Z'),
  }
  expect(leads).toMatchObject([
    { ...nobody, orderType: 'openday', state: 'cancelled' },
    { ...nobody, orderType: 'consult', state: 'received' },
  ])
  const [day] = await db.select().from(openDay).where(eq(openDay.id, openDayId))
  expect(day?.taken).toBe(1)
  const deletions = await db.select().from(deletion)
  expect(deletions).toEqual([{ phoneHash: blindIndexOf(phone), deletedAt: stage.clock.now }])
  for (const table of [correction, question, registration, checkIn]) {
    expect(await db.$count(table, eq(table.phoneHash, blindIndexOf(phone)))).toBe(0)
    expect(await db.$count(table, eq(table.phoneHash, blindIndexOf('+8613900000000')))).toBeGreaterThan(0)
  }
  for (const table of [checkIn, checkInAttempt, checkInUndone]) {
    const named = await db.select({ device: table.device }).from(table)
    expect(named.filter(({ device }) => device === null)).toHaveLength(1)
  }
  const questions = await db.select().from(question).where(eq(question.body, '校车到南山吗？'))
  expect(questions.map(({ state, visitorId }) => [state, visitorId])).toEqual(
    expect.arrayContaining([
      ['shown', null],
      ['shown', otherId],
    ]),
  )
  expect(await db.$count(question, eq(question.body, '我是张三丰，孩子要住校'))).toBe(0)
  expect((await db.select().from(consent)).map(({ withdrawnAt }) => withdrawnAt)).toEqual(
    expect.arrayContaining([stage.clock.now, null]),
  )
  expect((await db.select().from(collect)).map(({ visitorId }) => visitorId)).toEqual([otherId])
  expect((await db.select().from(collectNote)).map(({ visitorId }) => visitorId)).toEqual([otherId])
  expect(await db.select().from(clue).where(eq(clue.visitorId, otherId))).toEqual(before)
  expect((await ask(stage.api, '/api/center/info', { headers: { token: other } })).code).toBe(1000)
})

test('a question that was joined to one of a deleted account waits again', async () => {
  const token = await stage.logIn(phone)
  const id = await visitorOf(token)
  const schoolId = await addSchool(database, '青禾学校')
  const own = { schoolId, body: '有没有校车接送？', visitorId: id, phoneHash: blindIndexOf(phone) }
  const [first] = await database.db.insert(question).values(own).returning({ id: question.id })
  const joined = { schoolId, body: '学校有校车吗？', state: 'joined', joinedTo: first?.id ?? 0 }
  const [second] = await database.db.insert(question).values(joined).returning()
  const code = await stage.codeFor(phone, token)
  expect(await stage.post('/api/center/delete', { code }, token)).toMatchObject({ code: 1000 })
  const [left, ...others] = await database.db.select().from(question)
  expect(others).toEqual([])
  expect(left).toMatchObject({ id: second?.id, state: 'pending', joinedTo: null })
  expect(left?.updatedAt.getTime()).toBeGreaterThan(second?.updatedAt.getTime() ?? Infinity)
})

test('a phone that was deleted and logs in again gets a new account', async () => {
  const token = await stage.logIn(phone)
  const id = await visitorOf(token)
  await stage.post('/api/center/delete', { code: await stage.codeFor(phone, token) }, token)
  const again = await visitorOf(await stage.logIn(phone))
  expect(again).not.toBe(id)
  await replayDeletions(database.db, stage.clock.now)
  const [row] = await database.db.select().from(visitor).where(eq(visitor.id, again))
  expect(row).toMatchObject({ phoneHash: blindIndexOf(phone), closedAt: null })
})

test('of 20 deletions at once with one code one is done', async () => {
  const token = await stage.logIn(phone)
  const { openDayId } = await leaveTraces(phone, await visitorOf(token), '张三丰')
  const code = await stage.codeFor(phone, token)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => stage.post('/api/center/delete', { code }, token)),
  )
  expect(answers.filter((answer) => answer.code === 1000)).toHaveLength(1)
  const [day] = await database.db.select().from(openDay).where(eq(openDay.id, openDayId))
  expect(day?.taken).toBe(1)
})

test('people of the ledger who come back with a restored backup are deleted again, once', async () => {
  const token = await stage.logIn(phone)
  const id = await visitorOf(token)
  await leaveTraces(phone, id, '张三丰')
  const { db } = database
  await db.insert(deletion).values([
    { phoneHash: blindIndexOf(phone), deletedAt: inDays(stage.clock.now, 1) },
    { phoneHash: blindIndexOf('+8613911111111'), deletedAt: inDays(stage.clock.now, 1) },
  ])
  const later = inDays(stage.clock.now, 2)
  const newer = {
    phoneHash: blindIndexOf(phone),
    phoneCipher: encrypted(phone),
    createdAt: later,
    updatedAt: later,
  }
  await db.insert(clue).values({ ...newer, reference: 'NEWLEAD', orderType: 'consult', cityCode: '4403' })
  await replayDeletions(db, later)
  expect(await ask(stage.api, '/api/center/info', { headers: { token } })).toMatchObject({ code: 1006 })
  expect(await db.$count(session, eq(session.visitorId, id))).toBe(1)
  const left = await db
    .select()
    .from(clue)
    .where(eq(clue.phoneHash, blindIndexOf(phone)))
  expect(left.map(({ reference }) => reference)).toEqual(['NEWLEAD'])
  for (const table of [correction, question, registration, checkIn])
    expect(await db.$count(table, eq(table.phoneHash, blindIndexOf(phone)))).toBe(0)
  for (const table of [collect, collectNote]) expect(await db.$count(table, eq(table.visitorId, id))).toBe(0)
  const after = await db.select().from(clue)
  await replayDeletions(db, inDays(later, 1))
  expect(await db.select().from(clue)).toEqual(after)
})

test('what an account writes while it is being deleted is refused or taken with it', async () => {
  const schools = await Promise.all(Array.from({ length: 6 }, (_, at) => addSchool(database, `学校${at}`)))
  for (let round = 0; round < 3; round += 1) {
    const token = await stage.logIn(phone)
    const code = await stage.codeFor(phone, token)
    const writes = schools.flatMap((id) => [
      stage.post(`/api/school_collect/${id}`, { is_collect: 1 }, token),
      stage.post('/api/school/questions', { school_id: id, question: '有校车吗？', phone }, token),
      stage.post('/api/school/corrections', { school_id: id, field: 'fees', wrong: '校车费不对' }, token),
    ])
    const deleted = stage.post('/api/center/delete', { code }, token)
    const later = schools.map((id) => stage.post(`/api/school_collect/${id}`, { is_collect: 1 }, token))
    expect((await deleted).code).toBe(1000)
    await Promise.all([...writes, ...later])
    expect(await database.db.$count(collect)).toBe(0)
    const left = await database.db.select().from(question)
    expect(left.filter((row) => row.visitorId !== null || row.phoneHash !== null)).toEqual([])
    expect(await database.db.$count(correction)).toBe(0)
    stage.clock.now = new Date(stage.clock.now.getTime() + 3_600_000)
  }
})
