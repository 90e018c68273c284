import { expect, test } from 'vitest'
import { clashOf } from '#app/routes/openday/clash-of.ts'

type Day = Parameters<typeof clashOf>[0]

/** An open day of a school, from and until an hour of 2027-03-06 in China. */
const at = (school: number, from: number, until: number, more: Partial<Day> = {}): Day => ({
  id: school * 100 + from,
  school: { id: school, name: `学校${school}` },
  city_code: '4403',
  title: '开放日',
  starts_at: new Date(Date.UTC(2027, 2, 6, from - 8)).toISOString(),
  ends_at: new Date(Date.UTC(2027, 2, 6, until - 8)).toISOString(),
  state: 'open',
  updated_at: '2026-05-01T02:00:00.000Z',
  ...more,
})

const morning = at(1, 9, 12)

test('names open days of other schools at the same time, and others of the same day', () => {
  const days = [morning, at(2, 11, 13), at(3, 14, 16), at(4, 33, 36)]
  expect(clashOf(morning, days)).toEqual({
    overlapping: [{ id: 211, name: '学校2', hours: '11:00–13:00' }],
    sameDay: [{ id: 314, name: '学校3', hours: '14:00–16:00' }],
  })
})

test('open days that touch do not overlap', () => {
  expect(clashOf(morning, [morning, at(2, 12, 14)])).toMatchObject({
    overlapping: [],
    sameDay: [{ name: '学校2' }],
  })
})

test('one that began the day before overlaps too', () => {
  expect(clashOf(morning, [morning, at(2, -5, 10)])).toMatchObject({
    overlapping: [{ name: '学校2', hours: '19:00 – 3月6日周六 10:00' }],
    sameDay: [],
  })
})

test.each([
  ['another one of the same school', [at(1, 9, 12)]],
  ['one of another day', [at(2, 33, 36)]],
  ['a cancelled one', [at(2, 9, 12, { state: 'cancelled' })]],
  ['nothing else', []],
])('%s is no clash', (_name, others) => {
  expect(clashOf(morning, [morning, ...others])).toBeUndefined()
})

test('one that does not take place clashes with nothing', () => {
  const cancelled = at(1, 9, 12, { state: 'cancelled' })
  expect(clashOf(cancelled, [cancelled, at(2, 9, 12)])).toBeUndefined()
})
