import { desc, eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getLead, listLeads } from '#server/contract/staff/leads.ts'
import { getStaffMember } from '#server/contract/staff/members.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { accessLog, clue, consent, leadEntry, outbox, school, schoolName } from '#server/db/schema/index.ts'
import { applyRetention } from '#server/services/accounts/apply-retention.ts'
import { addSchool, ask, personalOfTests } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { sendStaffLead } from '#tests/support/staff/leads.ts'
import { staffStage, type StaffStage } from '#tests/support/staff/staff-stage.ts'

let database: DatabaseConnection
let stage: StaffStage
let tokens: Record<'administrator' | 'lin' | 'wu' | 'school' | 'other', string>
let administrator: number
let lin: number
let wu: number
let schoolId: number
let otherSchool: number

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await emptyDatabase(database)
  stage = staffStage(database)
  schoolId = await addSchool(database, '青禾学校')
  otherSchool = await addSchool(database, '弦歌学校')
  administrator = await stage.member('周主管', '13800000001', 'administrator')
  lin = await stage.member('林老师', '13800000002', 'advisor')
  wu = await stage.member('吴老师', '13800000003', 'advisor')
  const ofSchool = await stage.member('青禾', '13800000004', 'school', schoolId)
  const ofOther = await stage.member('弦歌', '13800000005', 'school', otherSchool)
  tokens = {
    administrator: await stage.sessionOf(administrator),
    lin: await stage.sessionOf(lin),
    wu: await stage.sessionOf(wu),
    school: await stage.sessionOf(ofSchool),
    other: await stage.sessionOf(ofOther),
  }
})

type Who = keyof typeof tokens

const phone = '13912345678'
const send = (more: object = {}) => sendStaffLead(stage, { phone, school_id: schoolId, ...more })
const act = (who: Who, reference: string, what: string, body: object = {}) =>
  stage.post(`/api/staff/leads/${reference}/${what}`, body, tokens[who])
const list = async (who: Who, query = '') =>
  listLeads.data.parse((await stage.get(`/api/staff/leads${query}`, tokens[who])).data)
const references = async (who: Who, query = '') =>
  (await list(who, query)).items.map(({ reference }) => reference)
const look = (who: Who, reference: string) => stage.get(`/api/staff/leads/${reference}`, tokens[who])
const detail = async (who: Who, reference: string) => getLead.data.parse((await look(who, reference)).data)
const noted = async () =>
  (
    await database.db
      .select()
      .from(accessLog)
      .where(like(accessLog.command, 'staff leads %'))
      .orderBy(accessLog.id)
  ).map(({ command, operator, record }) => `${operator}: ${command} ${record}`)

test('lists show masked names and phones, and are filtered by state, school, advisor, day and city', async () => {
  const first = await send()
  stage.clock.ms += 24 * 3_600_000
  // Their sessions lasted 8 hours.
  tokens = { ...tokens, lin: await stage.sessionOf(lin), administrator: await stage.sessionOf(administrator) }
  const second = await send({ phone: '13712345678', school_id: otherSchool })
  const third = await send({ phone: '13612345678', school_id: undefined, city_code: '4401' })
  const { items, total } = await list('lin')
  expect(total).toBe(3)
  expect(items[2]).toMatchObject({ reference: first, name: '张**', phone: '139****5678', state: 'received' })
  expect(JSON.stringify(items)).not.toMatch(/张三丰|13912345678/)
  expect(await references('lin', '?sort=oldest')).toEqual([first, second, third])
  expect(await references('lin', `?school_id=${otherSchool}`)).toEqual([second])
  expect(await references('lin', '?city_code=4401')).toEqual([third])
  expect(await references('lin', '?from=2026-06-16')).toEqual([third, second])
  expect(await references('lin', '?to=2026-06-15')).toEqual([first])
  expect(await references('lin', `?reference=${second.toLowerCase()}`)).toEqual([second])
  await act('lin', first, 'contacted', { outcome: 'reached' })
  expect(await references('lin', '?state=contacted')).toEqual([first])
  expect(await references('lin', '?advisor=mine')).toEqual([first])
  expect(await references('lin', '?advisor=none')).toEqual([third, second])
  expect(await references('administrator', `?advisor=${lin}`)).toEqual([first])
  expect((await stage.get('/api/staff/leads?state=own', tokens.lin)).code).toBe(1001)
})

