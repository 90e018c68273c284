// @vitest-environment jsdom
import { createRemixStub } from '@remix-run/testing'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import LeadPage from '#app/routes/order/confirmation.tsx'
import { access, openDay, ownRequest } from '#tests/support/routes/sample-api.ts'

beforeEach(() => {
  vi.stubGlobal('__remixManifest', { routes: {} })
  // The stub's router announces a future flag of the next major version.
  vi.mocked(console.warn).mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.mocked(console.warn).mockClear()
  vi.unstubAllGlobals()
})

async function showBooking(more: object = {}): Promise<void> {
  const view = { address: access, found: { ...ownRequest, status: 'booked', city_code: '1101', ...more } }
  const Stub = createRemixStub([{ id: 'lead', path: '/', loader: () => view, Component: LeadPage }])
  render(<Stub hydrationData={{ loaderData: { lead: view } }} />)
  await screen.findByRole('heading', { level: 1 })
}

test('a booking leads on to the schools of its own city, whichever the visitor chose', async () => {
  await showBooking()
  const link = screen.getByRole('link', { name: '继续看北京的学校' })
  expect(link.getAttribute('href')).toBe('/schoollist/beijing/')
})

test.each([
  ['a browser', 'Mozilla/5.0 (Linux; Android 14) Chrome/120.0 Mobile', true, true],
  ['WeChat on Android', 'Mozilla/5.0 (Linux; Android 14) MicroMessenger/8.0.50', false, false],
  ['WeChat on iOS', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0) MicroMessenger/8.0.50', true, false],
])('in %s a booking offers what works there', async (_browser, userAgent, calendar, print) => {
  const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  onTestFinished(() => agent.mockRestore())
  await showBooking()
  await vi.waitFor(() =>
    expect(screen.queryAllByRole('button', { name: '打印' })).toHaveLength(print ? 1 : 0),
  )
  await vi.waitFor(() =>
    expect(screen.queryAllByRole('link', { name: '添加到日历' })).toHaveLength(calendar ? 1 : 0),
  )
})

test('a booking that was cancelled leads to the file that takes its entry out of the calendar', async () => {
  const open_day = { ...openDay, cancelled: false, changed_at: '2026-11-01T02:00:00.000Z' }
  await showBooking({ order_type: 'openday', status: 'cancelled', cancellable: false, open_day })
  const link = screen.getByRole('link', { name: '从日历中取消' })
  expect(link.getAttribute('href')).toBe(`/order/${access}/calendar.ics`)
  expect(screen.queryByRole('link', { name: '添加到日历' })).toBeNull()
})
