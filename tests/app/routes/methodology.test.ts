import { expect, test } from 'vitest'
import { factTerms, schoolColumn } from '#server/contract/catalogue/school-columns.ts'
import { methodologySections, spanText } from '#app/routes/pages/methodology-text.server.ts'

const facts = [{ fact: 'tuition_min' as const, known: 20, stale: 3, dated: 20, median_age_days: 183 }]
const sections = methodologySections(
  { schools: 24, stale: 3, dated: 60, median_age_days: 183, facts, checks: [] },
  {},
)
const section = (id: string, all = sections) => all.find((one) => one.id === id)

test('the lives of facts are those of the catalogue, each fact once', () => {
  const rows = section('life')?.table?.rows ?? []
  const stated = rows.flatMap(([life, names = '']) => names.split('、').map((name) => `${name} ${life}`))
  expect(stated.toSorted()).toEqual(
    factTerms
      .map(({ slug, label }) => `${label} ${spanText(schoolColumn(slug).lifeDays ?? Infinity)}`)
      .toSorted(),
  )
})

test.each([
  [14, '14 天'],
  [365, '12 个月'],
  [548, '18 个月'],
  [1096, '36 个月'],
  [Infinity, '一直有效'],
])('%s days are %s', (days, text) => {
  expect(spanText(days)).toBe(text)
})

test('numbers are those of the data; without a dated fact no age is said, and no error rate without checks', () => {
  expect(section('now')?.paragraphs?.join('')).toMatch(/24 所.*60 项，一半比 6 个月还旧.*3 项过了有效期/)
  expect(section('now')?.table?.rows).toEqual([['学费', '20 所', '3 所', '6 个月']])
  const empty = methodologySections({ schools: 0, stale: 0, dated: 0, facts: [], checks: [] }, {})
  expect(section('now', empty)?.paragraphs).toEqual([
    '公开的、没有停办的学校共 0 所。',
    '还没有一项资料写明日期，所以算不出有多旧。',
  ])
  expect(section('now', empty)).not.toHaveProperty('table')
  expect(section('checks')).toBeUndefined()
})

test('how the operator checks facts is said in its own words, and not without them', () => {
  const said = methodologySections(
    { schools: 0, stale: 0, dated: 0, facts: [], checks: [] },
    { checking: ['每月打电话核对。'] },
  )
  expect(section('how', said)?.points).toContain('每月打电话核对。')
})

test('the share of wrong facts of a month is said with the month and the numbers', () => {
  const checks = [{ month: '2027-02-01', right: 38, wrong: 2, unclear: 10 }]
  const shown = methodologySections({ schools: 24, stale: 0, dated: 0, facts: [], checks }, {})
  expect(section('checks', shown)?.table?.rows).toEqual([['2027年2月', '40 项', '2 项', '5.0%', '10 项']])
})
