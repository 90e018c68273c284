import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { changedRecipientText, consentText, consentVersion } from '#server/contract/leads/consents.ts'
import { orderTypes } from '#server/contract/catalogue/order-types.ts'
import { noRecipientText, recipientKinds } from '#server/contract/leads/recipient.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { leadWithoutPerson } from '#server/db/accounts/anonymise.ts'
import { clue, consent, openDay, outbox } from '#server/db/schema/index.ts'
import { readContentVersion } from '#server/db/articles/content-version.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { addMember, changeMember } from '#server/services/staff/change-members.ts'
import { addSchool, ask, dependenciesOn, personalOfTests } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import {
  accepted,
  freshPhone,
  leadFields,
  post,
  storeOpenDay,
  storeVisitor,
} from '#tests/support/leads/leads.ts'

const noon = new Date('2026-06-15T04:00:00Z')

let database: DatabaseConnection
let api: Api
let now: Date
let sent: string[]

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  now = noon
  sent = []
  api = createApi(
    dependenciesOn(database, {
      now: () => now,
      sendSms: async (_phone, code) => void sent.push(code),
    }),
  )
})
afterAll(() => database.close())

const after = (minutes: number) => (now = new Date(noon.getTime() + minutes * 60_000))

function send(fields: Record<string, unknown>, headers: Record<string, string> = {}) {
  return ask(api, '/api/clue', post(fields, headers))
}

/** Sends from an address that the edge knows. */
async function sendFrom(clientAddress: string, fields = leadFields()): Promise<Response> {
  return api.fetch(new Request('https://site.example/api/clue', post(fields)), { clientAddress })
}

async function referenceOf(...sending: Parameters<typeof send>): Promise<string> {
  return accepted.parse((await send(...sending)).data).reference
}

async function codeFor(phone: string): Promise<string> {
  expect((await ask(api, '/api/clue/send_code', post({ phone }))).code).toBe(1000)
  return sent.at(-1) ?? ''
}

const recipientIn = z.object({ recipient: z.enum(recipientKinds).optional() })

const countLeads = () => database.db.$count(clue)

test.each(orderTypes)('a lead of type %s is stored with its consent and its job', async (order_type) => {
  const open_day_id = await storeOpenDay(database)
  const answer = await send(leadFields({ order_type, open_day_id }))
  expect(answer).toMatchObject({ status: 200, code: 1000, data: { state: 'received' } })
  const { reference, msg } = accepted.parse(answer.data)
  expect(msg).toMatch(/^(预约|咨询|开放日|课程|升学|合作)/)
  const [row] = await database.db.select().from(clue)
  expect(row).toMatchObject({
    reference,
    orderType: order_type,
    cityCode: '4403',
    state: 'received',
    createdAt: noon,
  })
  expect(await database.db.select().from(consent)).toMatchObject([
    {
      clueId: row?.id,
      purpose: 'contact',
      recipient: '测试站',
      textVersion: consentVersion,
      body: consentText('contact', '测试站', order_type),
      form: order_type,
      givenAt: noon,
      withdrawnAt: null,
    },
  ])
  expect(await database.db.select().from(outbox)).toMatchObject([{ kind: 'lead', payload: { id: row?.id } }])
})

