import { expect, test } from 'vitest'
import { gradeAfter, grades } from '#server/contract/grades.ts'
import { gradeNow, nowChoices } from '#app/child/grade-now.ts'
import { childFields, withChild } from '#server/contract/child/child-query.ts'
import { childLabel, entryYears, readChild, readEligible } from '#app/child/read-child.server.ts'

const read = (query: string) => readChild(new URLSearchParams(query))
const whole = 'grade=g5&identity=hmt&stay=boarding&bus=1&near=shekou'

test('a child of an address is read and written back the same', () => {
  expect(withChild('/school/7/', read(whole))).toBe(`/school/7/?${whole}`)
  expect(withChild('/compare/?ids=1,2', read('grade=g5'))).toBe('/compare/?ids=1,2&grade=g5')
  expect(withChild('/school/7/', read(''))).toBe('/school/7/')
})

test.each([
  'grade=g13&identity=martian&stay=tent&bus=x',
  'grade=__proto__&near=nowhere',
  'near=91,200&year=x',
  'year=1999',
  'near=22.4,113.9,1&grade=',
])('takes %s as if it were not there', (query) => {
  expect(childFields(read(query))).toEqual([])
})

test('the next September is meant without a year', () => {
  const [next, after] = entryYears()
  expect(read(`year=${next}`)).toEqual({})
  expect(read(`year=${after}`)).toEqual({ year: String(after) })
  expect(entryYears(new Date('2026-08-31T15:59:00Z'))[0]).toBe(2026)
  expect(entryYears(new Date('2026-08-31T16:00:00Z'))[0]).toBe(2027)
})

test.each(['k3', 'g5', 'g11'])('the grade to enter follows from %s, which a child is in now', (now) => {
  const [next = 0, after] = entryYears()
  expect(read(`now=${now}`)).toEqual({ grade: gradeAfter(now, 1) })
  expect(read(`now=${now}&year=${next - 3}`)).toEqual({ grade: gradeAfter(now, 1) })
  const later = gradeAfter(now, 2)
  const year = String(after)
  expect(read(`now=${now}&year=${after}`)).toEqual(later === undefined ? { year } : { grade: later, year })
  expect(gradeNow(gradeAfter(now, 1), next, next)).toBe(now)
  expect(gradeNow(later, after ?? 0, next)).toBe(later === undefined ? undefined : now)
})

test('every grade can be entered from what a child is in now, and no form offers another', () => {
  const [next = 0] = entryYears()
  const offered = nowChoices(next, next).map(({ value }) => read(`now=${value}`).grade)
  expect(offered).toEqual(grades.map(({ slug }) => slug))
  expect(nowChoices(next, next).find(({ value }) => value === 'g5')?.label).toBe(
    `五年级（${next}年9月上六年级）`,
  )
})

test('a grade of a year that is over has gone on, until the end of school', () => {
  const [next = 0] = entryYears()
  expect(read(`grade=g5&year=${next - 1}`)).toEqual({ grade: 'g6' })
  expect(read(`grade=g12&year=${next - 1}&identity=hmt`)).toEqual({ identity: 'hmt' })
})

test('coordinates are rounded to 0.005 degrees', () => {
  expect(read('near=22.48712,113.91249')).toEqual({ near: '22.485,113.91' })
})

test('verdicts narrow a list only for a child that can be judged', () => {
  const eligible = (query: string) => readEligible(new URLSearchParams(query))
  expect(eligible('grade=g5&eligible=ask,yes&eligible=x')).toEqual(['yes', 'ask'])
  expect(eligible('near=shekou&eligible=yes')).toEqual([])
})

test('says the child in words', () => {
  const label = (query: string) => childLabel(read(query), '4403')
  expect(label(whole)).toBe(`${entryYears()[0]}年9月上五年级，港澳台，住校，坐校车，蛇口`)
  expect(label('grade=g5')).toBe(`${entryYears()[0]}年9月上五年级`)
  expect(label('near=22.485,113.915')).toBe('我的位置')
  expect(label('')).toBe('')
})
