import { expect, test } from 'vitest'
import { getCheckIn, sendCheckIns } from '#server/contract/check-ins/checkins.ts'
import { listEvents } from '#server/contract/check-ins/events.ts'
import { answer, NoEnvelope, Refusal } from '#tests/support/routes/fake-api.ts'
import { checkInId, event, listOf, sampleApi } from '#tests/support/routes/sample-api.ts'
import { get, post, within } from '#tests/support/routes/visit.ts'

const guest = {
  event_id: '9',
  nonce: 'a-nonce-of-the-tests',
  name: '林女士',
  phone: '13900000001',
  consent_checkin: '1',
}
const pages = [
  ['/parents/', 'parent'],
  ['/exhibitors/', 'exhibitor'],
] as const

test.each(pages)('%s shows the form of the only open event, with a nonce of its own', async (path, kind) => {
  const { data, headers, api } = await get(path)
  expect(data).toMatchObject({
    kind,
    chosen: {
      id: 9,
      title: '深圳国际教育展',
      open: true,
      consent: '同意【择校通】为本次活动签到处理我的姓名和电话',
    },
    nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(api.calls.map(({ input }) => input)).toEqual([{ check_in: 'open', page_size: '50' }])
  expect((await get(path)).data).not.toMatchObject({ nonce: within(data, 'nonce') })
})

test.each(pages)(
  '%s offers the events to choose from when there are several, or none is wanted',
  async (path) => {
    const two = sampleApi(answer(listEvents, listOf([event, { ...event, id: 10 }])))
    expect((await get(path, { api: two })).data).toMatchObject({ events: [{ id: 9 }, { id: 10 }] })
    const others = await get(`${path}?event=`)
    expect(others.data).toMatchObject({ events: [{ id: 9 }] })
    expect(others.data).not.toHaveProperty('chosen')
  },
)

test.each(pages)('%s of an event that does not exist answers 404 with the open ones', async (path) => {
  for (const asked of ['99', 'x', '0']) {
    const { status, data } = await get(`${path}?event=${asked}`)
    expect([status, data]).toMatchObject([404, { unknownEvent: true, events: [{ id: 9 }] }])
  }
})

test.each(pages)('%s as the kiosk caches it contains nothing of the request', async (path) => {
  const { data, api } = await get(`${path}?shell=1`)
  expect(data).toMatchObject({ shell: true, nonce: '', events: [] })
  expect(api.calls).toEqual([])
})

test.each(pages)(
  'a check-in of %s leads to its page; at a desk the way back is in the address',
  async (path, kind) => {
    const taken = await post(`${path}?event=9`, guest)
    expect(taken).toMatchObject({ status: 303, location: `/signdetail/?id=${checkInId}` })
    expect(taken.api.calls.at(0)?.input).toMatchObject({ ...guest, kind })
    const { consent_checkin: _unticked, ...others } = guest
    const unticked = await post(`${path}?event=9`, others)
    expect(unticked.api.calls.at(0)?.input).toMatchObject({ ...others, consent_checkin: '0' })
    const atDesk = await post(`${path}?event=9&desk=1`, guest)
    expect(atDesk.location).toBe(`/signdetail/?id=${checkInId}&from=${kind}&event=9`)
  },
)

test('a guest who was checked in before is shown the first check-in', async () => {
  const again = { state: 'duplicate' as const, id: checkInId, code: 1000, msg: '已签到' }
  const { location } = await post('/parents/', guest, { api: sampleApi(answer(sendCheckIns, again)) })
  expect(location).toBe(`/signdetail/?id=${checkInId}&again=1`)
})

test('errors are shown with the input and the same nonce', async () => {
  const typed = { ...guest, phone: '12', name: '' }
  const { status, actionData } = await post('/parents/', typed)
  expect(status).toBe(400)
  expect(actionData).toMatchObject({
    values: { phone: '12', event_id: '9' },
    view: { nonce: guest.nonce, chosen: { id: 9 } },
    problem: { fields: { phone: '请填写正确的电话' } },
    advice: '改好后再点“签到”，不会重复签到。',
  })
})

test.each([
  ['not_registered', 1404, '请核对姓名，或填写完整手机号码现场登记。'],
  ['wrong_event', 1409, '请核对预约的是哪场活动，在上面更换活动后再试。'],
  ['event_over', 1409, '如需补签，请联系活动负责人。'],
  ['nonce_taken', 1409, '请核对后再点“签到”。'],
] as const)('a refusal for %s says what to do', async (reason, code, advice) => {
  const refused = new Refusal(code, '没有签上', { state: 'refused', reason })
  const { actionData } = await post('/parents/', guest, { api: sampleApi(answer(sendCheckIns, refused)) })
  expect(actionData).toMatchObject({ advice, problem: { message: '没有签上' } })
  expect(within(actionData, 'view', 'nonce') === guest.nonce).toBe(reason !== 'nonce_taken')
})

test('a limit says how long to wait, an unavailable API that nothing was lost', async () => {
  const limited = sampleApi(answer(sendCheckIns, new Refusal(1429, '操作太频繁，请 30 秒后再试')))
  const answered = await post('/parents/', guest, { api: limited })
  expect(answered).toMatchObject({
    status: 429,
    actionData: { problem: { message: '操作太频繁，请 30 秒后再试' } },
  })
  const unavailable = sampleApi(answer(sendCheckIns, new NoEnvelope()))
  expect(await post('/parents/', guest, { api: unavailable, reports: true })).toMatchObject({
    status: 503,
    actionData: { values: { name: '林女士' }, problem: { message: '请求错误' } },
  })
})

test('a check-in shows its event and time, and links back only at a check-in desk', async () => {
  const path = `/signdetail/?id=${checkInId}`
  const { data, headers } = await get(path)
  expect(data).toMatchObject({ detail: { word: '签到成功', event: '深圳国际教育展', stayHref: path } })
  expect(within(data, 'detail')).not.toHaveProperty('back')
  expect(headers.get('cache-control')).toBe('private, no-store')

  const atDesk = await get(`${path}&from=exhibitor&event=9`)
  expect(atDesk.data).toMatchObject({ detail: { back: '/exhibitors/?event=9&desk=1' } })
  const plain = await get(`${path}&from=parent&event=9&plain=1`)
  expect(plain.data).toMatchObject({ detail: { back: '/parents/?event=9&plain=1' } })
  const staying = `${path}&again=1&from=parent&event=9&plain=1&stay=1`
  const again = await get(staying.replace('&stay=1', ''))
  expect(again.data).toMatchObject({ detail: { stayHref: staying }, links: [] })
  expect(within(again.data, 'detail')).not.toHaveProperty('stays')
  expect((await get(staying)).data).toMatchObject({
    detail: { back: '/parents/?event=9&plain=1', stays: true },
    links: [],
  })
  for (const from of ['https://evil.example/', 'personal']) {
    const other = await get(`${path}&from=${encodeURIComponent(from)}&event=9`)
    expect(within(other.data, 'detail')).not.toHaveProperty('back')
  }
})

test('without a number the page says how to find a check-in; an unknown number answers 404', async () => {
  const none = await get('/signdetail/')
  expect([none.status, none.api.calls]).toEqual([200, []])
  expect(none.data).not.toHaveProperty('detail')
  for (const id of ['f'.repeat(32), 'x', '1']) {
    const { status, data } = await get(`/signdetail/?id=${id}`)
    expect([id, status, data]).toMatchObject([id, 404, { unknown: true }])
  }
  const failing = sampleApi(answer(getCheckIn, new Refusal(1503, '稍后再试')))
  expect((await get(`/signdetail/?id=${checkInId}`, { api: failing })).status).toBe(503)
})
