import { eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DatabaseConnection } from '#server/db/connect.ts'
import {
  accessLog,
  actCount,
  checkIn,
  checkInUndone,
  clue,
  code,
  collectNote,
  consent,
  contentDraft,
  correction,
  deletion,
  event,
  idempotencyKey,
  importPrevious,
  importRecord,
  outbox,
  question,
  registration,
  session,
  staffLogin,
  staffMember,
  staffRecoveryCode,
  staffSession,
  visitor,
} from '#server/db/schema/index.ts'
import { applyRetention } from '#server/services/accounts/apply-retention.ts'
import { addSchool, personalOfTests } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { storeOpenDay } from '#tests/support/leads/leads.ts'

const now = new Date('2026-06-15T04:00:00Z')
const hours = (count: number) => new Date(now.getTime() - count * 3_600_000)
const days = (count: number) => hours(count * 24)
const person = {
  nameCipher: personalOfTests.encrypt('张三丰'),
  phoneCipher: personalOfTests.encrypt('+8613812345678'),
  phoneHash: personalOfTests.blindIndex('phone', '+8613812345678'),
}

let database: DatabaseConnection

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(() => emptyDatabase(database))
afterAll(() => database.close())

let number = 0
const unique = () => `row ${(number += 1)}`

/** Stores leads last touched at these moments, and gives their references. */
async function leads(moments: readonly Date[]): Promise<string[]> {
  const rows = moments.map((updatedAt) => ({
    ...person,
    reference: unique(),
    orderType: 'order',
    cityCode: '4403',
    stage: 'primary',
    grade: 'g1',
    visit_times: ['saturday_morning'],
    contact_preference: 'text_first',
    createdAt: updatedAt,
    updatedAt,
    cancelledAt: updatedAt,
    messageCipher: person.nameCipher,
  }))
  const stored = await database.db
    .insert(clue)
    .values(rows)
    .returning({ clueId: clue.id, createdAt: clue.createdAt })
  await database.db
    .insert(idempotencyKey)
    .values(stored.map((row) => ({ ...row, keyHash: unique(), bodyHash: 'mark of a body' })))
  return rows.map(({ reference }) => reference)
}

async function account(closedAt: Date | null = null): Promise<number> {
  const [row] = await database.db.insert(visitor).values({ closedAt }).returning({ id: visitor.id })
  if (row === undefined) throw new Error('the visitor was not stored')
  return row.id
}

async function eventThatEnded(endsAt: Date): Promise<number> {
  const given = {
    cityCode: '4403',
    title: '择校展',
    startsAt: new Date(endsAt.getTime() - 3_600_000),
    endsAt,
  }
  const [row] = await database.db.insert(event).values(given).returning({ id: event.id })
  if (row === undefined) throw new Error('the event was not stored')
  return row.id
}

/** Applies the rules, and then again, which must find nothing left. */
async function retain(): Promise<Record<string, number>> {
  const done = await applyRetention(database.db, now)
  expect(await applyRetention(database.db, now)).toEqual({})
  return done
}

test('drafts go 90 days after they were published or thrown away; those that wait stay', async () => {
  const states = ['published', 'discarded', 'draft', 'proposed', 'scheduled', 'refused'] as const
  const draft = { kind: 'news', title: '新闻', changes: {}, author: '李编辑' } as const
  await database.db
    .insert(contentDraft)
    .values([
      ...states.map((state) => ({ ...draft, state, updatedAt: days(91) })),
      { ...draft, state: 'published', updatedAt: days(89) },
    ])
  expect(await applyRetention(database.db, now)).toEqual({ drafts: 2 })
  const rest = await database.db.select({ state: contentDraft.state }).from(contentDraft)
  expect(rest.map(({ state }) => state).toSorted()).toEqual(
    ['draft', 'proposed', 'published', 'refused', 'scheduled'].toSorted(),
  )
})

test('a booking of an open day to come stays until it is over, and a cancelled one does not', async () => {
  const endsAt = new Date(now.getTime() + 30 * 24 * 3_600_000)
  const openDayId = await storeOpenDay(database, { startsAt: new Date(endsAt.getTime() - 3_600_000), endsAt })
  const [booked, waiting, cancelled] = await leads([days(200), days(200), days(200)])
  const states = { received: booked, waiting, cancelled }
  for (const [state, reference] of Object.entries(states))
    await database.db
      .update(clue)
      .set({ openDayId, state, holdsSeat: state === 'received' })
      .where(eq(clue.reference, reference ?? ''))
  expect(await applyRetention(database.db, now)).toMatchObject({ leads: 1 })
  const left = await database.db.select({ state: clue.state }).from(clue).where(isNull(clue.anonymisedAt))
  expect(left.map(({ state }) => state).toSorted()).toEqual(['received', 'waiting'])
  expect(await applyRetention(database.db, endsAt)).toMatchObject({ leads: 2 })
})