test.each([
  ['no name', { name: ' ' }, { name: '请填写姓名' }],
  ['no phone', { phone: undefined }, { phone: '请填写电话' }],
  ['a phone of spaces', { phone: '\u3000 ' }, { phone: '请填写电话' }],
  ['a phone of ten digits', { phone: '1381234567' }, { phone: '请填写正确的电话' }],
  ['an unknown school', { school_id: 999_999 }, { school_id: '没有找到这所学校' }],
  ['a booking of no open day', { order_type: 'openday' }, { open_day_id: '请选择要参加的开放日' }],
  [
    'an unknown open day',
    { order_type: 'openday', open_day_id: 999_999 },
    { open_day_id: '没有找到这个开放日' },
  ],
  ['a grade of another stage', { stage: 'high', grade: 'g9' }, { grade: '初三属于初中，请改一下学段' }],
  ['no consent', { consent_contact: 0 }, { consent_contact: '请勾选同意联系' }],
  ['a child without its guardian', { grade: 'g8' }, { consent_guardian: '请勾选监护人同意' }],
  ['a stage of children', { stage: 'primary' }, { consent_guardian: '请勾选监护人同意' }],
  ['an unknown half day', { visit_times: 'midnight' }, { visit_times: '参观时间不正确' }],
  [
    'half days of what is no visit',
    { order_type: 'consult', visit_times: 'sunday_morning' },
    { visit_times: '只有预约参观可以选方便的时间' },
  ],
  [
    'an unknown way to be contacted',
    { contact_preference: 'telegram' },
    { contact_preference: '联系方式不正确' },
  ],
  ['a wish in other words', { wish: '找王老师 13800000001' }, { wish: '时间不正确' }],
  ['more people than a visit takes', { people: '11' }, { people: '人数不正确' }],
  ['an unknown type', { order_type: 'spy' }, { order_type: '申请类型不正确' }],
  ['a short key', { key: 'short' }, { key: '提交编号不正确' }],
])('%s is refused in words and stores nothing', async (_what, wrong, fields) => {
  expect(await send(leadFields({ key: 'key of the page', ...wrong }))).toMatchObject({
    status: 400,
    code: 1001,
    data: { fields },
  })
  const rows = await Promise.all([clue, consent, outbox].map((table) => database.db.$count(table)))
  expect(rows).toEqual([0, 0, 0])
})

test('a form without name and phone names both', async () => {
  const answer = await ask(api, '/api/clue', {
    method: 'POST',
    body: new URLSearchParams({ name: '', phone: '', consent_contact: 'on' }),
  })
  expect(answer.data).toEqual({ fields: { name: '请填写姓名', phone: '请填写电话' } })
})

test('a refused form can be sent again under its key', async () => {
  const fields = leadFields({ key: 'key of the page' })
  expect((await send({ ...fields, name: '' })).code).toBe(1001)
  expect((await send({ ...fields, consent_contact: 0 })).code).toBe(1001)
  expect((await send(fields)).code).toBe(1000)
})

test('every consent that was ticked is a row of its own, to the school by its name', async () => {
  const school_id = await addSchool(database, '湾区国际学校', '4401')
  const ticks = { consent_guardian: 'on', consent_marketing: 'true' }
  await sendFrom('203.0.113.77', leadFields({ school_id, grade: 'g3', ...ticks }))
  const rows = await database.db.select().from(consent).orderBy(consent.id)
  expect(rows.map((row) => [row.purpose, row.recipient, row.body, row.addressPrefix])).toEqual(
    (['contact', 'guardian', 'marketing'] as const).map((purpose) => [
      purpose,
      '湾区国际学校',
      consentText(purpose, '湾区国际学校', 'order'),
      '203.0.113.0/24',
    ]),
  )
  expect(await database.db.select().from(clue)).toMatchObject([{ cityCode: '4401', schoolId: school_id }])
})

test('a consent is stored for the name that stood beside it only', async () => {
  const school_id = await addSchool(database, '湾区国际学校', '4401')
  const open_day_id = await storeOpenDay(database, { schoolId: school_id })
  const day = { order_type: 'openday', open_day_id }
  for (const recipient of ['', '别的学校', '测试站']) {
    expect(await send(leadFields({ ...day, recipient }))).toMatchObject({
      code: 1001,
      data: { fields: { consent_contact: changedRecipientText('湾区国际学校') } },
    })
  }
  expect(await send(leadFields({ order_type: 'consult', recipient: '湾区国际学校' }))).toMatchObject({
    code: 1001,
    data: { fields: { consent_contact: changedRecipientText('测试站') } },
  })
  expect(await countLeads()).toBe(0)
  const form = leadFields({ ...day, recipient: '湾区国际学校', key: 'key-of-one-form' })
  const first = await send(form)
  expect(first.code).toBe(1000)
  expect((await send({ ...form, recipient: undefined })).data).toEqual(first.data)
  expect((await send(leadFields({ order_type: 'consult', recipient: '' }))).code).toBe(1000)
})

