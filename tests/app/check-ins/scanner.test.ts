// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createScanCollector, scanPauseMs, type ScanEnd } from '#app/check-ins/scanner/scan-collector.ts'
import { listenForScans, scannerField } from '#app/check-ins/scanner/use-scanner.ts'
import { writeTicket } from '#server/contract/check-ins/ticket-text.ts'

const ticket = writeTicket({ eventId: 3, code: 'C7K2M9QX', lastDay: 20_700, signature: '0123456789ABCDE' })
const listed = 'V1P00120'

/** What comes of a text whose characters come at intervals of so many ms. */
function resultOf(text: string, every: number, how: Partial<ScanEnd> = {}) {
  const collector = createScanCollector((code) => code === listed)
  const signs = Array.from(text)
  for (const [at, sign] of signs.entries()) collector.add(sign, 10_000 + at * every)
  const at = 10_000 + signs.length * every
  return collector.end({ by: 'enter', at, where: 'main', ...how })
}

test.each([
  ['a ticket', ticket, 10],
  ['a ticket of a slow scanner', ticket, 200],
  ['a ticket with what a scanner puts around it', `]Q1#${ticket.toLowerCase()}\u001d99`, 10],
  ['a ticket behind what was left of another one', `${ticket.slice(0, 9)}${ticket}`, 10],
  [
    'a ticket in full-width signs',
    ticket.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
    10,
  ],
])('%s is found, whatever ends it', (_name, text, every) => {
  for (const by of ['enter', 'tab', 'pause'] as const)
    expect(resultOf(text, every, { by })).toEqual({ kind: 'scan', text: ticket })
})

test.each([
  ['a listed code', 'vip-0012-o', 10, { kind: 'scan', text: listed }],
  ['a listed code within other signs', ']C1*vip-00120*', 10, { kind: 'scan', text: listed }],
  ['a listed code that is a part of a longer one', 'SVIP-00120', 10, undefined],
  ['a listed code that somebody types, for the form', 'vip-00120', 180, undefined],
  ['a name in pinyin', 'zhang', 10, undefined],
  ['a phone', '13800000001', 10, undefined],
  ['a ticket that an input method changed', `看哦哦哦b${ticket.slice(5)}`, 5, { kind: 'unreadable' }],
  ['a part of a ticket', ticket.slice(0, 30), 5, { kind: 'unreadable' }],
])('%s comes to its own result', (_name, text, every, result) => {
  expect(resultOf(text, every)).toEqual(result)
})

test('what is typed into other fields is theirs, and what goes nowhere is said', () => {
  const part = ticket.slice(0, 30)
  expect(resultOf(part, 5, { where: 'field', by: 'pause' })).toBeUndefined()
  expect(resultOf('A0001234', 5, { where: 'none' })).toEqual({ kind: 'unreadable' })
  expect(resultOf('A0001234', 5, { where: 'main' })).toBeUndefined()
})

const scanned = vi.fn<(text?: string) => void>()
const unreadable = vi.fn<(text?: string) => void>()
const strayed = vi.fn<(text?: string) => void>()
let stop: () => void
let now: number

beforeEach(() => {
  vi.useFakeTimers()
  now = 10_000
  document.body.innerHTML =
    '<form><input id="find"><input id="name"><button type="button">下一位</button></form><input id="scanner" data-scanner>'
  stop = listenForScans({
    mainField: 'find',
    isKnown: (text) => text === listed,
    onScan: scanned,
    onUnreadable: unreadable,
    onStrayKey: strayed,
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.clearAllMocks()
})

function field(id: string): HTMLInputElement {
  const found = document.getElementById(id)
  if (!(found instanceof HTMLInputElement)) throw new Error(`no field ${id}`)
  return found
}

/** Dispatches an event at the clock of the tests to what has the focus; whether its default still stands. */
function dispatch(event: Event): boolean {
  Object.defineProperty(event, 'timeStamp', { value: now })
  return (document.activeElement ?? document.body).dispatchEvent(event)
}
const key = (name: string, more: KeyboardEventInit = {}) =>
  dispatch(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more }))
/** Puts a text into the focused field as a browser does. */
function insert(text: string, type: string): void {
  const focused = document.activeElement
  if (!(focused instanceof HTMLInputElement)) return
  focused.setRangeText(text, focused.selectionStart ?? 0, focused.selectionEnd ?? 0, 'end')
  dispatch(new InputEvent('input', { data: text, inputType: type, bubbles: true }))
}
/** Types as a scanner does. */
function type(text: string, every = 10): void {
  for (const sign of text) {
    now += every
    vi.advanceTimersByTime(every)
    if (key(sign)) insert(sign, 'insertText')
  }
}

test.each(['Enter', 'Tab'])(
  'a scan that ends with %s leaves the field as it was, and moves no focus',
  (end) => {
    field('name').value = '半'
    field('name').focus()
    type(ticket)
    expect(key(end)).toBe(false)
    expect(scanned.mock.calls).toEqual([[ticket]])
    expect(field('name').value).toBe('半')
    // The second key of an end, which would press a button.
    now += 30
    expect(key('Enter')).toBe(false)
    now += 1000
    expect(key('Enter')).toBe(true)
  },
)

