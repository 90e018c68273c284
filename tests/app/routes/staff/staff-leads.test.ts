import { expect, test } from 'vitest'
import { undoAct } from '#server/contract/staff/acts/acts.ts'
import { getSchool } from '#server/contract/schools/school-detail.ts'
import { leadColumns } from '#app/staff/routes/leads/lead-columns.tsx'
import {
  getLead,
  getLeadQueue,
  listLeads,
  recordLeadCall,
  revealLead,
  transferLead,
} from '#server/contract/staff/leads.ts'
import { answer, Refusal } from '#tests/support/routes/fake-api.ts'
import { staffApiOfTests } from '#tests/support/routes/staff-api.ts'
import { lead, leadWith } from '#tests/support/routes/staff-work.ts'
import { asMember, get, post, submit } from '#tests/support/routes/visit-staff.ts'

const path = `/staff/leads/${lead.reference}/`
const callsTo = (api: ReturnType<typeof staffApiOfTests>, part: string) =>
  api.calls.filter(({ path: called }) => called.endsWith(part)).map(({ input }) => input)

test('the list asks for what its query says, without empty fields', async () => {
  const query = '?state=received&school_id=&advisor=mine&from=2027-03-01&to=&sort=oldest&page=2&done=x'
  const { api, data } = await get(`/staff/leads/${query}`, { cookies: asMember })
  expect(callsTo(api, '/leads')).toEqual([
    { state: 'received', advisor: 'mine', from: '2027-03-01', sort: 'oldest', page: '2' },
  ])
  expect(data).toMatchObject({
    filters: { state: 'received', advisor: 'mine', from: '2027-03-01', sort: 'oldest' },
    advisors: [{ name: '林老师' }],
  })
})

test.each([
  ['plain form', post],
  ['script', submit],
])('a phone that a %s asks for stands in the answer and in no address', async (_way, send) => {
  const sent = await send(path, { intent: 'reveal' }, { cookies: asMember })
  expect(sent.status).toBe(200)
  expect(sent.location).toBeNull()
  const outcome = send === post ? sent.actionData : sent.data
  expect(outcome).toMatchObject({ revealed: { phone: '+8613800000001', name: '张三丰' } })
})

test.each([
  ['claim', 'claimed', '/claim'],
  ['release', 'released', '/release'],
  ['resend', 'resent', '/resend'],
])('the form %s leads to the page with its message', async (intent, done, call) => {
  const { status, location, api } = await post(path, { intent }, { cookies: asMember })
  expect({ status, location }).toEqual({ status: 303, location: `${path}?done=${done}` })
  expect(callsTo(api, call)).toHaveLength(1)
})

test('a call is recorded with its time in China; what is wrong comes back with what was typed', async () => {
  const next = { next_at: '2027-03-05T09:00' }
  const fields = { intent: 'contact', outcome: 'visit', at: '2027-03-01T11:30', note: '周六来', ...next }
  const sent = await post(path, fields, { cookies: asMember })
  expect(sent.location).toBe(`${path}?done=contacted&act=12`)
  expect(callsTo(sent.api, '/contacted')).toEqual([
    {
      outcome: 'visit',
      note: '周六来',
      at: '2027-03-01T03:30:00.000Z',
      next_at: '2027-03-05T01:00:00.000Z',
    },
  ])
  const wrong = await post(path, { ...fields, outcome: '', at: 'gestern' }, { cookies: asMember })
  expect(wrong).toMatchObject({
    status: 400,
    actionData: {
      intent: 'contact',
      values: { note: '周六来', at: 'gestern' },
      problem: { fields: { outcome: '请选择结果', at: '请填写联系的时间' } },
    },
  })
})

