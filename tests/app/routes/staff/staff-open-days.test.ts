import { expect, test } from 'vitest'
import { changeStaffOpenDay, getStaffOpenDay, recordOpenDayCall } from '#server/contract/staff/open-days.ts'
import { answer, Refusal } from '#tests/support/routes/fake-api.ts'
import { sampleOpenDay } from '#tests/support/routes/staff-event-samples.ts'
import { asRole, staffApiOfTests } from '#tests/support/routes/staff-api.ts'
import { asMember, get, post } from '#tests/support/routes/visit-staff.ts'

const cookies = asMember
const path = '/staff/open-days/31/edit/'

const fields = {
  version: sampleOpenDay.version,
  title: '校园开放日',
  starts_at: '2027-03-01T12:00',
  ends_at: '2027-03-01T14:00',
  booking_closes_at: '',
  place: '',
  capacity: '30',
  description: '',
}
const moved = { ...fields, starts_at: '2027-03-02T12:00', ends_at: '2027-03-02T14:00' }
const changes = (answered: Awaited<ReturnType<typeof post>>) =>
  answered.api.calls.filter(({ method }) => method === 'POST').map(({ input }) => input)

test('open days are asked for by city, month and state', async () => {
  const { api } = await get('/staff/open-days/?city=4401&month=2027-03&state=cancelled&page=2', { cookies })
  const call = api.calls.find(({ path: called }) => called === '/api/staff/open-days')
  expect(call?.input).toEqual({ city_code: '4401', month: '2027-03', state: 'cancelled', page: '2' })
})

test('a change that moves nobody is saved at once', async () => {
  const api = staffApiOfTests(answer(changeStaffOpenDay, { ...sampleOpenDay, notified: 0, seated: 0 }))
  const answered = await post(path, { ...fields, place: '礼堂' }, { cookies, api })
  expect(answered).toMatchObject({ status: 303, location: '/staff/open-days/31/?done=changed' })
  expect(changes(answered)).toMatchObject([{ place: '礼堂' }])
})

test('a move of what is booked is asked about, and done when it is confirmed', async () => {
  const asked = await post(path, moved, { cookies })
  expect(asked).toMatchObject({ status: 200, actionData: { asks: true, values: moved } })
  expect(changes(asked)).toEqual([])
  const done = await post(path, { ...moved, confirmed: '1' }, { cookies })
  expect(done).toMatchObject({ status: 303, location: '/staff/open-days/31/?done=moved' })
  expect(changes(done)).toMatchObject([{ starts_at: '2027-03-02T12:00' }])
})

test('another place of what is booked is asked about, and everybody is called; the first place of one without is not', async () => {
  const withPlace = staffApiOfTests(
    answer(getStaffOpenDay, { ...sampleOpenDay, place: '东门' }),
    answer(changeStaffOpenDay, { ...sampleOpenDay, notified: 2, seated: 0 }),
  )
  const elsewhere = { ...fields, place: '西门' }
  const asked = await post(path, elsewhere, { cookies, api: withPlace })
  expect(asked).toMatchObject({ status: 200, actionData: { asks: true, values: elsewhere } })
  const done = await post(path, { ...elsewhere, confirmed: '1' }, { cookies, api: withPlace })
  expect(done.location).toBe('/staff/open-days/31/?done=relocated')
})

test('a move of what nobody booked is not asked about', async () => {
  const api = staffApiOfTests(
    answer(getStaffOpenDay, { ...sampleOpenDay, booked: 0, waiting: 0 }),
    answer(changeStaffOpenDay, { ...sampleOpenDay, notified: 0, seated: 0 }),
  )
  expect((await post(path, moved, { cookies, api })).status).toBe(303)
})

test('a move is asked about too when somebody only waits', async () => {
  const api = staffApiOfTests(answer(getStaffOpenDay, { ...sampleOpenDay, booked: 0, waiting: 1 }))
  expect(await post(path, moved, { cookies, api })).toMatchObject({ status: 200, actionData: { asks: true } })
})

test('more seats say how many of the waiting list got one; the page names who waits, masked', async () => {
  const api = staffApiOfTests(answer(changeStaffOpenDay, { ...sampleOpenDay, notified: 0, seated: 3 }))
  const answered = await post(path, { ...fields, capacity: '33' }, { cookies, api })
  expect(answered.location).toBe('/staff/open-days/31/?done=changed&seated=3')
  const page = await get('/staff/open-days/31/?done=changed&seated=3', { cookies })
  expect(page.data).toMatchObject({
    seated: '3',
    waiting: [
      { position: 1, phone: '139****0002' },
      { position: 2, phone: '139****0003' },
    ],
  })
})

test('a change of what somebody else changed since comes back with what was typed', async () => {
  const api = staffApiOfTests(answer(changeStaffOpenDay, new Refusal(1409, '刚被别人改过', {})))
  const answered = await post(path, { ...fields, version: 'old', title: '新标题' }, { cookies, api })
  expect(answered).toMatchObject({
    status: 409,
    actionData: { isConflict: true, values: { title: '新标题' } },
    data: { version: sampleOpenDay.version },
  })
})

test('full names stand in the answer to a post alone; a call is recorded, and the others stay shown', async () => {
  const calls = '/staff/open-days/31/calls/'
  const shown = await post(calls, {}, { cookies })
  expect(shown).toMatchObject({
    status: 200,
    actionData: { shown: [{ name: '王小明', phone: '13900000001' }] },
    data: { guests: [{ name: '王**' }] },
  })
  const reference = '484Q03SY1T'
  expect(await post(calls, { reference }, { cookies })).toMatchObject({
    status: 303,
    location: '/staff/open-days/31/calls/?done=called',
  })
  expect(await post(calls, { reference, shown: '1' }, { cookies })).toMatchObject({
    status: 200,
    actionData: { shown: [{ name: '王小明' }] },
  })
  const api = staffApiOfTests(answer(recordOpenDayCall, new Refusal(1409, '已经有人记下打过电话了')))
  expect(await post(calls, { reference }, { cookies, api })).toMatchObject({
    status: 409,
    actionData: { problem: { message: '已经有人记下打过电话了' } },
  })
})

test.each([
  ['school', false, false],
  ['advisor', false, false],
  ['editor', true, false],
  ['event_lead', true, true],
] as const)('a member of the role %s sees what the role may do', async (role, mayWrite, mayOpenEvents) => {
  const visit = { cookies, api: staffApiOfTests(asRole(role)) }
  expect((await get('/staff/open-days/31/', visit)).data).toMatchObject({ mayWrite, mayOpenEvents })
  expect((await get('/staff/open-days/', visit)).data).toMatchObject({ mayWrite })
})

test('a parent is taken off the waiting list with a reason; one who waits no more is said to be gone', async () => {
  const removal = '/staff/open-days/31/waiting/484Q03SY1V/remove/'
  expect(await get(removal, { cookies })).toMatchObject({ data: { waiting: { position: 1, name: '李**' } } })
  const done = await post(removal, { reason: '只面向小升初' }, { cookies })
  expect(done).toMatchObject({ status: 303, location: '/staff/open-days/31/?done=removed' })
  expect(await post(removal, { reason: '' }, { cookies })).toMatchObject({
    status: 400,
    actionData: { problem: { fields: { reason: '请填写原因' } } },
  })
  const gone = await get('/staff/open-days/31/waiting/484Q03SY1X/remove/', { cookies })
  expect(gone).toMatchObject({ status: 200 })
  expect(gone.data).not.toHaveProperty('waiting.position')
})