test('a request about a school that nobody receives for is refused and stored nowhere, of an open day too', async () => {
  const school_id = await addSchool(database, '青禾学校', '4403', { requestsAgreedOn: null })
  const open_day_id = await storeOpenDay(database, { schoolId: school_id })
  for (const order_type of ['order', 'consult', 'course', 'planning', 'cooperation']) {
    const refused = await send(leadFields({ order_type, school_id }))
    expect(refused).toMatchObject({
      status: 400,
      data: { fields: { school_id: noRecipientText('青禾学校') } },
    })
  }
  const booking = await send(leadFields({ order_type: 'openday', open_day_id }))
  expect(booking).toMatchObject({ data: { fields: { school_id: noRecipientText('青禾学校') } } })
  expect(await countLeads()).toBe(0)
  expect((await ask(api, `/api/school/detail/${school_id}`)).data).not.toHaveProperty('recipient')
  expect((await ask(api, `/api/opendays/${open_day_id}`)).data).toMatchObject({ state: 'not_offered' })
  expect((await ask(api, '/api/opendays?state=open')).data).toMatchObject({ total: 0 })
})

test.each([
  [{ requestsByOperator: true, requestsAgreedOn: null }, 'operator', '测试站'],
  [{ requestsByOperator: true, requestsAgreedOn: '2026-03-01' }, 'school', '青禾学校'],
])('the consents of a request name who receives it: %j', async (facts, kind, recipient) => {
  const school_id = await addSchool(database, '青禾学校', '4403', facts)
  expect((await ask(api, `/api/school/detail/${school_id}`)).data).toMatchObject({ recipient: kind })
  expect((await send(leadFields({ school_id, consent_marketing: true }))).code).toBe(1000)
  const stored = await database.db.select().from(consent)
  expect(new Set(stored.map((one) => one.recipient))).toEqual(new Set([recipient]))
})

test('a form whose consents name the school is refused once the operator asks the school instead', async () => {
  const school_id = await addSchool(database, '青禾学校', '4403', {
    requestsByOperator: true,
    requestsAgreedOn: null,
  })
  const lead = leadFields({ school_id })
  expect((await send({ ...lead, recipient: '青禾学校' })).data).toEqual({
    fields: { consent_contact: changedRecipientText('测试站') },
  })
  expect((await send({ ...lead, recipient: '' })).code).toBe(1000)
})

test('a member of a school receives its requests until the account is closed, and cached pages learn both', async () => {
  const school_id = await addSchool(database, '青禾学校', '4403', { requestsAgreedOn: null })
  const recipient = async () =>
    recipientIn.parse((await ask(api, `/api/school/detail/${school_id}`)).data).recipient
  const needs = { database, personal: personalOfTests }
  const noted = { actor: { operator: 'tests' }, command: 'staff', now }
  const before = await readContentVersion(database.db)
  const member = { name: '周老师', phone: '+8613900000001', role: 'school', schoolId: school_id } as const
  const added = await addMember(needs, member, noted)
  if (added.state !== 'added') throw new Error(added.state)
  expect(await recipient()).toBe('school')
  expect((await send(leadFields({ school_id }))).code).toBe(1000)
  await changeMember(needs, { id: added.id, closed: true }, noted)
  expect(await recipient()).toBeUndefined()
  expect((await send(leadFields({ school_id }))).code).toBe(1001)
  expect(await readContentVersion(database.db)).toBe(before + 2)
})

test('an IPv6 address is kept as its /48', async () => {
  await sendFrom('2001:db8:12:34::9')
  expect(await database.db.select().from(consent)).toMatchObject([{ addressPrefix: '2001:db8:12::/48' }])
})

test('name, phone and message are stored encrypted', async () => {
  await send(leadFields({ name: '欧阳若兰', phone: '13877776666', message: '想了解住宿' }))
  for (const table of ['clue', 'consent', 'outbox']) {
    const { rows } = await database.pool.query(`select row_to_json(t)::text as text from ${table} t`)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(/欧阳|若兰|13877776666|77776666|住宿/)
  }
  const [row] = await database.db.select().from(clue)
  expect(personalOfTests.decrypt(row?.nameCipher ?? '')).toBe('欧阳若兰')
  expect(personalOfTests.decrypt(row?.phoneCipher ?? '')).toBe('+8613877776666')
  expect(personalOfTests.decrypt(row?.messageCipher ?? '')).toBe('想了解住宿')
})

test('a retry with its key gets the same bytes while the lead stands', async () => {
  const fields = leadFields()
  const headers = { 'idempotency-key': 'a key of a client' }
  const first = await send(fields, headers)
  expect(first.code).toBe(1000)
  expect((await send(fields, headers)).text).toBe(first.text)
  after(23 * 60)
  expect((await send({ ...fields, key: 'a key of a client' })).text).toBe(first.text)
  expect(await countLeads()).toBe(1)
  const [row] = await database.db.select().from(clue)
  expect(JSON.stringify(row)).not.toContain('a key of a client')
})

