// @vitest-environment jsdom
import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callerQuestion, callerText, noRecipientText } from '#server/contract/leads/recipient.ts'
import { nextSteps } from '#app/leads/lead-labels.ts'
import type { OrderView } from '#app/leads/load-order.server.ts'
import OrderPage from '#app/routes/order/order.tsx'
import { ActionBar } from '#app/routes/school/frame/action-bar.tsx'
import { promiseText } from '#app/staff/texts/lead-texts.ts'
import { schoolDetail } from '#tests/support/routes/sample-api.ts'

beforeEach(() => void vi.stubGlobal('__remixManifest', { routes: {} }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const school = { id: 7, name: '甲学校', search: 'https://search.example/' }

async function showForm(view: OrderView, refused?: object) {
  const Stub = createRemixStub([{ id: 'order', path: '/', loader: () => view, Component: OrderPage }])
  // The stub's router announces a future flag of the next major version.
  vi.mocked(console.warn).mockImplementation(() => undefined)
  const actionData = refused === undefined ? {} : { actionData: { order: refused } }
  render(<Stub hydrationData={{ loaderData: { order: view }, ...actionData }} />)
  await screen.findByRole('heading', { level: 1 })
  vi.mocked(console.warn).mockClear()
  return document.body.textContent
}

test.each([
  ['order', 'school', '甲学校', '甲学校'],
  ['consult', 'operator', '择校通', '甲学校'],
  ['planning', 'operator', '择校通', undefined],
  ['openday', 'school', '甲学校', '甲学校'],
] as const)(
  'form, confirmation and staff page of %s (%s) name one caller',
  async (type, kind, name, host) => {
    const said = callerQuestion + callerText({ orderType: type, recipient: { kind, name }, school: host })
    const of = host === undefined ? {} : { school: { id: 7, name: host } }
    const openDay = { openDay: { id: 5, title: '校园开放日', state: 'open', when: '' } } as const
    const view: OrderView = { key: 'k', orderType: type, recipient: { kind, name }, others: [], ...of }
    expect(await showForm(type === 'openday' ? { ...view, ...openDay } : view)).toContain(said)
    const status = type === 'openday' ? 'booked' : 'submitted'
    const lead = { status, order_type: type, recipient: name, recipient_kind: kind, ...of } as const
    expect(nextSteps(lead)).toContain(said)
    const stored = { reference: 'ABCDE12345', state: 'received', created_at: '', city_code: '4403' } as const
    expect(callerQuestion + promiseText({ ...stored, ...lead, verified: false, duplicates: 0 })).toBe(said)
  },
)

test('where nobody receives requests there is no form but other ways, and what was typed stays', async () => {
  const view: OrderView = { key: 'k', orderType: 'order', school, others: [] }
  expect(await showForm(view)).toContain(noRecipientText('甲学校'))
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('link', { name: '搜索官网' }).getAttribute('href')).toBe(school.search)
  expect(screen.getByRole('button', { name: '收藏甲学校' })).toBeDefined()
  cleanup()
  const problem = { message: '', fields: { school_id: noRecipientText('甲学校') }, status: 400 }
  await showForm(view, { view, values: { name: '林女士' }, problem })
  expect(screen.getByLabelText(/^姓名/)).toHaveProperty('value', '林女士')
  expect(screen.queryByRole('button', { name: '提交预约' })).toBeNull()
  expect(screen.queryByRole('group', { name: '授权' })).toBeNull()
})

test.each([
  ['school', ['预约参观', '咨询']],
  [undefined, []],
] as const)('the bar of a school (recipient %s) offers %j', (recipient, offered) => {
  const { about: _about, admissions: _admissions, ...facts } = schoolDetail({ recipient })
  const Stub = createRemixStub([
    {
      path: '/',
      Component: () => <ActionBar school={facts} parts={[]} links={{ search: '#' }} />,
    },
  ])
  render(<Stub />)
  const labels = screen.getAllByRole('link').map(({ textContent }) => textContent)
  expect(labels.filter((label) => label === '预约参观' || label === '咨询')).toEqual(offered)
  expect(labels).toContain('搜官网')
})
