import { expect, test } from 'vitest'
import { z } from 'zod'
import { getStaffEvent } from '#server/contract/staff/events.ts'
import { correctStaffGuest, importStaffGuests, maxGuestListBytes } from '#server/contract/staff/guests.ts'
import { answer, Refusal } from '#tests/support/routes/fake-api.ts'
import { sampleGuest } from '#tests/support/routes/staff-event-samples.ts'
import { staffApiOfTests } from '#tests/support/routes/staff-api.ts'
import { asMember, get, post } from '#tests/support/routes/visit-staff.ts'

const cookies = asMember
const importPath = '/staff/events/9/guests/import/'

test('a search sends what was typed in the body, and no address has it', async () => {
  const found = await post('/staff/events/9/guests/', { text: '欧阳' }, { cookies })
  expect(found).toMatchObject({ status: 200, location: null, actionData: { found: { items: [{ id: 61 }] } } })
  const calls = found.api.calls.filter(({ path }) => path.endsWith('/find'))
  expect(calls).toMatchObject([{ method: 'POST', input: { text: '欧阳' } }])
})

test('the list is filtered by its address', async () => {
  const { api } = await get('/staff/events/9/guests/?kind=parent&state=arrived&page=2', { cookies })
  const call = api.calls.find(({ path }) => path === '/api/staff/events/9/guests')
  expect(call?.input).toEqual({ kind: 'parent', state: 'arrived', page: '2' })
})

test('a full name and phone stand in the answer to a post alone', async () => {
  const shown = await post('/staff/guests/61/', {}, { cookies })
  expect(shown).toMatchObject({ status: 200, location: null })
  expect(shown.actionData).toMatchObject({ shown: { name: '欧阳小明', phone: '+8613812345678' } })
  expect(shown.data).toMatchObject({ name: '欧**' })
})

test('a pairing code stands in the answer to a post alone', async () => {
  const answered = await post('/staff/events/9/pair/', { name: '前台1' }, { cookies })
  expect(answered).toMatchObject({ status: 200, location: null, actionData: { offer: { code: '12345678' } } })
})

test('a correction of a guest that changed meanwhile comes back with what was typed', async () => {
  const refusal = new Refusal(1409, '这位来宾的信息刚刚变过', { current: sampleGuest })
  const fields = { version: '6', name: '李一', phone: '', party_size: '3', organisation: '', booth: '' }
  const api = staffApiOfTests(answer(correctStaffGuest, refusal))
  const answered = await post('/staff/guests/61/correct/', fields, { cookies, api })
  expect(answered).toMatchObject({
    status: 409,
    actionData: { isConflict: true, values: { name: '李一', party_size: '3' } },
    data: { version: 7 },
  })
})

test('a pasted table is checked first, cells of a spreadsheet too, and stored with the counts of the check', async () => {
  const text = '姓名\t电话\n王甲\t13800000011\n"引号", 乙\t13800000012'
  const checked = await post(importPath, { kind: 'parent', text }, { cookies })
  expect(checked).toMatchObject({
    status: 200,
    actionData: { checked: { report: { added: 1, stored: false } } },
  })
  const [call] = checked.api.calls.filter(({ method }) => method === 'POST')
  expect(call?.input).toMatchObject({ kind: 'parent' })
  expect(call?.input).not.toHaveProperty('added')
  const file = z.file().parse(call?.input['file'])
  expect(file.name).toBe('粘贴的名单.csv')
  expect(await file.text()).toBe(text)
  const content = Buffer.from(await file.text()).toString('base64')
  const fields = { kind: 'parent', name: '粘贴的名单.csv', content, added: '1', changed: '0', unchanged: '0' }
  const stored = await post(importPath, fields, { cookies })
  expect(stored).toMatchObject({ status: 303, location: '/staff/events/9/guests/?done=imported' })
  const [storing] = stored.api.calls.filter(({ method }) => method === 'POST')
  expect(storing?.input).toMatchObject({ added: '1', changed: '0', unchanged: '0' })
  expect(await z.file().parse(storing?.input['file']).text()).toBe(await file.text())
})

test('a list that came to something else since its check is shown anew', async () => {
  const api = staffApiOfTests(
    answer(importStaffGuests, {
      added: 0,
      changed: 0,
      unchanged: 1,
      stored: false,
      problems: [],
      problem_count: 0,
      tables: [],
      left_out: 0,
      refused: [],
    }),
  )
  const fields = { kind: 'parent', name: 'a.csv', content: 'YQ==', added: '1', changed: '0', unchanged: '0' }
  const answered = await post(importPath, fields, { cookies, api })
  expect(answered).toMatchObject({ status: 200, actionData: { checked: { hasChanged: true } } })
})

test('nothing given, too much, and a refusal of the API are problems of the form', async () => {
  expect(await post(importPath, { kind: 'parent', text: '' }, { cookies })).toMatchObject({
    status: 400,
    actionData: { problem: { fields: { file: '请选择文件，或粘贴名单' } } },
  })
  const text = 'a'.repeat(maxGuestListBytes + 1)
  expect(await post(importPath, { kind: 'parent', text }, { cookies })).toMatchObject({
    status: 400,
    actionData: { problem: { fields: { text: '粘贴的内容太多，请存成文件上传' } } },
  })
  const refusal = new Refusal(1001, '请选择 .csv 或 .jsonl 文件', {
    fields: { file: '请选择 .csv 或 .jsonl 文件' },
  })
  const api = staffApiOfTests(answer(importStaffGuests, refusal))
  expect(await post(importPath, { kind: 'parent', text: '甲' }, { cookies, api })).toMatchObject({
    status: 400,
    actionData: { values: { text: '甲' }, problem: { fields: { file: '请选择 .csv 或 .jsonl 文件' } } },
  })
})

test('an unknown event is the 404 page', async () => {
  const api = staffApiOfTests(answer(getStaffEvent, new Refusal(1404, '没有找到相关内容')))
  for (const path of ['/staff/events/9/', '/staff/events/9/guests/', '/staff/events/9/paper/'])
    expect((await get(path, { cookies, api })).status).toBe(404)
})