test('a retry after the lead was cancelled gets its reference, its state of now, and no promise', async () => {
  const form = leadFields({ order_type: 'consult', key: 'key of the page' })
  const first = accepted.parse((await send(form)).data)
  expect(first).toMatchObject({ state: 'received', msg: '咨询已提交' })
  const { reference, access } = first
  await ask(api, '/api/requests/cancel', post({ access }))
  expect((await send(form)).data).toEqual({
    reference,
    access,
    state: 'cancelled',
    msg: '这份申请已经取消，不会再有人为它联系您；仍有需要，请重新填写',
  })
  const shown = await ask(api, '/api/requests', post({ access }))
  expect(shown.data).toMatchObject({ reference, state: 'cancelled' })
  expect(await countLeads()).toBe(1)
})

test.each([
  ['withdrawn', '这份申请的授权已经撤回，不会再有人为它联系您；仍有需要，请重新填写'],
  ['contacted', '这份申请已经提交过，已与您联系'],
])('a retry says that the lead was %s', async (state, msg) => {
  const form = leadFields({ key: 'key of the page' })
  const { reference } = accepted.parse((await send(form)).data)
  await database.db.update(clue).set({ state })
  expect((await send(form)).data).toMatchObject({ reference, state, msg })
})

test('a retry of a booking says that its open day was called off, or is over', async () => {
  const open_day_id = await storeOpenDay(database, { capacity: 2 })
  const form = leadFields({ order_type: 'openday', open_day_id, key: 'key of the page' })
  const first = await send(form)
  expect(first.data).toMatchObject({ state: 'received', msg: '开放日预约成功，请按时到场' })
  await database.db.update(openDay).set({ cancelledAt: noon })
  expect((await send(form)).data).toMatchObject({ state: 'received', msg: '这场开放日已取消，请不要前往' })
  await database.db.update(openDay).set({ cancelledAt: null, startsAt: noon, endsAt: noon })
  expect((await send(form)).data).toMatchObject({ state: 'received', msg: '这份申请已经结束' })
})

test('a key that came with another body answers 1409 and stores nothing, as for two visitors of one page', async () => {
  const key = 'key of one page'
  expect((await send(leadFields({ key }))).code).toBe(1000)
  const second = leadFields({ key })
  expect(await send(second)).toMatchObject({ status: 409, code: 1409 })
  expect(await countLeads()).toBe(1)
  expect((await send({ ...second, key: 'a fresh key' })).code).toBe(1000)
  expect(await countLeads()).toBe(2)
})

test('two visitors who send one key at the same moment get one lead and one 1409', async () => {
  const key = 'key of one page'
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(leadFields({ key }))))
  const codes = answers.map(({ code }) => code).toSorted((one, other) => one - other)
  expect(codes).toEqual([1000, ...Array.from({ length: 7 }, () => 1409)])
  expect(await countLeads()).toBe(1)
})

test('20 parallel submits of one form make one row and one answer', async () => {
  const fields = leadFields({ key: 'key of one form' })
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(fields)))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers[0]?.code).toBe(1000)
  expect([await countLeads(), await database.db.$count(consent), await database.db.$count(outbox)]).toEqual([
    1, 1, 1,
  ])
})

test('20 parallel submits of the phone’s owner without a key make one row and one answer', async () => {
  await storeVisitor(database, 'mine', '+8613700000001')
  const fields = leadFields({ phone: '13700000001' })
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(fields, { token: 'mine' })))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(await countLeads()).toBe(1)
})

test('within a day the owner of the phone who sends the same again gets the first reference, whatever its key', async () => {
  await storeVisitor(database, 'mine', '+8613912345678')
  const school_id = await addSchool(database, '重复学校')
  const fields = leadFields({ school_id, phone: '13912345678', key: 'the first key', source: '/school/1/' })
  const mine = { token: 'mine' }
  const first = accepted.parse((await send(fields, mine)).data)
  after(24 * 60 - 1)
  for (const phone of ['+86 139-1234-5678', '0086 13912345678', '１３９ １２３４ ５６７８']) {
    const again = { ...fields, phone, key: `key of ${phone}`, source: '/schoollist/shenzhen/' }
    expect(accepted.parse((await send(again, mine)).data)).toMatchObject(first)
  }
  const code = await codeFor('13912345678')
  expect(accepted.parse((await send({ ...fields, code, key: 'sent with a code' })).data)).toMatchObject(first)
  expect(await countLeads()).toBe(1)
  expect(await referenceOf({ ...fields, key: 'another thing', order_type: 'consult' }, mine)).not.toBe(
    first.reference,
  )
  after(24 * 60 + 1)
  expect(await referenceOf({ ...fields, key: 'on the next day' }, mine)).not.toBe(first.reference)
})

