import { expect, test } from 'vitest'
import { nonBreakingUnits } from '#app/ui/text/non-breaking-units.server.ts'

test.each([
  ['深圳 2027 年入学时间线', '深圳 2027\u00a0年入学时间线'],
  ['3 所学校，18.6 万起', '3\u00a0所学校，18.6\u00a0万起'],
  ['IB 课程', 'IB 课程'],
  ['2026 2027', '2026 2027'],
])('the number in “%s” keeps its unit', (text, shown) => {
  expect(nonBreakingUnits(text)).toBe(shown)
})
