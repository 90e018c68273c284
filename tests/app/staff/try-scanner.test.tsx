// @vitest-environment jsdom
import { createRemixStub } from '@remix-run/testing'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { writeTicket } from '#server/contract/check-ins/ticket-text.ts'
import { readScan } from '#app/staff/routes/events/read-scan.ts'
import TryScannerPage from '#app/staff/routes/events/try-scanner.tsx'

const ticket = writeTicket({ eventId: 9, code: '484Q03SY', lastDay: 20_600, signature: '0123456789ABCDE' })

beforeEach(() => {
  vi.stubGlobal('__remixManifest', { routes: {} })
  // The stub's router announces a future flag of the next major version.
  vi.mocked(console.warn).mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.mocked(console.warn).mockClear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test.each([
  [ticket, []],
  [`]Q1${ticket}`, ['前面多了“]Q1”，我们会跳过它。']],
  [`${ticket}#`, ['后面多了“#”，我们会跳过它。']],
  [ticket.toLowerCase(), ['字母是小写的：大写锁定开着，或扫码枪设成了小写。能读，建议改回来。']],
])('a ticket is found in %s, and what is odd is said', (text, odd) => {
  const { ticket: found, notes } = readScan(text)
  expect(found).toBe('484Q-03SY')
  expect(notes).toEqual([`送来 ${text.length} 个字： ${text}`, ...odd])
})

test('a text without a ticket says so', () => {
  expect(readScan('6901234567892')).toMatchObject({ ticket: undefined, notes: { length: 2 } })
})

async function showPage(): Promise<HTMLInputElement> {
  const Stub = createRemixStub([{ id: 'page', path: '/', Component: TryScannerPage, loader: () => null }])
  render(<Stub hydrationData={{ loaderData: { page: null } }} />)
  return screen.findByRole<HTMLInputElement>('textbox')
}

function scan(field: HTMLInputElement, text: string): void {
  for (const [at, key] of Array.from(text).entries()) {
    fireEvent.keyDown(field, { key })
    fireEvent.input(field, { target: { value: text.slice(0, at + 1) } })
  }
}

test.each([
  ['Enter', '以回车结束：正合适。'],
  ['Tab', '以 Tab 结束：能用，建议改成回车。'],
])('a scan that ends by %s is read, and the field is free for the next', async (key, note) => {
  const field = await showPage()
  scan(field, ticket)
  fireEvent.keyDown(field, { key })
  expect(screen.getByRole('heading', { name: '读到入场码 484Q-03SY' })).toBeTruthy()
  expect(screen.getByText(note)).toBeTruthy()
  expect(field.value).toBe('')
})

test('a scan that comes as a whole, without keys, ends by a pause', async () => {
  const field = await showPage()
  vi.useFakeTimers()
  fireEvent.input(field, { target: { value: ticket } })
  expect(screen.queryByRole('heading', { name: /读到入场码/ })).toBeNull()
  await vi.advanceTimersByTimeAsync(300)
  expect(screen.getByText('字是整段送来的，没有按键：签到页照样能读。')).toBeTruthy()
})