test('what the owner writes anew is stored whole, as a possible duplicate', async () => {
  await storeVisitor(database, 'mine', '+8613912345678')
  const mine = { token: 'mine' }
  const fields = leadFields({ phone: '13912345678', grade: 'g10' })
  const first = await referenceOf(fields, mine)
  for (const more of [
    { message: '想住校' },
    { grade: 'g11' },
    { visit_times: 'saturday_morning' },
    { contact_preference: 'text_first' },
    { name: '王先生' },
    { consent_marketing: 1 },
  ]) {
    expect(await referenceOf({ ...fields, ...more }, mine)).not.toBe(first)
    expect((await send(fields, mine)).data).toMatchObject({ reference: first })
    after(20)
  }
  const rows = await database.db.select().from(clue).orderBy(clue.id)
  expect(rows.map(({ duplicateOf }) => duplicateOf)).toEqual([null, first, first, first, first, first, first])
  expect(personalOfTests.decrypt(rows[1]?.messageCipher ?? '')).toBe('想住校')
})

test('the half days on which a family could visit are stored once each, and shown to the family', async () => {
  const visit_times = ['saturday_morning', 'weekday_afternoon', 'saturday_morning']
  const { access } = accepted.parse((await send(leadFields({ visit_times }))).data)
  await send(leadFields({ visit_times: '' }))
  const rows = await database.db.select().from(clue).orderBy(clue.id)
  expect(rows.map(({ visit_times: times }) => times)).toEqual([
    ['saturday_morning', 'weekday_afternoon'],
    null,
  ])
  const shown = await ask(api, '/api/requests', post({ access }))
  expect(shown.data).toMatchObject({ visit_times: ['saturday_morning', 'weekday_afternoon'] })
})

test.each([
  ['a visit', async () => ({})],
  ['an open day', async () => ({ order_type: 'openday', open_day_id: await storeOpenDay(database) })],
])(
  'how a family would like to be contacted about %s is stored, and shown to the family',
  async (_what, about) => {
    const fields = leadFields({ ...(await about()), contact_preference: 'text_first' })
    const { access } = accepted.parse((await send(fields)).data)
    const shown = await ask(api, '/api/requests', post({ access }))
    expect(shown.data).toMatchObject({ contact_preference: 'text_first' })
  },
)

test.each([
  ['+44 (0)20 7946 0958', '+442079460958', '+442****0958'],
  ['0755-26001234', '+8675526001234', '+867****1234'],
  ['+63 917 123 4567', '+639171234567', '+639****4567'],
])('a family with the number %s, which no SMS reaches, can ask', async (phone, kept, masked) => {
  const answer = await send(leadFields({ phone }))
  expect(answer).toMatchObject({ code: 1000 })
  const [row] = await database.db.select().from(clue)
  expect(personalOfTests.decrypt(row?.phoneCipher ?? '')).toBe(kept)
  const { access } = accepted.parse(answer.data)
  expect((await ask(api, '/api/requests', post({ access }))).data).toMatchObject({ phone: masked })
  const texted = await send(leadFields({ phone, contact_preference: 'no_call' }))
  expect(texted).toMatchObject({
    code: 1001,
    data: { fields: { contact_preference: expect.stringContaining('收不到短信') } },
  })
  expect(await countLeads()).toBe(1)
})

