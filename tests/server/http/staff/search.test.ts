import { eq, isNotNull, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { searchStaff } from '#server/contract/staff/search.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { accessLog, clue, news, registration } from '#server/db/schema/index.ts'
import { applyRetention } from '#server/services/accounts/apply-retention.ts'
import { indexPeople } from '#server/services/personal-data/index-people.ts'
import { addSchool, personalOfTests } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { storeEvent, storeGuest } from '#tests/support/kiosk/check-ins.ts'
import { sendStaffLead } from '#tests/support/staff/leads.ts'
import { staffStage, type StaffStage } from '#tests/support/staff/staff-stage.ts'

let database: DatabaseConnection
let stage: StaffStage
let tokens: Record<'lin' | 'wu' | 'editor' | 'event' | 'school' | 'other' | 'admin', string>
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
  const otherSchool = await addSchool(database, '罗丹艺术学校')
  const admin = await stage.member('周主管', '13800000001', 'administrator')
  lin = await stage.member('林老师', '13800000002', 'advisor')
  const session = async (...given: Parameters<StaffStage['member']>) =>
    stage.sessionOf(await stage.member(...given))
  tokens = {
    admin: await stage.sessionOf(admin),
    lin: await stage.sessionOf(lin),
    wu: await session('吴老师', '13800000003', 'advisor'),
    editor: await session('陈编辑', '13800000004', 'editor'),
    event: await session('李活动', '13800000005', 'event_lead'),
    school: await session('青禾', '13800000006', 'school', schoolId),
    other: await session('罗丹', '13800000007', 'school', otherSchool),
  }
})

type Who = keyof typeof tokens
const send = (more: object = {}) =>
  sendStaffLead(stage, { name: '罗丹', phone: '13900008841', order_type: 'consult', ...more })
const search = async (who: Who, text: string) =>
  searchStaff.data.parse((await stage.post('/api/staff/search', { text }, tokens[who])).data)
const leadsOf = async (who: Who, text: string) =>
  (await search(who, text)).leads?.items.map(({ reference }) => reference)

test('a lead is found by reference, name, pinyin, phone and its last digits, masked, and each look is recorded', async () => {
  const reference = await send()
  await send({ name: '张三', phone: '13900001234' })
  const texts = ['8841', '罗丹', '罗', '丹', 'luodan', 'Luo', 'ld', '罗女士', '罗 丹', '08841', '00008841']
  for (const text of [...texts, '13900008841', '+86 139 0000 8841', reference.toLowerCase()])
    expect(await leadsOf('lin', text), text).toEqual([reference])
  for (const text of ['88410', '18841', '884', '罗丹丹', 'l', '139'])
    expect(await leadsOf('lin', text), text).toEqual([])
  const { leads } = await search('lin', 'luodan')
  expect(leads).toMatchObject({ items: [{ name: '罗**', phone: '139****8841' }], more: false })
  const looks = await database.db.select().from(accessLog).where(eq(accessLog.command, 'staff search'))
  expect(looks).toHaveLength(texts.length + 3 + 6 + 1)
  expect(looks.at(-1)).toMatchObject({ staffId: lin, rows: 1, details: { leads: 1, guests: 0 } })
  expect(JSON.stringify(looks)).not.toMatch(/罗丹|luodan|8841/)
})

test('another advisor’s lead, one that is over and one that a school was not given are not told of', async () => {
  const reference = await send({ order_type: 'order', school_id: schoolId })
  const texts = ['罗丹', '8841', '13900008841']
  const find = (who: Who) => Promise.all(texts.map((text) => leadsOf(who, text)))
  expect(await find('school')).toEqual([[], [], []])
  expect(await leadsOf('school', reference)).toEqual([reference])
  expect(await leadsOf('other', reference)).toEqual([])
  await stage.post(`/api/staff/leads/${reference}/transfer`, {}, tokens.lin)
  expect(await find('school')).toEqual([[reference], [reference], [reference]])
  expect(await find('other')).toEqual([[], [], []])
  await stage.post(`/api/staff/leads/${reference}/assign`, { advisor: lin }, tokens.lin)
  expect([await find('wu'), await leadsOf('wu', reference)]).toEqual([[[], [], []], []])
  expect(await find('admin')).toEqual([[reference], [reference], [reference]])
  const parts = async (who: Who) => Object.keys(await search(who, '罗丹')).toSorted()
  expect(await parts('editor')).toEqual(['content', 'open_days', 'schools'])
  expect(await parts('event')).toEqual(['content', 'events', 'guests', 'open_days', 'schools'])
  await database.db.update(clue).set({ state: 'withdrawn' })
  for (const who of ['admin', 'lin', 'school'] as const) expect(await find(who)).toEqual([[], [], []])
})

