import * as fc from 'fast-check'
import { eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { undoAct } from '#server/contract/staff/acts/acts.ts'
import {
  getLead,
  getLeadQueue,
  listLeads,
  recordLeadCall,
  takeNextLead,
} from '#server/contract/staff/leads.ts'
import { getStaffToday } from '#server/contract/staff/today.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { accessLog, clue, consent, leadEntry } from '#server/db/schema/index.ts'
import { addSchool } from '#tests/support/api/api.ts'
import { storeOpenDay } from '#tests/support/leads/leads.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { sendStaffLead } from '#tests/support/staff/leads.ts'
import { staffStage, type StaffStage } from '#tests/support/staff/staff-stage.ts'

let database: DatabaseConnection
let stage: StaffStage
let tokens: Record<'lin' | 'wu' | 'school', string>
let lin: number
let schoolId: number

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await emptyDatabase(database)
  stage = staffStage(database)
  schoolId = await addSchool(database, '青禾学校')
  // The area is open once it has an administrator.
  await stage.member('周主管', '13800000001', 'administrator')
  lin = await stage.member('林老师', '13800000002', 'advisor')
  tokens = {
    lin: await stage.sessionOf(lin),
    wu: await stage.sessionOf(await stage.member('吴老师', '13800000003', 'advisor')),
    school: await stage.sessionOf(await stage.member('青禾', '13800000004', 'school', schoolId)),
  }
})

type Who = keyof typeof tokens
const minuteMs = 60_000

let phones = 0
/** A lead of another parent, about no school: the site calls. */
const send = (more: object = {}) =>
  sendStaffLead(stage, {
    phone: `1391234${String((phones += 1)).padStart(4, '0')}`,
    order_type: 'consult',
    ...more,
  })
const queue = async (who: Who) =>
  getLeadQueue.data.parse((await stage.get('/api/staff/lead-queue', tokens[who])).data)
const next = async (who: Who, body: object = {}) =>
  takeNextLead.data.parse((await stage.post('/api/staff/lead-queue/next', body, tokens[who])).data).reference
const call = (who: Who, reference: string, body: object) =>
  stage.post(`/api/staff/leads/${reference}/contacted`, { held: true, ...body }, tokens[who])
const result = async (who: Who, reference: string, outcome: string, more: object = {}) =>
  recordLeadCall.data.parse((await call(who, reference, { outcome, ...more })).data)
const undo = (who: Who, id: number) => stage.post(`/api/staff/acts/${id}/undo`, {}, tokens[who])
const detail = async (reference: string) =>
  getLead.data.parse((await stage.get(`/api/staff/leads/${reference}`, tokens.lin)).data)
const commands = async (record: string) =>
  (
    await database.db
      .select({ command: accessLog.command })
      .from(accessLog)
      .where(like(accessLog.record, `%${record}`))
      .orderBy(accessLog.id)
  ).map(({ command }) => command)

test('calls that are due come first, then new leads, the oldest first; none that another one holds', async () => {
  const [first, second] = [await send(), await send()]
  const due = await send()
  await stage.post(
    `/api/staff/leads/${due}/contacted`,
    { outcome: 'unanswered', next_at: new Date(stage.clock.ms + minuteMs).toISOString() },
    tokens.lin,
  )
  expect(await queue('lin')).toEqual({ due: 0, fresh: 2 })
  await stage.workFor(minuteMs)
  expect(await queue('lin')).toEqual({ due: 1, fresh: 2 })
  expect(await next('lin')).toBe(due)
  expect(await next('lin')).toBe(due)
  expect(await next('wu')).toBe(first)
  await result('lin', due, 'reached')
  expect(await next('lin')).toBe(second)
  await result('wu', first, 'reached')
  expect(await next('wu')).toBeUndefined()
})

test('the lead that one holds is shown in full while the claim runs, and each look is recorded', async () => {
  const reference = await send({ message: '请打 139 1234 5678' })
  expect((await queue('lin')).held).toBeUndefined()
  await next('lin')
  const full = { name: '张三丰', message: '请打 139 1234 5678' }
  expect((await queue('lin')).held).toMatchObject({ reference, full, unanswered: 0 })
  expect((await queue('wu')).held).toBeUndefined()
  expect(await commands(reference)).toEqual(['staff leads claim', 'staff leads reveal'])
  await stage.workFor(31 * minuteMs)
  expect((await queue('lin')).held).toBeUndefined()
  expect((await stage.get('/api/staff/lead-queue', tokens.school)).code).toBe(1403)
})