test('the phone is shown by a call of its own, which is recorded and keeps others from calling the parent', async () => {
  const visit_times = ['saturday_morning']
  const contact_preference = 'weekday_evening'
  const reference = await send({ message: '请打 139 1234 5678，谢谢', visit_times, contact_preference })
  const again = await send({ order_type: 'consult' })
  const before = await detail('lin', reference)
  expect(before).toMatchObject({
    message: '请打 ****，谢谢',
    visit_times,
    contact_preference,
    duplicates: 1,
    others: [{ reference: again }],
  })
  expect(before.acts).toContain('reveal')
  const shown = await act('lin', reference, 'reveal')
  expect(shown.data).toMatchObject({
    name: '张三丰',
    phone: '+8613912345678',
    message: '请打 139 1234 5678，谢谢',
    claimed_until: '2026-06-15T04:30:00.000Z',
  })
  for (const each of [reference, again]) {
    for (const what of ['reveal', 'claim', 'transfer'])
      expect(await act('wu', each, what)).toMatchObject({
        code: 1409,
        message: '林老师正在联系这位家长，6月15日 12:30 以前请不要拨打',
        data: { state: 'claimed', by: '林老师' },
      })
    expect((await act('wu', each, 'contacted', { outcome: 'reached' })).code).toBe(1409)
    expect((await detail('wu', each)).claim).toMatchObject({ by: { name: '林老师' }, mine: false })
    expect((await detail('wu', each)).acts).not.toContain('reveal')
  }
  expect((await list('lin')).items.map(({ claim }) => claim?.mine)).toEqual([true, true])
  await stage.workFor(30 * 60_000)
  expect((await act('wu', again, 'reveal')).code).toBe(1000)
  expect((await act('lin', reference, 'claim')).code).toBe(1409)
  await act('wu', again, 'release')
  expect((await act('lin', reference, 'claim')).code).toBe(1000)
  expect(await noted()).toEqual([
    `林老师: staff leads reveal lead:${reference}`,
    `吴老师: staff leads reveal lead:${again}`,
    `吴老师: staff leads release lead:${again}`,
    `林老师: staff leads claim lead:${reference}`,
  ])
  expect(JSON.stringify(await database.db.select().from(accessLog))).not.toMatch(/张三丰|13912345678/)
})

test('of two advisors who show the phone at once one is refused, whichever lead of the parent they open', async () => {
  for (let round = 0; round < 5; round += 1) {
    const parent = `1390000000${round}`
    const one = await send({ phone: parent })
    const other = await send({ phone: parent, order_type: 'consult' })
    const answers = await Promise.all([act('lin', one, 'reveal'), act('wu', other, 'reveal')])
    expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([1000, 1409])
  }
})

test('of two advisors who take a lead at once one has it, and the other reads who', async () => {
  const reference = await send()
  const answers = await Promise.all([
    act('lin', reference, 'assign', { advisor: String(lin) }),
    act('wu', reference, 'assign', { advisor: wu }),
  ])
  expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([1000, 1409])
  const winner = answers[0]?.code === 1000 ? 'lin' : 'wu'
  const loser = winner === 'lin' ? 'wu' : 'lin'
  expect(answers.find(({ code }) => code === 1409)).toMatchObject({ data: { state: 'assigned' } })
  expect((await look(loser, reference)).code).toBe(1404)
  expect(await references(loser)).toEqual([])
  expect(await references(winner)).toEqual([reference])
  expect(await references('administrator')).toEqual([reference])
  expect((await act('administrator', reference, 'assign', { advisor: '0' })).code).toBe(1000)
  expect(await references(loser)).toEqual([reference])
  expect((await act('lin', reference, 'assign', { advisor: '999' })).data).toMatchObject({
    fields: { advisor: '请选择一位在职的顾问' },
  })
  expect((await detail('administrator', reference)).entries.map(({ kind }) => kind)).toEqual([
    'assigned',
    'assigned',
  ])
})