test('fields of the note and of the advisor have names of their own on the page, errors too', async () => {
  const note = await post(path, { intent: 'note', new_note: '' }, { cookies: asMember })
  expect(note.actionData).toMatchObject({ problem: { fields: { new_note: '请填写备注' } } })
  const sent = await post(path, { intent: 'assign', assignee: '3' }, { cookies: asMember })
  expect(callsTo(sent.api, '/assign')).toEqual([{ advisor: '3' }])
  const wrong = await post(path, { intent: 'assign', assignee: 'x' }, { cookies: asMember })
  expect(wrong.actionData).toMatchObject({ problem: { fields: { assignee: expect.any(String) } } })
})

test('who has a lead is among those it may be given to, also when that is no advisor', async () => {
  const api = staffApiOfTests(answer(getLead, leadWith({ assignee: { id: 1, name: '周主管' } })))
  const { data } = await get(path, { cookies: asMember, api })
  expect(data).toMatchObject({ advisors: [{ name: '周主管' }, { name: '林老师' }] })
})

test('schools are not told that nobody looks after a lead', () => {
  const labels = (isSchool: boolean) => leadColumns({ isSchool }).map(({ label }) => label)
  expect(labels(false)).toContain('顾问')
  expect(labels(true)).not.toContain('顾问')
})

test('a parent whom another advisor is about to call is refused with who and until when', async () => {
  const message = '吴老师正在联系这位家长，3月1日 12:30 以前请不要拨打'
  const refusal = new Refusal(1409, message, {
    state: 'claimed',
    by: '吴老师',
    until: '2027-03-01T04:30:00.000Z',
  })
  const api = staffApiOfTests(answer(revealLead, refusal), answer(recordLeadCall, refusal))
  for (const fields of [{ intent: 'reveal' }, { intent: 'contact', outcome: 'reached' }]) {
    const sent = await post(path, fields, { cookies: asMember, api })
    expect(sent).toMatchObject({ status: 409, actionData: { problem: { message } } })
  }
})

test('what the page does not know is refused', async () => {
  expect(await post(path, { intent: 'delete' }, { cookies: asMember })).toMatchObject({ status: 400 })
})

test('a transfer is asked for on a page of its own', async () => {
  const asked = await get(`${path}transfer/`, { cookies: asMember })
  expect(asked).toMatchObject({ status: 200, data: { school: { name: '深圳弦歌学校' } } })
  const sent = await post(`${path}transfer/`, {}, { cookies: asMember })
  expect(sent).toMatchObject({ status: 303, location: `${path}?done=transferred` })
  const api = staffApiOfTests(answer(transferLead, new Refusal(1409, '家长没有授权')))
  expect(await post(`${path}transfer/`, {}, { cookies: asMember, api })).toMatchObject({
    status: 409,
    actionData: { problem: { message: '家长没有授权' } },
  })
})

test('a lead beyond the member’s reach is the 404 page', async () => {
  const api = staffApiOfTests(answer(getLead, new Refusal(1404, '没有找到相关内容')))
  expect(await get(path, { cookies: asMember, api })).toMatchObject({ status: 404 })
})

test('without the right to assign no advisors are asked for', async () => {
  const api = staffApiOfTests(
    answer(getLead, leadWith({ acts: [] })),
    answer(listLeads, { items: [], total: 0, page: 1, page_size: 20 }),
  )
  await get(path, { cookies: asMember, api })
  expect(callsTo(api, '/lead-filters')).toEqual([])
})

const queue = '/staff/leads/queue/'
const inQueue = { reference: lead.reference, others: 'AAAAAAAAAA,BBBBBBBBBB' }

test('two presses a lead: the one that opens it and its result, which opens the next one', async () => {
  let presses = 0
  const press = async (fields: Record<string, string>, api = staffApiOfTests()) => {
    presses += 1
    const { status, location } = await post(queue, fields, { cookies: asMember, api })
    expect({ status, path: location?.split('?')[0] }).toEqual({ status: 303, path: queue })
    const shown = await get(location ?? '', { cookies: asMember, api })
    expect(shown.data).toMatchObject({
      queue: { held: { full: { name: '张三丰', phone: '+8613800000001' } } },
      school: { id: 7, facts: expect.arrayContaining([expect.objectContaining({ label: '学费' })]) },
    })
    return location
  }
  await press({ press: 'next' })
  for (let calls = 0; calls < 3; calls += 1)
    expect(await press({ ...inQueue, press: 'reached', note: '' })).toBe(`${queue}?done=reached&act=12`)
  // Beside dialling.
  expect(presses).toBe(4)
})