test('leads without contact for 180 days lose their person and keep city, stage and month', async () => {
  const [due] = await leads([days(181), days(179), hours(1)])
  expect(await retain()).toEqual({ leads: 1, keys: 2 })
  expect(await database.db.$count(idempotencyKey)).toBe(1)
  const gone = await database.db
    .select()
    .from(clue)
    .where(eq(clue.reference, due ?? ''))
  expect(gone).toMatchObject([
    {
      nameCipher: null,
      phoneCipher: null,
      phoneHash: null,
      messageCipher: null,
      grade: null,
      visit_times: null,
      contact_preference: null,
      cityCode: '4403',
      stage: 'primary',
      orderType: 'order',
      createdAt: new Date('2025-12-01T00:00:00Z'),
      cancelledAt: new Date('2025-12-01T00:00:00Z'),
      anonymisedAt: now,
    },
  ])
  const stored = await database.db.select().from(clue).where(isNull(clue.anonymisedAt))
  expect(stored.map(({ nameCipher, grade }) => [nameCipher, grade])).toEqual([
    [person.nameCipher, 'g1'],
    [person.nameCipher, 'g1'],
  ])
})

test('more than a batch is done, and by several processes at once each row is done once', async () => {
  await leads(Array.from({ length: 1203 }, () => days(200)))
  await leads(Array.from({ length: 7 }, () => days(1)))
  const done = await Promise.all([1, 2, 3].map(() => applyRetention(database.db, now)))
  expect(done.reduce((sum, { leads: rows = 0 }) => sum + rows, 0)).toBe(1203)
  expect(await database.db.$count(clue, isNull(clue.anonymisedAt))).toBe(7)
})

test('questions lose name and phone after 180 days and stay', async () => {
  const schoolId = await addSchool(database, '问答学校')
  const asked = [days(181), days(179)].map((askedAt) => ({ ...person, schoolId, body: '校车？', askedAt }))
  await database.db.insert(question).values(asked)
  expect(await retain()).toEqual({ questions: 1 })
  const rows = await database.db.select().from(question).orderBy(question.askedAt)
  expect(rows.map((row) => [row.body, row.phoneHash])).toEqual([
    ['校车？', null],
    ['校车？', person.phoneHash],
  ])
})

test('questions that were refused are deleted after 180 days with what was stored of them; others wait or stay', async () => {
  const schoolId = await addSchool(database, '问答学校')
  const asked = (state: string, askedAt: Date) => ({ schoolId, state, askedAt, body: `${state} 校车？` })
  const stored = await database.db
    .insert(question)
    .values([
      asked('refused', days(181)),
      asked('refused', days(179)),
      asked('shown', days(400)),
      asked('pending', days(400)),
    ])
    .returning({ id: question.id })
  const [refused, recent, shown, pending] = stored.map(({ id }) => id)
  await database.db.insert(question).values({ ...asked('joined', days(400)), joinedTo: refused })
  await database.db.insert(importRecord).values({ id: 1, operator: 'tests', files: [] })
  await database.db
    .insert(importPrevious)
    .values([refused, shown].map((rowId) => ({ importId: 1, content: 'question', rowId: rowId ?? 0 })))
  expect(await retain()).toEqual({ 'refused questions': 1 })
  const left = await database.db.select().from(question).orderBy(question.id)
  expect(left.map(({ id, joinedTo }) => [id, joinedTo])).toEqual([
    [recent, null],
    [shown, null],
    [pending, null],
    [expect.any(Number), null],
  ])
  const previous = await database.db.select().from(importPrevious)
  expect(previous.map(({ rowId }) => rowId)).toEqual([shown])
})

test('reports of errors are deleted 180 days after their answer, or without one after they came', async () => {
  const schoolId = await addSchool(database, '纠错学校')
  const report = { schoolId, field: 'tuition', wrongCipher: person.nameCipher, phoneHash: person.phoneHash }
  const answered = (answeredAt: Date) => ({ state: 'corrected', answer: '已改', answeredAt })
  await database.db.insert(correction).values([
    { ...report, createdAt: days(181) },
    { ...report, createdAt: days(179) },
    { ...report, createdAt: days(300), ...answered(days(181)) },
    { ...report, createdAt: days(300), ...answered(days(179)) },
  ])
  expect(await retain()).toEqual({ corrections: 2 })
  const rows = await database.db.select().from(correction).orderBy(correction.id)
  expect(rows.map(({ createdAt }) => createdAt)).toEqual([days(179), days(300)])
})

