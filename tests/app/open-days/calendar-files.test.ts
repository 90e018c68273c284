import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { getRequest } from '#server/contract/accounts/account.ts'
import { getOpenDay, listOpenDays } from '#server/contract/open-days.ts'
import { listPlanningSteps } from '#server/contract/schools/planning-steps.ts'
import { answer } from '#tests/support/routes/fake-api.ts'
import {
  access,
  listOf,
  openDay,
  ownRequest,
  planningStep,
  sampleApi,
} from '#tests/support/routes/sample-api.ts'
import { get } from '#tests/support/routes/visit.ts'

/** What calendars make of our files, read by a parser of RFC 5545: which version of an entry replaces which. */

type FakeAnswer = ReturnType<typeof answer>

/** The entries of a file, by what decides whether a calendar takes them over. */
async function entriesOf(path: string, ...answers: FakeAnswer[]) {
  const { status, text } = await get(path, { api: sampleApi(...answers) })
  expect(status).toBe(200)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75)
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const moment = (name: string) => String(component.getFirstPropertyValue(name) ?? '')
    expect(moment('dtstamp')).toMatch(/^20\d\d-.*Z$/)
    return {
      uid: event.uid,
      sequence: event.sequence,
      starts: moment('dtstart'),
      ends: moment('dtend'),
      changed: moment('last-modified'),
      status: moment('status'),
      alarms: component.getAllSubcomponents('valarm').length,
    }
  })
}

async function entryOf(path: string, ...answers: FakeAnswer[]) {
  const [entry, ...others] = await entriesOf(path, ...answers)
  expect(others).toEqual([])
  if (entry === undefined) throw new Error(`no entry in ${path}`)
  return entry
}

const published = '2026-11-01T02:00:00.000Z'
const moved = '2026-11-02T02:00:00.000Z'
const calledOff = '2026-11-03T02:00:00.000Z'
const heldAfterAll = '2026-11-03T02:00:01.000Z'

test.each(['/openday/31/calendar.ics', '/openday/shenzhen/calendar.ics?ids=7'])(
  '%s: an open day that is moved, called off and held after all is each time a later version of one entry',
  async (path) => {
    const version = (more: Partial<typeof openDay>) => {
      const day = { ...openDay, ...more }
      return entryOf(path, answer(getOpenDay, day), answer(listOpenDays, listOf([day])))
    }
    const first = await version({ updated_at: published })
    expect(first).toMatchObject({ status: 'CONFIRMED', alarms: 1, changed: '2026-11-01T02:00:00Z' })
    const later = await version({
      updated_at: moved,
      starts_at: '2027-03-07T02:00:00.000Z',
      ends_at: '2027-03-07T04:00:00.000Z',
    })
    expect(later).toMatchObject({
      uid: first.uid,
      starts: '2027-03-07T02:00:00Z',
      ends: '2027-03-07T04:00:00Z',
    })
    const cancelled = { ...openDay, state: 'cancelled' as const, updated_at: calledOff }
    const off = await entryOf(path, answer(getOpenDay, cancelled), answer(listOpenDays, listOf([cancelled])))
    expect(off).toMatchObject({ uid: first.uid, status: 'CANCELLED', alarms: 0 })
    const on = await version({ updated_at: heldAfterAll })
    expect(on).toMatchObject({ uid: first.uid, status: 'CONFIRMED', alarms: 1 })
    const sequences = [first, later, off, on].map(({ sequence }) => sequence)
    expect(sequences).toEqual([...new Set(sequences)].toSorted((a, b) => a - b))
  },
)

test('a booking that was cancelled, by its guest or by the organiser, takes its own entry back', async () => {
  const path = `/order/${access}/calendar.ics`
  const version = (status: 'booked' | 'cancelled' | 'withdrawn' | 'off', changed_at: string) =>
    entryOf(
      path,
      answer(getRequest, {
        ...ownRequest,
        order_type: 'openday',
        status,
        open_day: { ...openDay, cancelled: status === 'off', changed_at },
      }),
    )
  const booked = await version('booked', published)
  expect(booked).toMatchObject({ status: 'CONFIRMED', alarms: 1 })
  for (const status of ['cancelled', 'withdrawn', 'off'] as const) {
    const ended = await version(status, calledOff)
    expect(ended).toMatchObject({ uid: booked.uid, status: 'CANCELLED', alarms: 0 })
    expect(ended.sequence).toBeGreaterThan(booked.sequence)
  }
  expect((await version('booked', heldAfterAll)).sequence).toBeGreaterThan(booked.sequence)
})

test('a step of an admission is a later version of its entry once its school has changed', async () => {
  const version = (date: string, updated_at: string) =>
    entryOf(
      '/planning/shenzhen/calendar.ics?grade=g5',
      answer(listPlanningSteps, {
        year: 2027,
        items: [{ ...planningStep, date, school: { ...planningStep.school, updated_at } }],
        total: 1,
        undated: { items: [], total: 0 },
        refusing: 0,
      }),
    )
  const first = await version('2027-03-10', published)
  const later = await version('2027-03-12', moved)
  expect(later).toMatchObject({ uid: first.uid, starts: '2027-03-12', ends: '2027-03-13' })
  expect(later.sequence).toBeGreaterThan(first.sequence)
})
