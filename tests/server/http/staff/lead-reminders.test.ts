import { desc } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { exportRecordsFile } from '#server/contract/staff/exports.ts'
import { getLead, listLeads } from '#server/contract/staff/leads.ts'
import { getStaffToday } from '#server/contract/staff/today.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { accessLog, clue } from '#server/db/schema/index.ts'
import { addSchool } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { sendStaffLead } from '#tests/support/staff/leads.ts'
import { staffStage, type StaffStage } from '#tests/support/staff/staff-stage.ts'

let database: DatabaseConnection
let stage: StaffStage
let tokens: Record<'administrator' | 'lin' | 'wu' | 'school', string>
let schoolId: number

const hourMs = 3_600_000
const dayMs = 24 * hourMs

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await emptyDatabase(database)
  stage = staffStage(database)
  schoolId = await addSchool(database, '青禾学校')
  tokens = {
    administrator: await stage.sessionOf(await stage.member('周主管', '13800000001', 'administrator')),
    lin: await stage.sessionOf(await stage.member('林老师', '13800000002', 'advisor')),
    wu: await stage.sessionOf(await stage.member('吴老师', '13800000003', 'advisor')),
    school: await stage.sessionOf(await stage.member('青禾', '13800000004', 'school', schoolId)),
  }
})

type Who = keyof typeof tokens

let phones = 0
const send = () =>
  sendStaffLead(stage, { phone: `1391234${String((phones += 1)).padStart(4, '0')}`, school_id: schoolId })
const call = (reference: string, body: object, who: Who = 'lin') =>
  stage.post(`/api/staff/leads/${reference}/contacted`, body, tokens[who])
const later = (ms: number) => new Date(stage.clock.ms + ms).toISOString()
const detail = async (reference: string, who: Who = 'lin') =>
  getLead.data.parse((await stage.get(`/api/staff/leads/${reference}`, tokens[who])).data)
const listed = async (query: string, who: Who = 'lin') =>
  listLeads.data
    .parse((await stage.get(`/api/staff/leads${query}`, tokens[who])).data)
    .items.map(({ reference }) => reference)
const due = async (who: Who = 'lin') =>
  getStaffToday.data.parse((await stage.get('/api/staff/today', tokens[who])).data).due_leads
const changes = async () =>
  (await database.db.select().from(accessLog).orderBy(desc(accessLog.id)).limit(1))[0]?.changes

test('who is to be called again is due at that time: in 今天, in the list, and in the log', async () => {
  const [first, second, none] = [await send(), await send(), await send()]
  const soon = later(hourMs)
  await call(first, { outcome: 'call_back', next_at: later(2 * hourMs) })
  await call(second, { outcome: 'unanswered', next_at: soon })
  expect(await changes()).toMatchObject({ next_contact: [null, soon] })
  expect(await detail(second)).toMatchObject({
    state: 'received',
    next_contact: { at: soon, due: false },
  })
  expect(await due()).toEqual({ count: 0 })
  expect(await listed('?next=due')).toEqual([])
  expect(await listed('?next=set')).toEqual([second, first])

  await stage.workFor(hourMs)
  expect(await due()).toEqual({ count: 1, oldest_at: soon })
  expect(await listed('?next=due')).toEqual([second])
  expect(await detail(second)).toMatchObject({ next_contact: { due: true } })
  expect(await detail(none)).not.toHaveProperty('next_contact')
  // The first is looked after by 林老师 now, the second by nobody.
  await stage.workFor(hourMs)
  expect([await due('lin'), await due('wu')]).toMatchObject([{ count: 2 }, { count: 1 }])
})

test('the next conversation ends a reminder; a missed call leaves it or sets another', async () => {
  const reference = await send()
  const at = later(hourMs)
  await call(reference, { outcome: 'call_back', next_at: at })
  await call(reference, { outcome: 'unanswered' })
  expect(await detail(reference)).toMatchObject({ next_contact: { at } })
  await call(reference, { outcome: 'unanswered', next_at: later(2 * hourMs) })
  expect(await detail(reference)).toMatchObject({ next_contact: { at: later(2 * hourMs) } })
  const cleared = later(2 * hourMs)
  await call(reference, { outcome: 'visit' })
  expect(await changes()).toMatchObject({ next_contact: [cleared, null] })
  expect(await detail(reference)).not.toHaveProperty('next_contact')
})

test('a reminder is ahead, at most a year; a refused call records nothing', async () => {
  const reference = await send()
  for (const next_at of [later(0), later(-hourMs), later(400 * dayMs)])
    expect((await call(reference, { outcome: 'reached', next_at })).data).toEqual({
      fields: { next_at: '下次联系要晚于现在，最多一年以后' },
    })
  expect(await detail(reference)).toMatchObject({ state: 'received', entries: [] })
})

test('a lead that was cancelled has no reminder, and a school sees none', async () => {
  const [stands, ends] = [await send(), await send()]
  for (const reference of [stands, ends])
    await call(reference, { outcome: 'call_back', next_at: later(hourMs) })
  await database.db.update(clue).set({ transferredAt: new Date(stage.clock.ms) })
  const ended = (await database.db.select().from(clue)).find(({ reference }) => reference === ends)
  // As a restored backup ends it.
  await database.pool.query(`update clue set state = 'withdrawn' where id = $1`, [ended?.id])
  await stage.workFor(hourMs)
  expect(await due()).toMatchObject({ count: 1 })
  expect(await listed('?next=due')).toEqual([stands])
  expect(await detail(ends)).not.toHaveProperty('next_contact')
  expect(await detail(stands, 'school')).not.toHaveProperty('next_contact')
  expect(await due('school')).toBeUndefined()

  const body = { kind: 'leads', since: '2020-01-01', format: 'csv' }
  const reply = await stage.post('/api/staff/exports/records', body, tokens.administrator)
  const { text } = exportRecordsFile.data.parse(reply.data)
  expect(text).toContain('下次联系')
  expect(text.split('\n').filter((line) => /2026-06-15[ T]13:00/.test(line))).toHaveLength(1)
})

test('a parent who cancels ends the reminder', async () => {
  const token = await stage.logIn('13912349999')
  const reference = await sendStaffLead(stage, { phone: '13912349999', school_id: schoolId })
  await call(reference, { outcome: 'call_back', next_at: later(hourMs) })
  const { api } = stage
  const cancelled = await api.fetch(
    new Request(`https://site.example/api/center/requests/${reference}/cancel`, {
      method: 'POST',
      headers: { token, 'content-type': 'application/json' },
      body: '{}',
    }),
  )
  expect(cancelled.status).toBe(200)
  expect(await database.db.select({ at: clue.nextContactAt }).from(clue)).toEqual([{ at: null }])
})
