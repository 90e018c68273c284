import { expect, test } from 'vitest'
import { codes } from '#server/contract/codes.ts'
import { exportAuditPart } from '#server/contract/staff/audit.ts'
import { proveSecondFactor } from '#server/contract/staff/second-factor.ts'
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

/** An API that asks for a second factor until one is proven, and takes `123456` alone. */
function askingForFactor() {
  let isFresh = false
  const stale = new Refusal(codes.forbidden, '请再输入一次动态码', { factor: 'stale' })
  return staffApiOfTests(
    answer(exportRecordsFile, () => (isFresh ? { text: '申请编号\r\n', rows: 0, unread: 0 } : stale)),
    answer(exportAuditPart, () => (isFresh ? { text: '编号\r\n', export: 9 } : stale)),
    answer(proveSecondFactor, ({ totp }) => {
      isFresh = totp === '123456'
      return isFresh
        ? { msg: '已确认' }
        : new Refusal(codes.invalidInput, '', { fields: { totp: '动态码不正确' } })
    }),
  )
}

test.each([
  ['/staff/exports/records/', '/staff/exports/', { kind: 'leads', since: '2026-01-01', format: 'csv' }],
  ['/staff/audit/file/', '/staff/audit/', { who: '周', from: '2026-01-01' }],
])(
  '%s asks for a second factor on the page of its form, and keeps what was typed',
  async (file, page, typed) => {
    const api = askingForFactor()
    const send = (more = {}) => post(file, { ...typed, ...more }, { cookies: asMember, api })
    for (const [more, fields] of [
      [{}, undefined],
      [{ second_factor: '000000' }, { second_factor: expect.stringContaining('动态码不正确') }],
    ]) {
      const { status, location } = await send(more)
      expect([status, location?.startsWith(`${page}?`)]).toEqual([303, true])
      expect(location).not.toContain('000000')
      expect((await get(location ?? '', { cookies: asMember, api })).error).toMatchObject({
        status: 403,
        data: {
          factorAsked: true,
          action: file,
          texts: Object.entries(typed),
          ...(fields && { problem: { fields } }),
        },
      })
    }
    expect(await send({ second_factor: '123456' })).toMatchObject({ status: 200 })
  },
)

test('a form of a file that is sent after the session ended leads back to its page as it was typed', async () => {
  const sent = await post('/staff/exports/records/', records, {
    cookies: { staff: 'a-session-that-is-over' },
  })
  expect(sent.status).toBe(303)
  expect(sent.location).toContain('/staff/exports/?kind=leads&since=2026-01-01')
})

test('a refusal of the API is told in its words', async () => {
  const api = staffApiOfTests(answer(exportRecordsFile, new Refusal(codes.forbidden, '没有权限')))
  const reply = await post('/staff/exports/records/', records, { cookies: asMember, api })
  expect(reply).toMatchObject({ status: 403, text: '没有权限' })
})