test('a stranger with the phone of a parent gets nothing of the parent, and takes nothing from the parent', async () => {
  await storeVisitor(database, 'stranger', '+8613700000009')
  await storeVisitor(database, 'parent', '+8613912345678')
  const open_day_id = await storeOpenDay(database, { capacity: 30 })
  const booking = { phone: '13912345678', order_type: 'openday', open_day_id }
  const bad = accepted.parse(
    (await send(leadFields({ ...booking, name: '坏人' }), { token: 'stranger' })).data,
  )
  const good = accepted.parse(
    (await send(leadFields({ ...booking, name: '真家长', message: '需要无障碍通道', consent_marketing: 1 })))
      .data,
  )
  expect(good.reference).not.toBe(bad.reference)
  expect(good.access).not.toBe(bad.access)
  const rows = await database.db.select().from(clue).orderBy(clue.id)
  expect(rows).toMatchObject([
    { reference: bad.reference, visitorId: null, duplicateOf: null },
    { reference: good.reference, duplicateOf: bad.reference },
  ])
  expect(personalOfTests.decrypt(rows[1]?.messageCipher ?? '')).toBe('需要无障碍通道')
  expect(await database.db.$count(consent, eq(consent.clueId, rows[1]?.id ?? 0))).toBe(2)

  const asStranger = { headers: { token: 'stranger' } }
  expect((await ask(api, '/api/center/requests', asStranger)).data).toMatchObject({ total: 0 })
  for (const reference of [good.reference, bad.reference, 'ZZZZZZZZZZ']) {
    const unknown = { status: 404, code: 1404 }
    expect(await ask(api, `/api/center/requests/${reference}`, asStranger)).toMatchObject(unknown)
    expect(await ask(api, `/api/tickets?reference=${reference}`, asStranger)).toMatchObject(unknown)
    expect(await ask(api, `/api/tickets?reference=${reference}`)).toMatchObject(unknown)
    const path = `/api/center/requests/${reference}/cancel`
    expect(await ask(api, path, post({}, { token: 'stranger' }))).toMatchObject(unknown)
  }
  // Once more after the parent: the same words, and a third number.
  const late = accepted.parse(
    (await send(leadFields({ ...booking, name: '真家长' }), { token: 'stranger' })).data,
  )
  expect([good.reference, bad.reference]).not.toContain(late.reference)
  expect(await ask(api, '/api/requests/cancel', post({ access: bad.access }))).toMatchObject({ code: 1000 })
  const view = await ask(api, '/api/requests', post({ access: good.access }))
  expect(view.data).toMatchObject({
    reference: good.reference,
    status: 'booked',
    name: '真**',
    access: good.access,
  })
  expect((await ask(api, '/api/requests', post({ access: 'Z'.repeat(26) }))).status).toBe(404)
  const own = { headers: { token: 'parent' } }
  const path = `/api/center/requests/${good.reference}`
  expect((await ask(api, path, own)).data).toMatchObject({ status: 'booked', access: good.access })
})

test('an unverified phone has three seats of an open day at most, a verified one has one', async () => {
  const open_day_id = await storeOpenDay(database, { capacity: 30 })
  const taken = async () => (await database.db.select().from(openDay))[0]?.taken
  const booking = { order_type: 'openday', open_day_id }
  const access: string[] = []
  for (let time = 0; time < 5; time += 1) {
    access.push(accepted.parse((await send(leadFields({ ...booking, phone: '13912345678' }))).data).access)
  }
  expect(await taken()).toBe(3)
  for (const token of access) await ask(api, '/api/requests/cancel', post({ access: token }))
  expect(await taken()).toBe(0)
  await storeVisitor(database, 'mine', '+8613700000001')
  const mine = leadFields({ ...booking, phone: '13700000001' })
  const first = accepted.parse((await send(mine, { token: 'mine' })).data)
  const second = accepted.parse((await send({ ...mine, message: '再问' }, { token: 'mine' })).data)
  expect(await taken()).toBe(1)
  await ask(api, '/api/requests/cancel', post({ access: first.access }))
  expect(await taken()).toBe(1)
  await ask(api, '/api/requests/cancel', post({ access: second.access }))
  expect(await taken()).toBe(0)
})

test.each(['access', 'phone', 'account'])(
  'cancelling by %s withdraws the consents of the request',
  async (way) => {
    const phone = '13912345678'
    await storeVisitor(database, 'mine', '+8613912345678')
    const { reference, access } = accepted.parse(
      (await send(leadFields({ phone, consent_marketing: 1 }))).data,
    )
    const ways = {
      access: () => ask(api, '/api/requests/cancel', post({ access })),
      phone: async () => ask(api, '/api/clue/cancel', post({ reference, phone, code: await codeFor(phone) })),
      account: () => ask(api, `/api/center/requests/${reference}/cancel`, post({}, { token: 'mine' })),
    }
    expect((await ways[way === 'phone' || way === 'account' ? way : 'access']()).code).toBe(1000)
    const consents = await database.db.select().from(consent)
    expect(consents.map(({ withdrawnAt }) => withdrawnAt)).toEqual([noon, noon])
    const shown = await ask(api, '/api/requests', post({ access }))
    expect(shown.data).toMatchObject({ status: 'cancelled', cancellable: false, tickets: [] })
  },
)

