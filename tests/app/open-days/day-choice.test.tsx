// @vitest-environment jsdom
import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import PageModal from '#app/dialogs/page-modal.tsx'
import type { OrderView } from '#app/leads/load-order.server.ts'
import OrderPage from '#app/routes/order/order.tsx'

afterEach(() => cleanup())

const view: OrderView = {
  key: 'k',
  orderType: 'openday',
  recipient: { kind: 'operator', name: '择校通' },
  others: [
    { id: 31, title: '甲学校 校园开放日', state: 'open', when: '2027年3月6日周六 10:00–12:00' },
    {
      id: 32,
      title: '乙学校 家长说明会',
      state: 'open',
      when: '2027年3月7日周日 10:00–12:00',
      place: '东门',
    },
  ],
}
const past = { id: 5, title: '校园开放日', state: 'past', when: '2026年3月6日周五 10:00–12:00' } as const

/** Shows the page of a form, or what its action answered. */
async function show(fresh: OrderView, refused?: object) {
  const routes = [{ id: 'order', path: '/', loader: () => fresh, Component: OrderPage }]
  const Stub = createRemixStub(routes)
  // The stub's router announces a future flag of the next major version.
  vi.mocked(console.warn).mockImplementation(() => undefined)
  const hydrationData = {
    loaderData: { order: fresh },
    ...(refused === undefined ? {} : { actionData: { order: refused } }),
  }
  render(<Stub hydrationData={hydrationData} />)
  await screen.findByRole('heading', { level: 1 })
  vi.mocked(console.warn).mockClear()
}

const bookings = () =>
  screen.getAllByRole('link', { name: /^预约 / }).map((link) => link.getAttribute('href') ?? '')
const days = ['/order/?orderType=openday&openDayId=31', '/order/?orderType=openday&openDayId=32']

test.each<[string, Partial<OrderView>]>([
  ['no open day', {}],
  [
    'an open day that is over',
    {
      openDay: past,
      school: { id: 7, name: '甲学校' },
      recipient: { kind: 'school', name: '甲学校' },
    },
  ],
])('whoever comes with %s chooses one before typing or consenting', async (_what, more) => {
  await show({ ...view, ...more })
  expect(bookings()).toEqual(days)
  expect(screen.getByRole('link', { name: /^预约 乙学校 家长说明会 2027年3月7日周日/ })).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('a dialog over a page has the same step first', async () => {
  const modal = { kind: 'order', closeHref: '/', view } as const
  const Stub = createRemixStub([
    { path: '/', Component: () => <PageModal modal={modal} onModal={() => undefined} /> },
  ])
  vi.mocked(console.warn).mockImplementation(() => undefined)
  render(<Stub />)
  await screen.findByText('先选一场，再填姓名和电话。')
  vi.mocked(console.warn).mockClear()
  expect(screen.queryByRole('checkbox', { hidden: true })).toBeNull()
})

test('a school without a day of its own says so, and a city without any leads on', async () => {
  const school = { id: 7, name: '甲学校' }
  await show({ ...view, school, isElsewhere: true })
  expect(screen.getByText(/^甲学校近期没有可以预约的开放日，下面是其他学校的。/)).toBeDefined()
  expect(bookings()).toEqual(days)
  cleanup()
  await show({ ...view, school, others: [] })
  expect(screen.getByText(/^近期没有可以预约的开放日。/)).toBeDefined()
  expect(screen.getByRole('link', { name: '约一个时间单独参观' }).getAttribute('href')).toBe(
    '/order/?orderType=order&schoolId=7',
  )
  expect(screen.getByRole('link', { name: '看深圳的全部开放日' }).getAttribute('href')).toBe(
    '/openday/shenzhen/',
  )
})

test('a form that was sent without an open day is shown again with what was typed and what is missing', async () => {
  await show(view, {
    view,
    values: { name: '林女士', phone: '13900000001', message: '几点到' },
    problem: { message: '', fields: { open_day_id: '请选择要参加的开放日' } },
  })
  expect(screen.getByDisplayValue('林女士')).toBeDefined()
  expect(screen.getByDisplayValue('13900000001')).toBeDefined()
  expect(screen.getByDisplayValue('几点到')).toBeDefined()
  expect(screen.getAllByText('请选择要参加的开放日').length).toBeGreaterThan(0)
  expect(screen.getByRole('option', { name: /乙学校 家长说明会/ })).toBeDefined()
})