test('a scan without an end is taken after a pause, once, and the next is a scan of its own', () => {
  field('find').focus()
  type(ticket)
  expect(scanned).not.toHaveBeenCalled()
  vi.advanceTimersByTime(scanPauseMs)
  expect(scanned.mock.calls).toEqual([[ticket]])
  now += 2000
  type(ticket)
  key('Enter')
  vi.advanceTimersByTime(5000)
  expect(scanned).toHaveBeenCalledTimes(2)
  expect(field('find').value).toBe('')
})

test('keys outside any field are a scan, or go to the main field', () => {
  document.querySelector('button')?.focus()
  type(ticket)
  expect(key('Enter')).toBe(false)
  expect(scanned.mock.calls).toEqual([[ticket]])
  now += 5000
  vi.advanceTimersByTime(5000)
  expect(field('find').value).toBe('')
  document.querySelector('button')?.focus()
  type('zh', 150)
  vi.advanceTimersByTime(1000)
  expect(strayed).toHaveBeenCalled()
  expect(field('find').value).toBe('zh')
  expect(document.activeElement).toBe(field('find'))
})

test('text without key events is a scan: inserted, composed or pasted', () => {
  for (const [at, give] of [
    () => insert(ticket, 'insertText'),
    () => dispatch(new CompositionEvent('compositionend', { data: ticket, bubbles: true })),
    () => {
      const event = new Event('paste', { bubbles: true })
      Object.defineProperty(event, 'clipboardData', { value: { getData: () => ticket } })
      dispatch(event)
    },
  ].entries()) {
    now += 5000
    field('scanner').focus()
    give()
    vi.advanceTimersByTime(scanPauseMs)
    expect(scanned).toHaveBeenCalledTimes(at + 1)
    expect(field('scanner').value).toBe('')
  }
  expect(scannerField).toEqual({ 'data-scanner': '' })
})

test('a scan that cannot be read is said, and nothing of it stays before the next one', () => {
  field('find').focus()
  insert(`看哦哦哦b${ticket.slice(5)}`, 'insertText')
  key('Enter')
  expect(unreadable).toHaveBeenCalledTimes(1)
  expect(field('find').value).toBe('')
  now += 3000
  type(ticket)
  key('Enter')
  expect(scanned.mock.calls).toEqual([[ticket]])
})

test('what fills a form at once, field by field, is no scan', () => {
  for (const [id, text] of [
    ['name', '冯再来的一位家长'],
    ['find', '139 0000 8811'],
  ] as const) {
    field(id).focus()
    insert(text, 'insertText')
  }
  field('find').blur()
  vi.advanceTimersByTime(scanPauseMs)
  expect(unreadable).not.toHaveBeenCalled()
  expect(field('find').value).toBe('139 0000 8811')
})

test('a line feed of a scanner opens nothing, and ends a scan', () => {
  expect(key('j', { ctrlKey: true })).toBe(false)
  type(ticket)
  key('j', { ctrlKey: true })
  expect(scanned.mock.calls).toEqual([[ticket]])
  expect(key('a', { ctrlKey: true })).toBe(true)
})

/** The places of the keys that a scanner presses for a text. */
const keysOf = (text: string) => Array.from(text, (sign) => (/\d/.test(sign) ? `Digit${sign}` : `Key${sign}`))

test('a ticket is read by the places of its keys where another keyboard layout changes their signs', () => {
  field('find').focus()
  const french: Record<string, string> = {
    Digit0: 'à',
    Digit1: '&',
    Digit2: 'é',
    Digit9: 'ç',
    KeyQ: 'A',
    KeyA: 'Q',
  }
  for (const code of keysOf(ticket)) {
    now += 10
    vi.advanceTimersByTime(10)
    const sign = french[code] ?? code.slice(-1)
    if (key(sign, { code })) insert(sign, 'insertText')
  }
  key('Enter', { code: 'Enter' })
  expect(scanned.mock.calls).toEqual([[ticket]])
  expect(field('find').value).toBe('')
})

test('a ticket is read by the places of its keys where an input method makes other signs of them', () => {
  field('find').focus()
  for (const code of keysOf(ticket)) {
    now += 10
    vi.advanceTimersByTime(10)
    key('Process', { code, isComposing: true })
  }
  field('find').setRangeText('看1000003', 0, 0, 'end')
  dispatch(new CompositionEvent('compositionend', { data: '看1000003', bubbles: true }))
  expect(scanned).not.toHaveBeenCalled()
  vi.advanceTimersByTime(scanPauseMs)
  expect(scanned.mock.calls).toEqual([[ticket]])
  expect(field('find').value).toBe('')
})

test('two scans one after the other, with and without other signs, are two', () => {
  field('find').focus()
  for (const code of keysOf(ticket)) {
    now += 10
    const sign = code.slice(-1)
    if (key(sign, { code })) insert(sign, 'insertText')
  }
  key('Enter', { code: 'Enter' })
  const other = writeTicket({ eventId: 3, code: '9QXC7K2M', lastDay: 20_700, signature: '0123456789ABCDE' })
  for (const code of keysOf(other)) {
    now += 10
    if (key('ß', { code })) insert('ß', 'insertText')
  }
  key('Enter', { code: 'Enter' })
  expect(scanned.mock.calls).toEqual([[ticket], [other]])
})