test('codes are cleared when they expire and deleted after 30 days, counts of limits a day after their window', async () => {
  const sent = (createdAt: Date) => ({
    phoneHash: person.phoneHash,
    purpose: 'account',
    codeHash: 'mark of a code',
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 300_000),
  })
  await database.db.insert(code).values([sent(days(31)), sent(days(29)), sent(hours(1)), sent(now)])
  await database.db.insert(actCount).values([
    { keyHash: 'a', count: 1, endsAt: hours(25) },
    { keyHash: 'b', count: 1, endsAt: hours(23) },
  ])
  expect(await retain()).toEqual({ codes: 3, sends: 1, limits: 1 })
  const rows = await database.db.select().from(code).orderBy(code.createdAt)
  expect(rows.map((row) => [row.createdAt, row.codeHash])).toEqual([
    [days(29), ''],
    [hours(1), ''],
    [now, 'mark of a code'],
  ])
  expect(await database.db.$count(actCount)).toBe(1)
})

test('sessions are deleted 90 days after their end, however they ended', async () => {
  const visitorId = await account()
  const given = { visitorId, lastSeenAt: now, expiresAt: new Date(now.getTime() + 86_400_000) }
  const sessions = [
    { ...given, tokenHash: 'ended long ago', endedAt: days(91) },
    { ...given, tokenHash: 'ended lately', endedAt: days(89) },
    { ...given, tokenHash: 'over long ago', expiresAt: days(91) },
    { ...given, tokenHash: 'over lately', expiresAt: days(89) },
    { ...given, tokenHash: 'unused long ago', lastSeenAt: days(121) },
    { ...given, tokenHash: 'unused lately', lastSeenAt: days(119) },
    { ...given, tokenHash: 'working' },
  ]
  await database.db.insert(session).values(sessions)
  expect(await retain()).toEqual({ sessions: 3 })
  const left = await database.db.select({ name: session.tokenHash }).from(session).orderBy(session.id)
  expect(left.map(({ name }) => name)).toEqual(['ended lately', 'over lately', 'unused lately', 'working'])
})

test('a closed account stays while it answers for its sessions', async () => {
  const [old, answering] = [await account(days(91)), await account(days(91))]
  const [recent, open] = [await account(days(89)), await account()]
  await database.db
    .insert(session)
    .values({ visitorId: answering, tokenHash: 'x', expiresAt: now, lastSeenAt: now, endedAt: days(89) })
  expect(await retain()).toEqual({ accounts: 1 })
  const left = await database.db.select({ id: visitor.id }).from(visitor).orderBy(visitor.id)
  expect(left.map(({ id }) => id)).toEqual([answering, recent, open])
  expect(old).not.toBe(answering)
})

test('the ledger names a deleted person for 60 days', async () => {
  await database.db.insert(deletion).values([
    { phoneHash: 'former', deletedAt: days(61) },
    { phoneHash: 'recent', deletedAt: days(59) },
  ])
  await applyRetention(database.db, now)
  expect((await database.db.select().from(deletion)).map(({ phoneHash }) => phoneHash)).toEqual(['recent'])
})

test('consents are deleted three years after their end: withdrawn, or their request made anonymous', async () => {
  const clueOf = async (anonymisedAt: Date | null) => {
    const given = { reference: unique(), orderType: 'order', cityCode: '4403', anonymisedAt, updatedAt: now }
    const [row] = await database.db.insert(clue).values(given).returning({ id: clue.id })
    return row?.id
  }
  const [old, young, standing] = [await clueOf(days(1096)), await clueOf(days(1094)), await clueOf(null)]
  const given = { purpose: 'contact', recipient: '学校', textVersion: '1', givenAt: days(2000) }
  const consents = [
    { ...given, form: 'withdrawn long ago', clueId: standing, withdrawnAt: days(1096) },
    { ...given, form: 'withdrawn', clueId: standing, withdrawnAt: days(1094) },
    { ...given, form: 'of an old request', clueId: old },
    { ...given, form: 'of a request', clueId: young },
    { ...given, form: 'standing', clueId: standing },
    { ...given, form: 'of nothing' },
    { ...given, form: 'of nothing lately', givenAt: days(1094) },
  ]
  await database.db.insert(consent).values(consents)
  expect(await retain()).toEqual({ consents: 3 })
  const left = await database.db.select({ name: consent.form }).from(consent).orderBy(consent.id)
  expect(left.map(({ name }) => name)).toEqual(['withdrawn', 'of a request', 'standing', 'of nothing lately'])
})

