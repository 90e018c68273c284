import { expect, test } from 'vitest'
import {
  dateText,
  dayText,
  groupedText,
  hoursText,
  moneyText,
  shortDateText,
  timeText,
  tuitionText,
} from '#app/ui/text/format.ts'
import { momentText } from '#app/routes/personal/moment-text.ts'
import { stagesText } from '#app/ui/text/school-facts.ts'

/** The space between a number and its unit keeps them on one line. */
const unbroken = (text: string) => text.replace(/ (?=[元万])/g, '\u00a0')

test.each([
  [999, '999 元'],
  [9800, '9,800 元'],
  [10_000, '1 万'],
  [128_000, '12.8 万'],
  [128_500, '12.85 万'],
  [99_999, '10 万'],
])('writes %i yuan as %s', (cny, text) => {
  expect(moneyText(cny)).toBe(unbroken(text))
})

test.each([
  [0, '0'],
  [999, '999'],
  [1200, '1,200'],
  [128_000, '128,000'],
  [1_234_567, '1,234,567'],
])('groups the digits of %i as %s', (value, text) => {
  expect(groupedText(value)).toBe(text)
})

test.each([
  [128_000, 180_000, '12.8–18 万/年'],
  [180_000, 180_000, '18 万/年'],
  [180_000, undefined, '18 万/年起'],
  [undefined, 180_000, '不超过 18 万/年'],
  [undefined, undefined, ''],
  [0, 0, '免学费'],
  [8000, 9800, '8,000–9,800 元/年'],
  [8000, 12_000, '8,000 元–1.2 万/年'],
])('writes a tuition from %s to %s as %s', (min, max, text) => {
  expect(tuitionText(min, max)).toBe(unbroken(text))
})

test("writes moments in China's time, whatever the machine's zone", () => {
  expect(dateText('2026-11-20T16:30:00.000Z')).toBe('2026年11月21日（周六）')
  expect(dateText('2026-11-21')).toBe('2026年11月21日（周六）')
  expect(momentText('2026-11-20T16:30:00.000Z')).toBe('2026年11月21日 00:30')
  expect(dayText('2026-11-20T16:30:00.000Z')).toBe('2026年11月21日')
  expect(shortDateText('2026-12-31T16:00:00.000Z')).toBe('1月1日周五')
  expect(timeText('2026-11-21T01:05:00.000Z')).toBe('09:05')
})

test('writes hours without the day, until another day with it', () => {
  expect(hoursText('2026-11-21T01:30:00.000Z', '2026-11-21T03:30:00.000Z')).toBe('09:30–11:30')
  expect(hoursText('2026-11-21T01:30:00.000Z', '2026-11-22T08:00:00.000Z')).toBe('09:30 – 11月22日周日 16:00')
  expect(hoursText('2026-11-20T15:30:00.000Z', '2026-11-20T16:30:00.000Z')).toBe('23:30 – 11月21日周六 00:30')
})

test('names three stages in a row by the first and the last, others one by one', () => {
  expect(stagesText(['high', 'primary', 'middle'])).toBe('小学至高中')
  expect(stagesText(['primary', 'middle'])).toBe('小学、初中')
  expect(stagesText(['middle', 'high'])).toBe('初高中')
  expect(stagesText(['kindergarten', 'middle', 'high'])).toBe('幼儿园、初中、高中')
  expect(stagesText([])).toBeUndefined()
})
