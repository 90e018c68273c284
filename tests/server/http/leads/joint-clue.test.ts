import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { consentText } from '#server/contract/leads/consents.ts'
import { noRecipientText } from '#server/contract/leads/recipient.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { clue, consent, openDay, outbox } from '#server/db/schema/index.ts'
import { createApi, type Api } from '#server/http/create-api.ts'
import { addSchool, ask, dependenciesOn, personalOfTests } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { accepted, freshPhone, post, storeOpenDay, storeVisitor } from '#tests/support/leads/leads.ts'

const sent = z.object({ requests: z.array(accepted.extend({ school_id: z.int() })) })

let database: DatabaseConnection
let api: Api
let codesSent: string[]
let schools: number[]

beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  await emptyDatabase(database)
  codesSent = []
  api = createApi(dependenciesOn(database, { sendSms: async (_phone, code) => void codesSent.push(code) }))
  schools = []
  for (const name of ['甲学校', '乙学校', '丙学校']) schools.push(await addSchool(database, name))
})
afterAll(() => database.close())

const visitsOf = (ids: readonly number[], more: Record<string, unknown> = {}) =>
  ids.map((school_id) => ({ school_id, consent_contact: 1, ...more }))

const send = (fields: Record<string, unknown>, headers: Record<string, string> = {}) =>
  ask(api, '/api/clue/joint', post({ name: '王女士', phone: freshPhone(), ...fields }, headers))

const leads = () => database.db.select().from(clue).orderBy(asc(clue.id))

const ofSchool = (requests: z.output<typeof sent>['requests'], id: number | undefined) =>
  requests.find(({ school_id }) => school_id === id)?.access ?? ''

test('each school gets a lead of its own with its own consent, what is wished and a job', async () => {
  const openDayId = await storeOpenDay(database, { schoolId: schools[2], capacity: 5 })
  const [first, second, third] = visitsOf(schools)
  const { code, data } = await send({
    visits: [
      { ...first, wish_day: '2026-06-20', wish_half: 'morning', recipient: '甲学校' },
      second,
      { ...third, open_day_id: openDayId },
    ],
    people: 3,
    message: '想看食堂',
    contact_preference: 'text_first',
  })
  expect(code).toBe(1000)
  const { requests } = sent.parse(data)
  expect(requests.map(({ school_id, msg }) => [school_id, msg])).toEqual([
    [schools[0], '预约已提交'],
    [schools[1], '预约已提交'],
    [schools[2], '开放日预约成功，请按时到场'],
  ])
  const rows = await leads()
  expect(rows.map((row) => [row.schoolId, row.orderType, row.contact_preference, row.holdsSeat])).toEqual([
    [schools[0], 'order', 'text_first', false],
    [schools[1], 'order', 'text_first', false],
    [schools[2], 'openday', 'text_first', true],
  ])
  expect(rows.map(({ people, wish }) => [wish, people])).toEqual([
    ['2026年6月20日周六上午', '3'],
    [null, '3'],
    [null, '3'],
  ])
  for (const { messageCipher } of rows) expect(personalOfTests.decrypt(messageCipher ?? '')).toBe('想看食堂')
  const consents = await database.db.select().from(consent).orderBy(asc(consent.clueId))
  expect(consents.map(({ body, purpose, recipient }) => [purpose, recipient, body])).toEqual(
    ['甲学校', '乙学校', '丙学校'].map((name) => ['contact', name, consentText('contact', name, 'order')]),
  )
  expect(await database.db.$count(outbox)).toBe(3)
  expect((await database.db.select().from(openDay))[0]?.taken).toBe(1)
})

test('the same form sent twice counts once, also at the same time; with other content it is refused', async () => {
  const phone = freshPhone()
  const form = { visits: visitsOf(schools), phone, key: 'key-of-one-form' }
  const answers = await Promise.all([send(form), send(form), send(form)])
  const accesses = answers.map(({ data }) => sent.parse(data).requests.map(({ access }) => access))
  expect(accesses[1]).toEqual(accesses[0])
  expect(accesses[2]).toEqual(accesses[0])
  expect(await leads()).toHaveLength(3)
  expect(await send({ ...form, visits: visitsOf(schools.slice(1)) })).toMatchObject({
    status: 409,
    code: 1409,
  })
  expect(await send({ ...form, visits: visitsOf(schools.toReversed()) })).toMatchObject({ code: 1409 })
  expect(await leads()).toHaveLength(3)
})

test('a seat that was just taken stores none of the leads, and says whose it was', async () => {
  const openDayId = await storeOpenDay(database, { schoolId: schools[1], capacity: 1, taken: 1 })
  const [first, second, third] = visitsOf(schools)
  const answer = await send({ visits: [first, { ...second, open_day_id: openDayId }, third] })
  expect(answer).toMatchObject({
    status: 409,
    message: '这场开放日名额已满',
    data: { state: 'full', school_id: schools[1] },
  })
  expect([await leads(), await database.db.$count(outbox)]).toEqual([[], 0])
})