test('a conversation is the state that the parent reads, with time, outcome and note; a missed call is not', async () => {
  const token = await stage.logIn(phone)
  const reference = await send()
  await act('lin', reference, 'contacted', { outcome: 'unanswered', note: '没人接' })
  expect(await detail('lin', reference)).toMatchObject({ state: 'received' })
  expect((await detail('wu', reference)).assignee).toBeUndefined()
  const tomorrow = new Date(stage.clock.ms + 24 * 3_600_000).toISOString()
  const yesterday = new Date(stage.clock.ms - 24 * 3_600_000).toISOString()
  const wrong = async (at: string) =>
    (await act('lin', reference, 'contacted', { outcome: 'reached', at })).data
  expect(await wrong(tomorrow)).toEqual({ fields: { at: '联系时间不能晚于现在' } })
  expect(await wrong(yesterday)).toEqual({ fields: { at: '联系时间不能早于提交时间' } })
  await stage.workFor(3_600_000)
  const at = new Date(stage.clock.ms - 600_000).toISOString()
  await act('lin', reference, 'claim')
  await act('lin', reference, 'contacted', { outcome: 'visit', at, note: '周六上午来' })
  const lead = await detail('lin', reference)
  expect(lead).toMatchObject({ state: 'contacted', contacted_at: at, assignee: { name: '林老师' } })
  expect(lead.claim).toBeUndefined()
  expect(lead.entries).toMatchObject([
    { kind: 'contacted', outcome: 'visit', note: '周六上午来', author: '林老师', at },
    { kind: 'attempted', outcome: 'unanswered', note: '没人接' },
  ])
  const mine = await ask(stage.api, '/api/center/requests', { headers: { token } })
  expect(mine.data).toMatchObject({ items: [{ reference, state: 'contacted' }] })
  // Retention counts from it.
  expect(await database.db.select().from(clue)).toMatchObject([{ updatedAt: new Date(at) }])
  const stored = await database.db.select().from(leadEntry)
  expect(JSON.stringify(stored)).not.toContain('周六')
  expect(await database.db.select().from(accessLog).orderBy(desc(accessLog.id)).limit(1)).toMatchObject([
    {
      changes: {
        state: ['received', 'contacted'],
        assignee: [null, '林老师'],
        outcome: [null, 'visit'],
        note: 'changed',
      },
    },
  ])
})

test('cancelled and withdrawn leads are locked, without their person, the child and notes', async () => {
  const child = { stage: 'primary', grade: 'g3', consent_guardian: true }
  const reference = await send({ message: '想参观', ...child })
  await act('lin', reference, 'notes', { note: '孩子怕生，想要小班' })
  await act('lin', reference, 'contacted', { outcome: 'reached', note: '下周再说' })
  await act('lin', reference, 'transfer')
  for (const who of ['administrator', 'school'] as const)
    expect(await detail(who, reference)).toMatchObject({ stage: 'primary', grade: 'g3' })
  expect((await detail('administrator', reference)).entries).toMatchObject([
    { kind: 'transferred' },
    { note: '下周再说' },
    { note: '孩子怕生，想要小班' },
  ])
  await database.db.update(clue).set({ state: 'withdrawn' })
  const lead = await detail('lin', reference)
  expect(lead).toMatchObject({ state: 'withdrawn', acts: [] })
  expect([lead.name, lead.phone, lead.message]).toEqual([undefined, undefined, undefined])
  for (const who of ['administrator', 'lin', 'school'] as const) {
    const seen = [await detail(who, reference), ...(await list(who)).items]
    expect(seen).toHaveLength(2)
    expect(JSON.stringify(seen)).not.toMatch(/"stage"|"grade"|"note":/)
  }
  for (const [what, body] of [
    ['claim', {}],
    ['release', {}],
    ['reveal', {}],
    ['contacted', { outcome: 'reached' }],
    ['notes', { note: '再试' }],
    ['assign', { advisor: String(lin) }],
    ['transfer', {}],
    ['resend', {}],
  ] as const)
    expect(await act('lin', reference, what, body)).toMatchObject({ code: 1409, data: { state: 'over' } })
})