test('check-ins and registrations are deleted 90 days after their event', async () => {
  for (const eventId of [await eventThatEnded(days(91)), await eventThatEnded(days(89))]) {
    const ticket = unique()
    const [row] = await database.db
      .insert(registration)
      .values({ ...person, eventId, kind: 'parent', ticket, createdAt: days(200) })
      .returning({ id: registration.id })
    const given = { ...person, eventId, kind: 'parent', at: days(200), receivedAt: days(200) }
    await database.db.insert(checkIn).values([
      { ...given, id: unique(), nonce: unique(), registrationId: row?.id },
      { ...given, id: unique(), nonce: unique() },
    ])
    const undone = { eventId, at: days(200), device: '李女士的手机', undoneAt: days(200), undoneBy: '一号机' }
    await database.db.insert(checkInUndone).values({ ...undone, nonce: unique(), registrationId: row?.id })
  }
  expect(await retain()).toEqual({ 'check-ins': 2, 'undone check-ins': 1, registrations: 1 })
  expect(await database.db.$count(checkInUndone)).toBe(1)
  expect(await database.db.$count(checkIn)).toBe(2)
  expect(await database.db.$count(registration)).toBe(1)
})

test('sessions of staff are deleted 90 days after they ended, records of access after three years', async () => {
  const member = (name: string, closedAt: Date | null) => ({
    name,
    role: 'advisor' as const,
    closedAt,
    phoneCipher: person.phoneCipher,
    phoneHash: unique(),
    totpCipher: person.nameCipher,
  })
  const members = [
    member('在职', null),
    member('刚离职', days(89)),
    member('离职', days(91)),
    member('早已离职', days(1096)),
  ]
  await database.db.insert(staffMember).values(members)
  const ends = (tokenHash: string, expiresAt: Date) => ({ staffId: 1, tokenHash, network: '', expiresAt })
  await database.db.insert(staffSession).values([ends('a', days(91)), ends('b', days(89)), ends('c', now)])
  await database.db.insert(staffLogin).values([ends('a', days(2)), ends('b', hours(1))])
  await database.db.insert(staffRecoveryCode).values([
    { staffId: 1, codeHash: 'a' },
    { staffId: 3, codeHash: 'b' },
  ])
  const access = (staffId: number, at: Date) => ({
    command: 'staff login',
    operator: '离职',
    details: {},
    rows: 0,
    staffId,
    at,
  })
  await database.db.insert(accessLog).values([access(4, days(1096)), access(3, days(1094))])
  expect(await retain()).toEqual({
    'staff sessions': 1,
    'staff logins': 1,
    'staff phones': 2,
    'access log': 1,
    staff: 1,
  })
  const rows = await database.db.select().from(staffMember).orderBy(staffMember.id)
  expect(
    rows.map(({ name, phoneCipher, totpCipher }) => [name, phoneCipher !== null, totpCipher !== null]),
  ).toEqual([
    ['在职', true, true],
    ['刚离职', true, true],
    ['离职', false, false],
  ])
  expect(await database.db.$count(staffRecoveryCode)).toBe(1)
  expect(await database.db.$count(accessLog)).toBe(1)
})

test('no clock makes the database delete a record of access within its three years', async () => {
  const note = { command: 'import', operator: 'root', details: {}, rows: 0 }
  await database.db
    .insert(accessLog)
    .values([note, { ...note, at: new Date(Date.now() - 1096 * 86_400_000) }])
  await applyRetention(database.db, new Date(Date.now() + 3000 * 86_400_000))
  expect(await database.db.$count(accessLog)).toBe(1)
  await expect(database.pool.query('delete from access_log')).rejects.toThrow('are only added')
})

test('jobs are deleted 30 days after they were done, and never before', async () => {
  const kind = 'lead'
  await database.db.insert(outbox).values([
    { kind, payload: 'old', doneAt: days(31) },
    { kind, payload: 'done', doneAt: days(29) },
    { kind, payload: 'waiting', createdAt: days(400), dueAt: days(400) },
  ])
  expect(await retain()).toEqual({ jobs: 1 })
  const left = await database.db.select({ name: outbox.payload }).from(outbox).orderBy(outbox.id)
  expect(left.map(({ name }) => name)).toEqual(['done', 'waiting'])
})

test('notes go 30 days after their school was taken from the favourites', async () => {
  const visitorId = await account()
  const schoolId = await addSchool(database, '海棠双语学校')
  const note = { visitorId, schoolId, noteCipher: person.nameCipher, updatedAt: days(400) }
  await database.db
    .insert(collectNote)
    .values([null, days(29), days(31)].map((removedAt) => ({ ...note, removedAt })))
  expect(await retain()).toEqual({ 'notes on former favourites': 1 })
  const rest = await database.db.select({ at: collectNote.removedAt }).from(collectNote)
  expect(rest).toEqual([{ at: null }, { at: days(29) }])
})
