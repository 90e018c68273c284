import { expect, test } from 'vitest'
import { codes } from '#server/contract/codes.ts'
import { exportContentPart, exportRecordsFile } from '#server/contract/staff/exports.ts'
import { answer, Refusal } from '#tests/support/routes/fake-api.ts'
import { staffApiOfTests } from '#tests/support/routes/staff-api.ts'
import { asMember, get, post } from '#tests/support/routes/visit-staff.ts'

/** Reading a response as text takes its byte order mark off. */
const file = '/staff/exports/content/?kind=news&format=csv'

test('the parts of a kind are one file, which no cache stores', async () => {
  const { status, headers, text } = await get(file, { cookies: asMember })
  expect(status).toBe(200)
  expect(text).toBe('title\r\n第一条\r\n第二条\r\n')
  expect(headers.get('content-disposition')).toBe('attachment; filename="news.csv"')
  expect(headers.get('cache-control')).toBe('no-store')
})

test('content that changes during the download breaks it off', async () => {
  const api = staffApiOfTests(
    answer(exportContentPart, ({ after }) => ({ text: 'x', version: after, next: after + 1 })),
  )
  await expect(get(file, { cookies: asMember, api })).rejects.toThrow('changed')
})

test('an empty file of a kind has the Chinese names of its columns', async () => {
  const { text } = await get('/staff/exports/content/?kind=news&format=template', { cookies: asMember })
  expect(text).toBe('标题\r\n')
})

const records = { kind: 'leads', since: '2026-01-01', until: '', school: '', event: '', format: 'csv' }

test('records answer the posted form as a file', async () => {
  const { status, headers, text } = await post('/staff/exports/records/', records, { cookies: asMember })
  expect(status).toBe(200)
  expect(text).toBe('申请编号\r\n')
  expect(headers.get('content-disposition')).toBe('attachment; filename="leads-2026-01-01.csv"')
})

test.each([
  [{ since: '' }, { since: '请填写从哪天开始' }],
  [{ event: '9' }, { event: '只有签到可以按活动导出' }],
])('a refused form comes back with what was typed and why: %j', async (wrong, fields) => {
  const typed = { ...records, ...wrong }
  const api = staffApiOfTests(answer(exportRecordsFile, new Refusal(codes.invalidInput, '请检查')))
  const { status, location } = await post('/staff/exports/records/', typed, { cookies: asMember, api })
  expect(status).toBe(303)
  const page = await get((location ?? '').replace('#records', ''), { cookies: asMember })
  expect(page.data).toMatchObject({
    values: 'event' in wrong ? wrong : { kind: 'leads' },
    problem: { fields },
  })
})

test('a refusal of the API is told in its words', async () => {
  const api = staffApiOfTests(answer(exportRecordsFile, new Refusal(codes.forbidden, '没有权限')))
  const reply = await post('/staff/exports/records/', records, { cookies: asMember, api })
  expect(reply).toMatchObject({ status: 403, text: '没有权限' })
})