test('the access token is stored hashed, and outlives the personal data of its request', async () => {
  const { access } = accepted.parse((await send(leadFields())).data)
  const [row] = await database.db.select().from(clue)
  expect(JSON.stringify(row)).not.toContain(access)
  expect(personalOfTests.decrypt(row?.accessCipher ?? '')).toBe(access)
  await database.db.update(clue).set(leadWithoutPerson(now))
  const shown = await ask(api, '/api/requests', post({ access }))
  expect(shown.data).toMatchObject({ status: 'over', name: '', phone: '', cancellable: false, tickets: [] })
})

test('a cancelled lead is no repeat: the next one is new', async () => {
  const fields = leadFields()
  const first = await referenceOf(fields)
  await database.db.update(clue).set({ state: 'cancelled' })
  expect(await referenceOf(fields)).not.toBe(first)
})

test('a phone may send five leads in ten minutes, repeats not counted, and the refusal says when to retry', async () => {
  const phone = freshPhone()
  const cities = ['4403', '4401', '4406', '4413', '4404', '4419']
  for (const city_code of cities.slice(0, 5)) {
    const fields = leadFields({ phone, city_code, key: `key of ${city_code}` })
    expect((await send(fields)).code).toBe(1000)
    expect((await send(fields)).code).toBe(1000)
  }
  after(4)
  const refused = await send(leadFields({ phone, city_code: '4419' }))
  expect(refused).toMatchObject({ status: 429, code: 1429 })
  expect(refused.headers.get('retry-after')).toBe('360')
  expect(await countLeads()).toBe(5)
  after(10.1)
  expect((await send(leadFields({ phone, city_code: '4419' }))).code).toBe(1000)
})

test('an address, such as a hall’s, sends 120 leads in an hour, also at once; replays are not counted', async () => {
  const fields = leadFields({ key: 'the same again' })
  for (let lead = 0; lead < 110; lead += 1) expect((await sendFrom('203.0.113.9')).status).toBe(200)
  const answers = await Promise.all(Array.from({ length: 20 }, () => sendFrom('203.0.113.9')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.headers.get('retry-after')).toBe('3600')
  expect((await sendFrom('203.0.113.10', fields)).status).toBe(200)
  for (let time = 0; time < 25; time += 1) {
    expect((await sendFrom('203.0.113.10', fields)).status).toBe(200)
  }
  after(61)
  expect((await sendFrom('203.0.113.9')).status).toBe(200)
})

test('addresses of one /64 are one client, another /64 is another', async () => {
  for (let host = 1; host <= 120; host += 1) await sendFrom(`2001:db8:0:1::${host}`)
  expect((await sendFrom('2001:db8:0:1:ffff::1')).status).toBe(429)
  expect((await sendFrom('2001:db8:0:2::1')).status).toBe(200)
})

test.each(['127.0.0.1', '127.9.9.9', '::1'])(
  '%s says nothing about a client and has no limit',
  async (address) => {
    for (let lead = 0; lead < 21; lead += 1) expect((await sendFrom(address)).status).toBe(200)
  },
)

test('a lead that was refused does not count against its address', async () => {
  const open_day_id = await storeOpenDay(database, { capacity: 0 })
  for (let lead = 0; lead < 21; lead += 1) {
    const refused = await sendFrom('203.0.113.11', leadFields({ order_type: 'openday', open_day_id }))
    expect(refused.status).toBe(409)
  }
  expect((await sendFrom('203.0.113.11')).status).toBe(200)
})

test('a lead with a token belongs to the account when it has the account’s phone; a bad token is refused', async () => {
  const id = await storeVisitor(database, 'mine', '+8613700000001')
  expect((await send(leadFields({ phone: '13700000001' }), { token: 'mine' })).code).toBe(1000)
  expect((await send(leadFields(), { token: 'mine' })).code).toBe(1000)
  expect(await database.db.select().from(clue).orderBy(clue.id)).toMatchObject([
    { visitorId: id, verifiedAt: noon },
    { visitorId: null, verifiedAt: null },
  ])
  expect(await database.db.select().from(consent).orderBy(consent.id)).toMatchObject([
    { visitorId: id },
    { visitorId: null },
  ])
  expect(await send(leadFields(), { token: 'nobody' })).toMatchObject({ status: 401, code: 1101 })
  expect(await countLeads()).toBe(2)
})

test('the phone of the token’s account may be left out, and equals the same phone typed', async () => {
  const token = 'session-of-the-owner'
  const owner = await storeVisitor(database, token, '+8613812345678')
  const { phone: _typed, ...others } = leadFields()
  const key = { 'idempotency-key': 'key-of-one-form' }
  const first = await send({ ...others, phone: 'own' }, { token, ...key })
  expect(first).toMatchObject({ code: 1000 })
  expect(await send({ ...others, phone: '13812345678' }, { token, ...key })).toMatchObject({
    data: first.data,
  })
  const [stored, ...more] = await database.db.select().from(clue)
  expect(more).toEqual([])
  expect(stored).toMatchObject({ visitorId: owner, verifiedAt: noon })
  expect(personalOfTests.decrypt(stored?.phoneCipher ?? '')).toBe('+8613812345678')
})

test("without a session the account's phone is unknown, and nothing is stored", async () => {
  await storeVisitor(database, 'session-of-somebody', '+8613812345678')
  expect(await send(leadFields({ phone: 'own' }))).toMatchObject({
    status: 400,
    data: { fields: { phone: '登录已过期，请填写电话' } },
  })
  expect(await countLeads()).toBe(0)
})

test('a lead with the right code is verified; its retry too, though the code is spent', async () => {
  const phone = freshPhone()
  const fields = leadFields({ phone, code: await codeFor(phone), key: 'key with a code' })
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(fields)))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(await database.db.select().from(clue)).toMatchObject([{ verifiedAt: noon }])
})