test('two families and the last seat: one gets all that it asked for, the other nothing', async () => {
  const openDayId = await storeOpenDay(database, { schoolId: schools[1], capacity: 1 })
  const [first, second] = visitsOf(schools)
  const visits = [first, { ...second, open_day_id: openDayId }]
  const answers = await Promise.all([send({ visits }), send({ visits: visits.toReversed() })])
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([1000, 1409]))
  expect(await leads()).toHaveLength(2)
})

test('two families that ask for the same open days in another order wait for each other, never for good', async () => {
  const days = await Promise.all(
    schools.map((schoolId) => storeOpenDay(database, { schoolId, capacity: 40 })),
  )
  const visits = schools.map((school_id, at) => ({ school_id, open_day_id: days[at], consent_contact: 1 }))
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) => send({ visits: at % 2 === 0 ? visits : visits.toReversed() })),
  )
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([1000]))
  expect((await database.db.select().from(openDay)).map(({ taken }) => taken)).toEqual([8, 8, 8])
})

test('each refused visit is named, and nothing is stored', async () => {
  const alone = await addSchool(database, '没有人接收的学校', '4403', { requestsAgreedOn: null })
  expect(
    await send({
      visits: [
        { school_id: schools[0], consent_contact: 1 },
        { school_id: schools[1] },
        { school_id: schools[2], consent_contact: 1 },
      ],
      grade: 'g3',
    }),
  ).toMatchObject({
    status: 400,
    data: {
      fields: {
        'visits.0.consent_guardian': '请勾选监护人同意',
        'visits.1.consent_contact': '请勾选同意联系',
        'visits.1.consent_guardian': '请勾选监护人同意',
        'visits.2.consent_guardian': '请勾选监护人同意',
      },
    },
  })
  expect((await send({ visits: visitsOf([schools[0] ?? 0, alone]) })).data).toEqual({
    fields: { 'visits.1.school_id': noRecipientText('没有人接收的学校') },
  })
  expect((await send({ visits: visitsOf([schools[0] ?? 0, schools[0] ?? 0]) })).data).toEqual({
    fields: { visits: '每所学校只能约一次' },
  })
  expect((await send({ visits: [] })).data).toEqual({ fields: { visits: '请选择学校' } })
  expect(await leads()).toEqual([])
})

test('the consents of each hold for the name beside them', async () => {
  const [first, second] = visitsOf(schools)
  const answer = await send({ visits: [first, { ...second, recipient: '别的学校' }] })
  expect(answer.data).toMatchObject({
    fields: { 'visits.1.consent_contact': expect.stringContaining('乙学校') },
  })
  expect(await leads()).toEqual([])
})

test('each is cancelled alone', async () => {
  const { requests } = sent.parse((await send({ visits: visitsOf(schools) })).data)
  await ask(api, '/api/requests/cancel', post({ access: ofSchool(requests, schools[1]) }))
  const states = (await leads()).map(({ schoolId, state }) => [schoolId, state])
  expect(states).toEqual([
    [schools[0], 'received'],
    [schools[1], 'cancelled'],
    [schools[2], 'received'],
  ])
})

test('one code verifies the phone for all, and is redeemed once', async () => {
  const phone = freshPhone()
  await ask(api, '/api/clue/send_code', post({ phone }))
  const form = { visits: visitsOf(schools), phone, code: codesSent.at(-1) }
  expect((await send(form)).code).toBe(1000)
  expect((await leads()).every(({ verifiedAt }) => verifiedAt !== null)).toBe(true)
  expect((await send({ ...form, visits: visitsOf(schools.slice(0, 1)) })).code).not.toBe(1000)
})

test('five at once are one request of the phone, whose limit counts them afterwards', async () => {
  const more = await Promise.all(['丁学校', '戊学校'].map((name) => addSchool(database, name)))
  const phone = freshPhone()
  expect((await send({ visits: visitsOf([...schools, ...more]), phone })).code).toBe(1000)
  expect((await send({ visits: visitsOf(schools.slice(0, 1)), phone })).code).toBe(1429)
})

test('the leads are of the account of the phone, and deleted with it', async () => {
  const phone = freshPhone()
  const visitorId = await storeVisitor(database, 'A', `+86${phone}`)
  expect((await send({ visits: visitsOf(schools), phone: 'own' }, { token: 'A' })).code).toBe(1000)
  const own = await database.db.select().from(clue).where(eq(clue.visitorId, visitorId))
  expect(own).toHaveLength(3)
})
