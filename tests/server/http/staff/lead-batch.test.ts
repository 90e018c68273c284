import { eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getOwnRequest } from '#server/contract/accounts/account.ts'
import { sendClue } from '#server/contract/leads/clue.ts'
import { getAct, undoAct } from '#server/contract/staff/acts/acts.ts'
import { mostInBatch } from '#server/contract/staff/acts/undoable-acts.ts'
import { checkLeadBatch, runLeadBatch } from '#server/contract/staff/acts/lead-batch.ts'
import { getLead, listLeads } from '#server/contract/staff/leads.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import { accessLog, clue, leadEntry } from '#server/db/schema/index.ts'
import { addSchool, ask } from '#tests/support/api/api.ts'
import { emptyDatabase, openTestDatabase } from '#tests/support/database/database.ts'
import { sendStaffLead } from '#tests/support/staff/leads.ts'
import { staffStage, type StaffStage } from '#tests/support/staff/staff-stage.ts'

/** Acts with several leads: checked, done once, told row by row, taken back. */

let database: DatabaseConnection
let stage: StaffStage
let tokens: Record<'zhou' | 'lin' | 'wu' | 'school' | 'other', string>
let lin: number
let wu: number
let school: number

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await emptyDatabase(database)
  stage = staffStage(database)
  school = await addSchool(database, '弦歌学校')
  const zhou = await stage.member('周主管', '13800000001', 'administrator')
  lin = await stage.member('林老师', '13800000002', 'advisor')
  wu = await stage.member('吴老师', '13800000003', 'advisor')
  const own = await stage.member('校办', '13800000004', 'school', school)
  const other = await stage.member('别校', '13800000005', 'school', await addSchool(database, '乙学校'))
  tokens = {
    zhou: await stage.sessionOf(zhou),
    lin: await stage.sessionOf(lin),
    wu: await stage.sessionOf(wu),
    school: await stage.sessionOf(own),
    other: await stage.sessionOf(other),
  }
})

type Who = keyof typeof tokens
const post = (who: Who, path: string, body: object) => stage.post(`/api/staff/${path}`, body, tokens[who])
const check = async (who: Who, body: object) =>
  checkLeadBatch.data.parse((await post(who, 'lead-batch/check', body)).data)
const run = async (who: Who, body: object) =>
  runLeadBatch.data.parse((await post(who, 'lead-batch', { key: 'a-form-key', ...body })).data).act
const actOf = async (who: Who, id: number) =>
  getAct.data.parse((await stage.get(`/api/staff/acts/${id}`, tokens[who])).data)
const undo = (who: Who, id: number) => post(who, `acts/${id}/undo`, {})
const stored = async (reference: string) =>
  (await database.db.select().from(clue).where(eq(clue.reference, reference)))[0]
const linesOf = (command: string) => database.db.$count(accessLog, eq(accessLog.command, command))

let phones = 0
beforeEach(() => {
  phones = 0
})
const send = (more: object = {}) => {
  phones += 1
  const phone = `139${String(10_000_000 + phones)}`
  return sendStaffLead(stage, { phone, order_type: 'consult', ...more })
}
const forSchool = () => send({ order_type: 'order', school_id: school })