test('a result goes with its note, its time and the other requests of the parent, then the next lead is taken', async () => {
  const fields = { ...inQueue, also: '1', press: 'call_back', note: '晚上', next_at: '2027-03-05T19:00' }
  const { api } = await post(queue, fields, { cookies: asMember })
  expect(callsTo(api, '/contacted')).toEqual([
    {
      outcome: 'call_back',
      note: '晚上',
      next_at: '2027-03-05T11:00:00.000Z',
      also: ['AAAAAAAAAA', 'BBBBBBBBBB'],
      held: true,
    },
  ])
  expect(callsTo(api, '/lead-queue/next')).toEqual([{}])
  const alone = await post(queue, { ...inQueue, press: 'reached', note: '' }, { cookies: asMember })
  expect(callsTo(alone.api, '/contacted')).toMatchObject([{ also: [] }])
})

test.each([
  ['later', '/postpone', `${queue}?done=later&act=13`, [{}]],
  ['transfer', '/transfer', `${queue}?done=transferred`, [{ skip: lead.reference }]],
  ['stop', '/release', '/staff/leads/?done=released', []],
  ['skip', '/next', queue, [{ skip: lead.reference }]],
])('the button %s', async (press, call, location, taken) => {
  const sent = await post(queue, { ...inQueue, press, next_at: '' }, { cookies: asMember })
  expect(sent).toMatchObject({ status: 303, location })
  expect(callsTo(sent.api, call)).toHaveLength(1)
  expect(callsTo(sent.api, '/lead-queue/next')).toEqual(taken)
})

test('a result that was sent twice goes on; one that is refused comes back with what was typed', async () => {
  const twice = staffApiOfTests(answer(recordLeadCall, new Refusal(1409, '已经记下', { state: 'released' })))
  const fields = { ...inQueue, press: 'reached', note: '周六来' }
  expect(await post(queue, fields, { cookies: asMember, api: twice })).toMatchObject({
    status: 303,
    location: `${queue}?done=already`,
  })
  const wrong = await post(queue, { ...fields, next_at: 'morgen' }, { cookies: asMember })
  expect(wrong).toMatchObject({
    status: 400,
    actionData: { values: { note: '周六来' }, problem: { fields: { next_at: '请填写下次联系的时间' } } },
  })
})

test('a queue without leads and one whose school’s facts cannot be loaded are pages too', async () => {
  const empty = staffApiOfTests(answer(getLeadQueue, { due: 0, fresh: 0 }))
  expect(await get(queue, { cookies: asMember, api: empty })).toMatchObject({ status: 200 })
  const without = staffApiOfTests(answer(getSchool, new Refusal(1404, '没有找到相关内容')))
  const { status, data } = await get(queue, { cookies: asMember, api: without, reports: true })
  expect({ status, data }).toMatchObject({ status: 200, data: { school: undefined } })
})

test('an act is undone with one press and leads back to the queue', async () => {
  expect(await post('/staff/undo/12/', {}, { cookies: asMember })).toMatchObject({
    status: 303,
    location: `${queue}?done=undone`,
  })
  const kept = {
    msg: '',
    kind: 'lead_call' as const,
    undone: 1,
    kept: [{ record: 'A', why: 'changed' as const }],
  }
  const inPart = await post(
    '/staff/undo/12/',
    {},
    { cookies: asMember, api: staffApiOfTests(answer(undoAct, kept)) },
  )
  expect(inPart.location).toBe(`${queue}?done=undone-in-part`)
  const late = staffApiOfTests(answer(undoAct, new Refusal(1409, '过了 10 分钟，不能撤销了')))
  expect(await post('/staff/undo/12/', {}, { cookies: asMember, api: late })).toMatchObject({ status: 409 })
})