test('five wrong codes invalidate the right one, and nothing is stored', async () => {
  const phone = freshPhone()
  const right = await codeFor(phone)
  const wrong = right === '111111' ? '222222' : '111111'
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect((await send(leadFields({ phone, code: wrong }))).data).toEqual({
      fields: { code: '验证码不正确' },
    })
  }
  expect((await send(leadFields({ phone, code: right }))).data).toEqual({
    fields: { code: '验证码已失效，请重新获取' },
  })
  expect(await countLeads()).toBe(0)
})

test('a code is not spent on a booking that finds no seat', async () => {
  const phone = freshPhone()
  const code = await codeFor(phone)
  const open_day_id = await storeOpenDay(database, { capacity: 0 })
  expect((await send(leadFields({ phone, code, order_type: 'openday', open_day_id }))).code).toBe(1409)
  expect((await send(leadFields({ phone, code }))).code).toBe(1000)
})

test('a lead is cancelled by reference, phone and code, once', async () => {
  const phone = freshPhone()
  const reference = await referenceOf(leadFields({ phone }))
  const cancel = async (typed: string, code: string) =>
    ask(api, '/api/clue/cancel', post({ reference: typed, phone, code }))

  const code = await codeFor(phone)
  expect(await cancel('0000000000', code)).toMatchObject({ status: 404, code: 1404 })
  expect(await cancel(` ${reference.toLowerCase().replace(/(.{5})/, '$1-')}`, code)).toMatchObject({
    code: 1000,
    data: { state: 'cancelled', msg: '已取消' },
  })
  expect((await cancel(reference, code)).data).toMatchObject({ fields: { code: '验证码已失效，请重新获取' } })
  const [row] = await database.db.select().from(clue).where(eq(clue.reference, reference))
  expect(row).toMatchObject({ state: 'cancelled', cancelledAt: noon })
})

test('with another phone a reference is unknown', async () => {
  const [mine, foreign] = [await referenceOf(leadFields()), freshPhone()]
  const code = await codeFor(foreign)
  const cancel = (reference: string) =>
    ask(api, '/api/clue/cancel', post({ reference, phone: foreign, code }))
  const answer = await cancel(mine)
  expect(answer).toMatchObject({ status: 404, code: 1404 })
  expect((await cancel('ZZZZZZZZZZ')).text).toBe(answer.text)
  expect(await database.db.select().from(clue)).toMatchObject([{ state: 'received' }])
})