test('leads are checked and assigned with one act; what cannot be changed is told row by row', async () => {
  const [one, two, foreign, over] = [await send(), await send(), await send(), await send()]
  await post('wu', `leads/${foreign}/assign`, { advisor: wu })
  await database.db.update(clue).set({ state: 'withdrawn' }).where(eq(clue.reference, over))
  const records = [one, two, foreign, over, 'ZZZZZZZZZZ']
  const expected = [
    { record: one, title: '张**' },
    { record: two, title: '张**' },
    { record: foreign, why: 'assigned' },
    { record: over, title: '不再显示', why: 'over' },
    { record: 'ZZZZZZZZZZ', why: 'unknown' },
  ]
  expect(await check('lin', { act: 'assign', records })).toEqual({ rows: expected, more: 0 })
  expect(await database.db.$count(clue, eq(clue.assigneeId, wu))).toBe(1)

  const act = await run('lin', { act: 'assign', advisor: wu, records })
  const shown = await actOf('lin', act)
  expect(shown).toMatchObject({ kind: 'lead_batch', act: 'assign', undone: false })
  const whys = (rows: readonly { record: string; why?: string | undefined }[]) =>
    new Map(rows.map(({ record, why }) => [record, why]))
  expect(whys(shown.rows)).toEqual(whys(expected))
  expect(await database.db.$count(clue, eq(clue.assigneeId, wu))).toBe(3)
  expect([await linesOf('staff leads assign'), await linesOf('staff leads batch')]).toEqual([3, 1])

  expect(undoAct.data.parse((await undo('lin', act)).data)).toMatchObject({ undone: 2, kept: [] })
  expect(await database.db.$count(clue, eq(clue.assigneeId, wu))).toBe(1)
  expect(await database.db.$count(leadEntry)).toBe(1)
  expect(await actOf('lin', act)).toMatchObject({ undone: true })
  expect(await undo('lin', act)).toMatchObject({ code: 1409, data: { state: 'undone' } })
})

test('all that match the filters of the list are meant by its filters', async () => {
  const [mine, free] = [await send(), await send()]
  await post('lin', `leads/${mine}/assign`, { advisor: lin })
  const all = async (filters: object) =>
    (await check('lin', { act: 'assign', all: filters })).rows.map(({ record }) => record)
  expect(await all({ advisor: 'mine' })).toEqual([mine])
  expect(await all({ advisor: 'none' })).toEqual([free])
  expect(await all({ state: 'contacted' })).toEqual([])
})

test('after leave: fifteen leads go to a colleague by their filter, and none that the advisor may not give', async () => {
  for (let count = 0; count < 15; count += 1) {
    const reference = await send()
    await post('lin', `leads/${reference}/assign`, { advisor: lin })
  }
  const { rows } = await check('lin', { act: 'assign', all: { advisor: 'mine' } })
  expect(rows).toHaveLength(15)
  await run('lin', { act: 'assign', advisor: wu, records: rows.map(({ record }) => record) })
  expect(await database.db.$count(clue, eq(clue.assigneeId, wu))).toBe(15)
})

test('leads are handed over to the schools that their consent names, and to no other', async () => {
  const [given, without] = [await forSchool(), await send()]
  await post('lin', `leads/${given}/transfer`, {})
  const fresh = await forSchool()
  const records = [given, without, fresh]
  expect((await check('lin', { act: 'transfer', records })).rows.map(({ why }) => why)).toEqual([
    'already',
    'no-consent',
    undefined,
  ])
  const act = await run('lin', { act: 'transfer', records })
  expect((await stored(fresh))?.transferredAt).not.toBeNull()
  expect((await post('other', `leads/${fresh}/reveal`, {})).code).toBe(1404)
  // A school that has looked has seen it.
  expect((await post('school', `leads/${fresh}/reveal`, {})).code).toBe(1000)
  expect((await undo('lin', act)).data).toMatchObject({
    undone: 0,
    kept: [{ record: fresh, why: 'seen' }],
  })
  expect((await stored(fresh))?.transferredAt).not.toBeNull()
})

test('a hand-over that no school has looked at is taken back', async () => {
  const fresh = await forSchool()
  const act = await run('lin', { act: 'transfer', records: [fresh] })
  expect((await undo('lin', act)).data).toMatchObject({ undone: 1, kept: [] })
  expect((await stored(fresh))?.transferredAt).toBeNull()
  expect((await post('school', `leads/${fresh}/reveal`, {})).code).toBe(1403)
})