test('guests are found by name, digits and ticket code by who leads events', async () => {
  const eventId = await storeEvent(database)
  const { id, ticket } = await storeGuest(database, eventId, {
    name: '罗丹',
    phone: '+8613900008841',
    printed: 'VIP-00123',
  })
  await storeGuest(database, eventId)
  const found = async (who: Who, text: string) =>
    (await search(who, text)).guests?.items.map((guest) => [guest.id, guest.name, guest.event.id])
  for (const text of ['罗丹', 'luodan', '8841', '13900008841', ticket, ticket.toLowerCase(), 'vip-00123'])
    expect(await found('event', text), text).toEqual([[id, '罗**', eventId]])
  for (const who of ['lin', 'editor', 'school'] as const) expect(await found(who, '罗丹')).toBeUndefined()
  const booked = await send()
  const [lead] = await database.db.select().from(clue).where(eq(clue.reference, booked))
  await database.db
    .update(registration)
    .set({ source: 'booking', clueId: lead?.id })
    .where(eq(registration.id, id))
  await database.db.update(clue).set({ state: 'cancelled' })
  expect(await found('event', '罗丹')).toEqual([])
  expect(await found('event', ticket)).toEqual([[id, '罗**', eventId]])
})

test('schools, articles and members are found by who may see them', async () => {
  await database.db
    .insert(news)
    .values({ cityCode: '4403', title: '罗丹艺术展开幕', body: '', publishedAt: new Date(stage.clock.ms) })
  for (const text of ['罗丹', 'luodan', 'ldysxx'])
    expect((await search('lin', text)).schools?.items.map(({ name }) => name)).toEqual(['罗丹艺术学校'])
  expect((await search('school', '罗丹')).schools?.items).toEqual([])
  expect((await search('school', 'qinghe')).schools?.items.map(({ name }) => name)).toEqual(['青禾学校'])
  expect((await search('editor', '艺术展')).content?.items).toMatchObject([
    { kind: 'news', title: '罗丹艺术展开幕', withdrawn: false },
  ])
  expect((await search('school', '艺术展')).content?.items).toEqual([])
  expect((await search('admin', '林老')).members).toMatchObject({
    items: [{ id: lin, role: 'advisor', closed: false }],
  })
  expect((await search('lin', '林老')).members).toBeUndefined()
  expect((await stage.post('/api/staff/search', { text: ' ' }, tokens.lin)).code).toBe(1001)
})

test('rows of an earlier build are indexed later, some at a time; what is anonymised loses its indexes', async () => {
  const reference = await send()
  await database.db.update(clue).set({ personHashes: null })
  await database.db.insert(clue).values(
    Array.from({ length: 120 }, (_, at) => ({
      reference: `OLD${at}`,
      orderType: 'consult',
      cityCode: '4403',
      nameCipher: personalOfTests.encrypt(`王${at}`),
      phoneCipher: personalOfTests.encrypt('+8613912340000'),
    })),
  )
  await database.db.insert(clue).values({
    reference: 'FOREIGN',
    orderType: 'consult',
    cityCode: '4403',
    nameCipher: 'deadbeef.x.y',
  })
  expect(await leadsOf('lin', '罗丹')).toEqual([])
  await indexPeople(database.db, personalOfTests, AbortSignal.abort())
  expect(await database.db.$count(clue, isNotNull(clue.personHashes))).toBe(0)
  await indexPeople(database.db, personalOfTests, new AbortController().signal)
  expect(await leadsOf('lin', '罗丹')).toEqual([reference])
  expect(await database.db.$count(clue, isNull(clue.personHashes))).toBe(0)
  const years = 10 * 366 * 86_400_000
  await applyRetention(database.db, new Date(stage.clock.ms + years))
  expect(await database.db.$count(clue, isNotNull(clue.personHashes))).toBe(0)
})