test('a family whom its school calls is not shown in full, and leaves the queue once the school has it', async () => {
  const reference = await send({ order_type: 'order', school_id: schoolId })
  expect(await next('lin')).toBe(reference)
  const { held } = await queue('lin')
  expect(held).toMatchObject({ reference, recipient_kind: 'school', name: '张**' })
  expect(held?.full).toBeUndefined()
  expect(await commands(reference)).not.toContain('staff leads reveal')
  await stage.post(`/api/staff/leads/${reference}/transfer`, {}, tokens.lin)
  await stage.post(`/api/staff/leads/${reference}/release`, {}, tokens.lin)
  expect(await next('lin')).toBeUndefined()
})

test('a call is recorded for the other requests of the parent too, and no other one is offered meanwhile', async () => {
  const phone = '13700000009'
  const [one, other] = [await send({ phone }), await send({ phone, order_type: 'planning' })]
  const foreign = await send()
  expect(await next('lin')).toBe(one)
  const { act } = await result('lin', one, 'visit', { also: [other, foreign, 'ZZZZZZZZZZ'], note: '周六来' })
  expect([await detail(one), await detail(other)]).toMatchObject(
    [one, other].map(() => ({ state: 'contacted', entries: [{ outcome: 'visit', note: '周六来' }] })),
  )
  expect((await detail(foreign)).entries).toEqual([])
  expect(undoAct.data.parse((await undo('lin', act)).data)).toMatchObject({ undone: 2, kept: [] })
  expect([await detail(one), await detail(other)]).toMatchObject(
    [one, other].map(() => ({ state: 'received', entries: [] })),
  )
  // Without `also` the other request waits for the time at which the parent is called anyway.
  await result('lin', one, 'unanswered')
  expect(await next('wu')).toBe(foreign)
})

test('nobody who does not answer is called more than four times, each at a planned time', async () => {
  const reference = await send()
  const times: (string | undefined)[] = []
  for (let tries = 0; tries < 4; tries += 1) {
    expect(await next('lin')).toBe(reference)
    const { held } = await queue('lin')
    const { next_at: at } = await result('lin', reference, 'unanswered')
    expect(held).toMatchObject({ unanswered: tries })
    expect(held?.next_try).toBe(at)
    times.push(at)
    expect(await next('lin')).toBeUndefined()
    if (at !== undefined) {
      await stage.workFor(Date.parse(at) - stage.clock.ms)
      tokens = { ...tokens, lin: await stage.sessionOf(lin) }
    }
  }
  expect(times.map((at) => at?.slice(11, 16))).toEqual(['11:00', '02:30', '07:00', undefined])
  expect(await detail(reference)).toMatchObject({ state: 'received' })
})

test('the result of one call is recorded once, and a wrong number ends the calls', async () => {
  const reference = await send()
  await next('lin')
  await result('lin', reference, 'call_back')
  expect((await detail(reference)).next_contact).toMatchObject({ due: false })
  expect(await call('lin', reference, { outcome: 'call_back' })).toMatchObject({
    code: 1409,
    data: { state: 'released' },
  })
  expect((await detail(reference)).entries).toHaveLength(1)
  await stage.post(`/api/staff/leads/${reference}/contacted`, { outcome: 'wrong_number' }, tokens.lin)
  expect((await detail(reference)).next_contact).toBeUndefined()
})

test('a call that is put off comes again at its time', async () => {
  const reference = await send({ contact_preference: 'weekday_evening' })
  await next('lin')
  const put = await stage.post(`/api/staff/leads/${reference}/postpone`, {}, tokens.lin)
  expect(put.data).toMatchObject({ next_at: '2026-06-15T11:00:00.000Z' })
  expect(await next('lin')).toBeUndefined()
  const past = { next_at: new Date(stage.clock.ms - minuteMs).toISOString() }
  expect((await stage.post(`/api/staff/leads/${reference}/postpone`, past, tokens.lin)).code).toBe(1001)
})