test('closed leads await no call, and a conversation or a planned call opens them again', async () => {
  const [one, two] = [await send(), await send()]
  await post('lin', `leads/${two}/postpone`, {})
  const act = await run('lin', { act: 'close', reason: 'unreachable', records: [one, two] })
  const waiting = async (state: string) =>
    listLeads.data.parse((await stage.get(`/api/staff/leads?state=${state}`, tokens.lin)).data).total
  expect([await waiting('received'), await waiting('closed')]).toEqual([0, 2])
  expect((await post('lin', 'lead-queue/next', {})).data).not.toHaveProperty('reference')
  const detail = getLead.data.parse((await stage.get(`/api/staff/leads/${one}`, tokens.lin)).data)
  expect(detail.entries[0]).toMatchObject({ kind: 'closed', outcome: 'unreachable' })
  expect((await stored(two))?.nextContactAt).toBeNull()
  expect((await undo('lin', act)).data).toMatchObject({ undone: 2 })
  expect([await waiting('received'), await waiting('closed')]).toEqual([2, 0])
  expect((await stored(two))?.nextContactAt).not.toBeNull()

  await run('lin', { act: 'close', reason: 'unreachable', records: [one, two], key: 'another-form' })
  await post('lin', `leads/${one}/contacted`, { outcome: 'reached' })
  await post('lin', `leads/${two}/contacted`, { outcome: 'unanswered' })
  expect([await waiting('contacted'), await waiting('closed')]).toEqual([1, 0])
})

test('the sender of a closed request reads that it is over, and sends it anew', async () => {
  const phone = '13912345678'
  const token = await stage.logIn(phone)
  const sendOwn = async () => {
    const body = { name: '张三丰', phone, city_code: '4403', order_type: 'consult', consent_contact: true }
    const headers = { token, 'content-type': 'application/json' }
    const sent = await ask(stage.api, '/api/clue', { method: 'POST', headers, body: JSON.stringify(body) })
    return sendClue.data.parse(sent.data).reference
  }
  const first = await sendOwn()
  expect(await sendOwn()).toBe(first)
  await run('lin', { act: 'close', reason: 'no_family', records: [first] })
  const { status } = getOwnRequest.data.parse(
    (await ask(stage.api, `/api/center/requests/${first}`, { headers: { token } })).data,
  )
  expect(status).toBe('over')
  expect(await sendOwn()).not.toBe(first)
})

test('bookings of open days are closed nowhere but at their open day', async () => {
  const reference = await send()
  await database.db.update(clue).set({ orderType: 'openday' }).where(eq(clue.reference, reference))
  const { rows } = await check('lin', { act: 'close', records: [reference] })
  expect(rows).toMatchObject([{ why: 'booking' }])
})

test('a lead whose parent somebody else is about to call is assigned, but neither handed over nor closed', async () => {
  const reference = await forSchool()
  await post('wu', `leads/${reference}/claim`, {})
  const why = async (act: string) => (await check('lin', { act, records: [reference] })).rows[0]?.why
  expect([await why('assign'), await why('transfer'), await why('close')]).toEqual([
    undefined,
    'claimed',
    'claimed',
  ])
})

test('a form that is sent again, also twice at once, is one act', async () => {
  const records = [await send(), await send()]
  const body = { act: 'assign', advisor: wu, records }
  const acts = await Promise.all([run('lin', body), run('lin', body), run('lin', body)])
  expect(new Set(acts).size).toBe(1)
  expect([await linesOf('staff leads assign'), await linesOf('staff leads batch')]).toEqual([2, 1])
  const { rows } = await actOf('lin', acts[0])
  expect(rows.map(({ record, why }) => [record, why])).toEqual(
    expect.arrayContaining(records.map((record) => [record, undefined])),
  )
  // A key is its member's own.
  expect(await run('wu', { act: 'assign', advisor: lin, records })).not.toBe(acts[0])
})

test('of two members who take the same leads at once each lead is one member’s, and nobody waits for ever', async () => {
  const records: string[] = []
  for (let count = 0; count < 12; count += 1) records.push(await send())
  const [ofLin, ofWu] = await Promise.all([
    run('lin', { act: 'assign', advisor: lin, records }),
    run('wu', { act: 'assign', advisor: wu, records: records.toReversed() }),
  ])
  const done = async (who: Who, act: number) =>
    (await actOf(who, act)).rows.filter(({ why }) => why === undefined).length
  expect((await done('lin', ofLin)) + (await done('wu', ofWu))).toBe(12)
  expect(await linesOf('staff leads assign')).toBe(12)
})

