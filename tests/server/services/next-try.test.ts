import { expect, test } from 'vitest'
import { isWorkingDay } from '#server/services/china-working-day.ts'
import { nextTry } from '#server/services/staff/next-try.ts'

const china = (text: string) => new Date(`${text}:00+08:00`)
const next = (at: string, tries = 1, preference: string | null = null) => {
  const found = nextTry({ at: china(at), tries, preference })
  return found && new Date(found.getTime() + 8 * 3_600_000).toISOString().slice(0, 16)
}

test('the next call is two hours later or more, at another part of the day', () => {
  expect(next('2026-11-30T10:00')).toBe('2026-11-30T15:00')
  expect(next('2026-11-30T15:00')).toBe('2026-11-30T19:00')
  expect(next('2026-11-30T18:30')).toBe('2026-12-01T10:30')
  expect(next('2026-11-30T13:30')).toBe('2026-11-30T19:00')
  expect(next('2026-11-30T08:00')).toBe('2026-11-30T15:00')
})

test('it is on a working day of China', () => {
  expect(next('2026-12-04T19:30')).toBe('2026-12-07T10:30')
  expect(next('2026-09-30T19:30')).toBe('2026-10-08T10:30')
  // 除夕 of 2027 is the 5th of February; the seventh day of the new year the 12th.
  expect(next('2027-02-04T19:30')).toBe('2027-02-15T10:30')
})

test('as the family wishes to be called', () => {
  expect(next('2026-11-30T10:00', 1, 'weekday_evening')).toBe('2026-11-30T19:00')
  expect(next('2026-11-30T19:10', 1, 'weekday_evening')).toBe('2026-12-01T19:00')
  expect(next('2026-11-30T15:00', 1, 'weekday_daytime')).toBe('2026-12-01T10:30')
  expect(next('2026-11-30T10:00', 1, 'weekend')).toBe('2026-12-05T15:00')
})

test('after four calls without an answer none is planned', () => {
  expect(next('2026-11-30T10:00', 3)).toBeDefined()
  expect(next('2026-11-30T10:00', 4)).toBeUndefined()
})

test('holidays of the solar and the lunar calendar are no working days', () => {
  const isWorking = (day: string) => isWorkingDay(china(`${day}T12:00`))
  for (const day of [
    '2027-01-01',
    '2026-02-16',
    '2026-02-17',
    '2026-04-05',
    '2026-06-19',
    '2026-09-25',
    '2026-10-07',
  ])
    expect(isWorking(day), day).toBe(false)
  for (const day of ['2026-11-30', '2027-01-04', '2026-04-07', '2026-10-08', '2025-07-25'])
    expect(isWorking(day), day).toBe(true)
})