test('an act is undone by its member, once, within ten minutes, and goes on with the lead', async () => {
  const [reference, following] = [await send(), await send()]
  const stored = async () =>
    (await database.db.select().from(clue).where(eq(clue.reference, reference))).map(
      ({ claimedUntil: _until, claimedBy: _by, ...rest }) => rest,
    )
  const before = await stored()
  await next('lin')
  const { act } = await result('lin', reference, 'reached', { note: '说过了' })
  expect(await next('lin')).toBe(following)
  expect((await undo('wu', act)).code).toBe(1404)
  expect((await undo('lin', act)).data).toMatchObject({ kind: 'lead_call', undone: 1, kept: [] })
  expect(await stored()).toEqual(before)
  expect(await database.db.$count(leadEntry)).toBe(0)
  expect((await queue('lin')).held).toMatchObject({ reference })
  expect(await next('wu')).toBe(following)
  expect((await undo('lin', act)).data).toEqual({ state: 'undone' })
  expect(await commands(reference)).toContain('staff leads undo')

  const late = await result('lin', reference, 'reached')
  await stage.workFor(10 * minuteMs + 1)
  expect((await undo('lin', late.act)).data).toEqual({ state: 'late' })
})

test('what changed since an act stays as it is', async () => {
  const [changed, gone] = [await send(), await send()]
  for (const reference of [changed, gone]) {
    await next('lin')
    const { act } = await result('lin', reference, 'unanswered')
    if (reference === changed)
      await stage.post(`/api/staff/leads/${reference}/contacted`, { outcome: 'reached' }, tokens.lin)
    else await database.db.update(clue).set({ anonymisedAt: new Date(stage.clock.ms) })
    expect((await undo('lin', act)).data).toMatchObject({
      undone: 0,
      kept: [{ record: reference, why: reference === changed ? 'changed' : 'gone' }],
    })
  }
})

test('of advisors who work through one queue at once nobody calls a parent twice, and none is forgotten', async () => {
  const seed = Date.now() % 1_000_000
  const told = `seed ${seed}`
  const random = fc.sample(fc.integer({ min: 0, max: 99 }), { numRuns: 400, seed })
  const roll = () => random.pop() ?? 0
  const waiting = new Set<string>()
  for (let parent = 0; parent < 14; parent += 1) {
    const phone = `1360000${String(parent).padStart(4, '0')}`
    for (const order_type of roll() < 30 ? ['consult', 'planning'] : ['consult'])
      waiting.add(await send({ phone, order_type }))
  }
  const parentOf = new Map(
    (await database.db.select({ reference: clue.reference, phone: clue.phoneHash }).from(clue)).map(
      ({ reference, phone }) => [reference, phone],
    ),
  )
  /** The model: who is on the line with whom. */
  const held = new Map<string, string>()
  const called = new Map<string, number>()
  const wrong: string[] = []
  const work = async (who: 'lin' | 'wu') => {
    for (;;) {
      const reference = await next(who)
      if (reference === undefined) return
      const parent = parentOf.get(reference) ?? ''
      const by = held.get(parent)
      if (by !== undefined && by !== who) wrong.push(`${who} was given whom ${by} is about to call`)
      held.set(parent, who)
      // A process that is killed here leaves a claim, which its member finds again.
      if (roll() < 20) continue
      const { held: shown } = await queue(who)
      if (shown?.reference !== reference)
        wrong.push(`${who} holds ${shown?.reference} instead of ${reference}`)
      const also = (shown?.others ?? []).map((each) => each.reference)
      called.set(parent, (called.get(parent) ?? 0) + 1)
      held.delete(parent)
      await result(who, reference, roll() < 50 ? 'reached' : 'wrong_number', { also })
      for (const each of [reference, ...also]) waiting.delete(each)
    }
  }
  await Promise.all([work('lin'), work('wu')])
  expect(wrong, told).toEqual([])
  expect([...waiting], told).toEqual([])
  expect([...called.values()], told).toEqual([...called.values()].map(() => 1))
  expect(called.size, told).toBe(14)
  const entries = await database.db.select().from(leadEntry)
  expect(entries, told).toHaveLength(parentOf.size)
  expect(await database.db.$count(consent)).toBe(parentOf.size)
})

test('a booking of an open day awaits no call: it is neither counted today nor in the list of those who wait', async () => {
  const openDayId = await storeOpenDay(database)
  const booked = await send({ order_type: 'openday', open_day_id: openDayId })
  const asked = await send()
  const { leads } = getStaffToday.data.parse((await stage.get('/api/staff/today', tokens.lin)).data)
  expect(leads?.count).toBe(1)
  const listed = async (state: string) =>
    listLeads.data
      .parse((await stage.get(`/api/staff/leads?state=${state}`, tokens.lin)).data)
      .items.map(({ reference }) => reference)
  expect(await listed('received')).toEqual([asked])
  expect(await listed('booked')).toEqual([booked])
})