test('what changed since stays as it is when the act is taken back, and after ten minutes nothing is', async () => {
  const [one, two] = [await send(), await send()]
  const act = await run('zhou', { act: 'assign', advisor: lin, records: [one, two] })
  await post('zhou', `leads/${two}/assign`, { advisor: wu })
  expect((await undo('zhou', act)).data).toMatchObject({
    undone: 1,
    kept: [{ record: two, why: 'changed' }],
  })
  const later = await run('zhou', { act: 'assign', advisor: lin, records: [one], key: 'another-form' })
  await stage.workFor(10 * 60_000 + 1000)
  expect(await actOf('zhou', later)).not.toHaveProperty('until')
  expect(await undo('zhou', later)).toMatchObject({ code: 1409, data: { state: 'late' } })
})

test('what is missing or too much is refused before anything is written', async () => {
  const records = [await send()]
  const refused = async (body: object) =>
    (await post('lin', 'lead-batch', { key: 'a-form-key', ...body })).code
  expect(await refused({ act: 'assign', records })).toBe(1001)
  expect(await refused({ act: 'assign', advisor: 999_999, records })).toBe(1001)
  expect(await refused({ act: 'close', records })).toBe(1001)
  expect(await refused({ act: 'export', records })).toBe(1001)
  expect(await refused({ act: 'transfer', records: [] })).toBe(1001)
  expect(await refused({ act: 'delete', records })).toBe(1001)
  const many = Array.from({ length: mostInBatch + 1 }, () => 'ZZZZZZZZZZ')
  expect(await refused({ act: 'transfer', records: many })).toBe(1001)
  expect((await post('lin', 'lead-batch/check', { act: 'assign' })).code).toBe(1001)
  expect(await linesOf('staff leads batch')).toBe(0)
})

test('schools do nothing with several leads, and advisors take none out', async () => {
  const records = [await forSchool()]
  for (const act of ['assign', 'transfer', 'close', 'export']) {
    expect((await post('school', 'lead-batch/check', { act, records })).code).toBe(1403)
    expect((await post('school', 'lead-batch', { act, records, key: 'a-form-key' })).code).toBe(1403)
  }
  expect((await post('lin', 'lead-batch/check', { act: 'export', records })).code).toBe(1403)
  expect(await check('zhou', { act: 'export', records })).toMatchObject({
    rows: [{ title: '张**，弦歌学校' }],
  })
})

test('an act is its member’s own', async () => {
  const act = await run('lin', { act: 'assign', advisor: lin, records: [await send()] })
  expect((await stage.get(`/api/staff/acts/${act}`, tokens.zhou)).code).toBe(1404)
  expect((await undo('zhou', act)).code).toBe(1404)
})

test('two hundred leads are one act; what the filter has beyond them is counted', async () => {
  const at = new Date(stage.clock.ms - 3_600_000)
  const row = (at_: number) => ({
    reference: `B${String(at_).padStart(9, '0')}`,
    phoneHash: `hash-${at_ % 150}`,
    orderType: 'consult',
    cityCode: '4403',
    createdAt: at,
  })
  await database.db.insert(clue).values(Array.from({ length: mostInBatch + 5 }, (_, at_) => row(at_)))
  const { rows, more } = await check('lin', { act: 'assign', all: {} })
  expect([rows.length, more]).toEqual([mostInBatch, 5])
  const act = await run('lin', { act: 'assign', advisor: wu, records: rows.map(({ record }) => record) })
  expect(await database.db.$count(clue, eq(clue.assigneeId, wu))).toBe(mostInBatch)
  expect((await undo('lin', act)).data).toMatchObject({ undone: mostInBatch, kept: [] })
  expect(await database.db.$count(clue, like(clue.reference, 'B%'))).toBe(mostInBatch + 5)
  expect(await database.db.$count(clue, eq(clue.assigneeId, wu))).toBe(0)
})
