import { expect, test } from 'vitest'
import { getAct } from '#server/contract/staff/acts/acts.ts'
import { checkLeadBatch, runLeadBatch } from '#server/contract/staff/acts/lead-batch.ts'
import { rightsOf } from '#server/contract/staff/roles.ts'
import { batchLists } from '#app/staff/batch/batch-lists.ts'
import { answer, Refusal } from '#tests/support/routes/fake-api.ts'
import { staffApiOfTests } from '#tests/support/routes/staff-api.ts'
import { lead } from '#tests/support/routes/staff-work.ts'
import { asMember, get, post } from '#tests/support/routes/visit-staff.ts'

const page = '/staff/batch/leads/'
const callsTo = (api: ReturnType<typeof staffApiOfTests>, part: string) =>
  api.calls.filter(({ path: called }) => called.endsWith(part)).map(({ input }) => input)

test('after leave: four presses for fifteen leads', async () => {
  const rows = Array.from({ length: 15 }, (_, at) => ({
    record: `AAAAAAAAA${at.toString(16).toUpperCase()}`,
  }))
  const api = staffApiOfTests(answer(checkLeadBatch, { rows, more: 0 }))
  // 查询 with 顾问：我负责的, then the box of the page, then 分配, then 分配 with the colleague.
  let presses = 2
  const press = async (fields: Record<string, string>) => {
    presses += 1
    return post(page, fields, { cookies: asMember, api })
  }
  const asked = await press({ act: 'assign', filter: '?advisor=mine', all: '1', shown: 'X' })
  expect(callsTo(api, '/lead-batch/check')).toEqual([{ act: 'assign', all: { advisor: 'mine' } }])
  const { key } = Object(asked.actionData)
  const records = rows.map(({ record }) => record).join(',')
  const done = await press({
    act: 'assign',
    records,
    advisor: '3',
    key,
    query: '?advisor=mine',
    confirmed: '1',
  })
  expect(done).toMatchObject({ status: 303, location: '/staff/acts/14/?advisor=mine' })
  expect(callsTo(api, '/lead-batch')).toMatchObject([{ act: 'assign', advisor: '3', key }])
  expect(presses).toBe(4)
})

test('what is asked names the exceptions, writes nothing and has a key of its own', async () => {
  const ask = () =>
    post(
      page,
      { act: 'transfer', row: lead.reference, filter: '?state=received&done=x' },
      { cookies: asMember },
    )
  const { status, actionData, api } = await ask()
  expect(status).toBe(200)
  expect(actionData).toMatchObject({
    act: 'transfer',
    query: '?state=received',
    rows: [{ record: lead.reference }, { record: 'AAAAAAAAAA', why: 'claimed' }],
  })
  expect(callsTo(api, '/lead-batch/check')).toEqual([{ act: 'transfer', records: [lead.reference] }])
  expect(callsTo(api, '/lead-batch')).toEqual([])
  expect(Object((await ask()).actionData).key).not.toBe(Object(actionData).key)
})

test('a choice that is missing comes back with the same key and the records', async () => {
  const api = staffApiOfTests(
    answer(runLeadBatch, new Refusal(1001, '请检查', { fields: { advisor: '请选择顾问' } })),
  )
  const fields = { act: 'assign', records: lead.reference, advisor: '', key: 'key-of-a-form', confirmed: '1' }
  const sent = await post(page, fields, { cookies: asMember, api })
  expect(sent).toMatchObject({
    status: 400,
    actionData: { key: 'key-of-a-form', problem: { fields: { advisor: '请选择顾问' } } },
  })
  expect(callsTo(api, '/lead-batch/check')).toEqual([{ act: 'assign', records: [lead.reference] }])
})

test('nothing chosen, and an act that the member may not do, are told', async () => {
  const refusal = new Refusal(1001, '请先选择线索')
  const api = staffApiOfTests(answer(checkLeadBatch, refusal))
  const none = await post(page, { act: 'assign', shown: 'A' }, { cookies: asMember, api })
  expect(callsTo(api, '/lead-batch/check')).toEqual([{ act: 'assign', records: [] }])
  expect(none).toMatchObject({ status: 400, actionData: { rows: [], problem: { message: '请先选择线索' } } })
  const forbidden = staffApiOfTests(answer(checkLeadBatch, new Refusal(1403, '没有权限')))
  const sent = await post(page, { act: 'export', row: lead.reference }, { cookies: asMember, api: forbidden })
  expect(sent).toMatchObject({ status: 403, actionData: { problem: { message: '没有权限' } } })
})

test('a list that is none is the 404 page', async () => {
  for (const name of ['nothing', 'constructor'])
    expect(await get(`/staff/batch/${name}/`, { cookies: asMember })).toMatchObject({ status: 404 })
})

test('an act says what became of each record; somebody else’s is the 404 page', async () => {
  const { data } = await get('/staff/acts/14/?state=received', { cookies: asMember })
  expect(data).toMatchObject({ id: '14', query: '?state=received', rows: [{}, { why: 'claimed' }] })
  const api = staffApiOfTests(answer(getAct, new Refusal(1404, '没有找到相关内容')))
  expect(await get('/staff/acts/15/', { cookies: asMember, api })).toMatchObject({ status: 404 })
})

test('chosen leads are exported by the form of records', async () => {
  const fields = { kind: 'leads', references: lead.reference, format: 'csv' }
  const { status, headers } = await post('/staff/exports/records/', fields, { cookies: asMember })
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toBe('attachment; filename="leads.csv"')
})

test.each([
  ['school', []],
  ['advisor', ['assign', 'transfer', 'close']],
  ['administrator', ['assign', 'transfer', 'close', 'export']],
] as const)('acts with leads of the role %s', (role, acts) => {
  const rights = rightsOf(role)
  const allowed = batchLists['leads']?.acts.filter(({ right }) => rights.includes(right))
  expect(allowed?.map(({ slug }) => slug)).toEqual(acts)
})
