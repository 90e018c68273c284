import { expect, test } from 'vitest'
import { arrivalText } from '#server/contract/check-ins/check-in-rules.ts'
import {
  chinaDayAndClock,
  chinaTime,
  chinaTimeToSecond,
  startOfChinaDay,
} from '#server/services/china-time.ts'

test.each([
  ['2026-12-05T01:30:07Z', '2026-12-05 09:30', '12月5日 09:30'],
  ['2026-12-31T16:00:00Z', '2027-01-01 00:00', '1月1日 00:00'],
  ['2026-07-01T15:59:59Z', '2026-07-01 23:59', '7月1日 23:59'],
])('%s is %s in China', (moment, time, words) => {
  expect(chinaTime(new Date(moment))).toBe(time)
  expect(chinaTimeToSecond(new Date(moment))).toBe(`${time}:${moment.slice(17, 19)}`)
  expect(arrivalText(new Date(moment), new Date(moment))).toBe(time.slice(11))
  expect(arrivalText(new Date(moment), new Date('2026-12-30T01:00:00Z'))).toBe(words)
  expect(chinaDayAndClock(new Date(moment))).toBe(words)
})

test('a day begins in China eight hours before it begins in UTC', () => {
  expect(startOfChinaDay('2026-12-05').toISOString()).toBe('2026-12-04T16:00:00.000Z')
})