test('a school sees its own leads whose consent names it, and the phone once it was given them', async () => {
  const reference = await send({ message: '想参观' })
  await act('lin', reference, 'notes', { note: '妈妈来电' })
  const foreign = await send({ phone: '13712345678', school_id: otherSchool })
  const unnamed = await send({ phone: '13612345678' })
  const [{ id } = { id: 0 }] = await database.db
    .select({ id: clue.id })
    .from(clue)
    .where(eq(clue.reference, unnamed))
  await database.db.update(consent).set({ recipient: '测试站' }).where(eq(consent.clueId, id))
  expect(await references('school')).toEqual([reference])
  expect(await references('other')).toEqual([foreign])
  for (const each of [foreign, unnamed]) {
    expect((await look('school', each)).code).toBe(1404)
    expect((await act('school', each, 'reveal')).code).toBe(1404)
  }
  expect(await references('school', `?school_id=${otherSchool}`)).toEqual([])
  const seen = await detail('school', reference)
  expect(seen).toMatchObject({ name: '张**', phone: '139****5678', acts: [], entries: [], others: [] })
  expect([seen.message, seen.crm, seen.assignee]).toEqual([undefined, undefined, undefined])
  expect((await act('school', reference, 'reveal')).code).toBe(1403)
  for (const what of ['claim', 'contacted', 'notes', 'assign', 'transfer', 'resend'])
    expect((await act('school', reference, what)).code).toBe(1403)

  const [named, ofOperator] = [await detail('lin', reference), await detail('lin', unnamed)]
  expect([named.recipient_kind, ofOperator.recipient_kind]).toEqual(['school', 'operator'])
  expect(named.acts).toContain('transfer')
  expect(ofOperator.acts).not.toContain('transfer')
  expect((await act('lin', unnamed, 'transfer')).data).toEqual({ state: 'no-consent' })
  expect((await act('lin', reference, 'transfer')).code).toBe(1000)
  expect(await detail('school', reference)).toMatchObject({ acts: ['reveal'], message: '想参观' })
  const shown = await act('school', reference, 'reveal')
  expect(shown.data).toEqual({ name: '张三丰', phone: '+8613912345678', message: '想参观' })
  // A consent of before did not name the message.
  await database.db.update(consent).set({ textVersion: '2026-11-23' })
  expect((await detail('school', reference)).message).toBeUndefined()
  expect((await act('school', reference, 'reveal')).data).not.toHaveProperty('message')
  expect((await act('other', reference, 'reveal')).code).toBe(1404)
  expect((await noted()).at(-1)).toBe(`青禾: staff leads reveal lead:${reference}`)

  await database.db.update(school).set({ name: '青禾外国语学校' }).where(eq(school.id, schoolId))
  expect(await references('school')).toEqual([])
  await database.db.insert(schoolName).values({ schoolId, kind: 'former', name: '青禾学校' })
  expect(await references('school')).toEqual([reference])
})

test('a lead is sent to the CRM again once nothing of it waits', async () => {
  const reference = await send()
  expect(await detail('lin', reference)).toMatchObject({ crm: { waiting: true } })
  expect((await act('lin', reference, 'resend')).data).toEqual({ state: 'waiting' })
  await database.db.update(outbox).set({ doneAt: new Date(stage.clock.ms) })
  expect((await act('lin', reference, 'resend')).code).toBe(1000)
  const jobs = await database.db.select().from(outbox).orderBy(outbox.id)
  expect(jobs.map(({ kind }) => kind)).toEqual(['lead', 'lead'])
  expect(jobs[1]?.payload).toEqual(jobs[0]?.payload)
})

test('notes end with the data of the lead', async () => {
  const reference = await send()
  await act('lin', reference, 'contacted', { outcome: 'reached' })
  await act('lin', reference, 'notes', { note: '妈妈来电' })
  const [entry] = await database.db.select().from(leadEntry).orderBy(desc(leadEntry.id))
  expect(personalOfTests.decrypt(entry?.noteCipher ?? '')).toBe('妈妈来电')
  await database.db.update(clue).set({ updatedAt: new Date('2025-06-01T00:00:00Z') })
  await applyRetention(database.db, new Date(stage.clock.ms))
  expect(await database.db.$count(leadEntry)).toBe(0)
  expect(await database.db.select().from(clue)).toMatchObject([{ assigneeId: null, contactedAt: null }])
  expect((await look('lin', reference)).code).toBe(1404)
})

test('leads of a member who ended, or advises no more, are nobody’s: others list, call and take them', async () => {
  const reference = await send()
  await act('lin', reference, 'assign', { advisor: lin })
  expect(await references('wu')).toEqual([])
  const member = async () =>
    getStaffMember.data.parse((await stage.get(`/api/staff/members/${lin}`, tokens.administrator)).data)
  const { version, leads } = await member()
  expect(leads).toBe(1)
  const change = (body: object) => stage.post(`/api/staff/members/${lin}`, body, tokens.administrator)
  expect((await change({ version, closed: '1' })).code).toBe(1000)
  expect(await references('wu')).toEqual([reference])
  expect(await references('wu', '?advisor=none')).toEqual([reference])
  await change({ version: version + 1, closed: '0' })
  expect(await references('wu')).toEqual([])
  await change({ version: version + 2, role: 'editor' })
  expect(await act('wu', reference, 'contacted', { outcome: 'reached' })).toMatchObject({ code: 1000 })
  expect((await detail('wu', reference)).assignee).toEqual({ id: wu, name: '吴老师' })
})
