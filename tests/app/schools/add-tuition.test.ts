import { array, assert, constantFrom, integer, option, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import type { TuitionFee } from '#server/contract/child/school-entry.ts'
import { addTuition } from '#app/routes/planning/add-tuition.ts'

const fee = (from_grade: number, to_grade: number, day: number, school_year = 2026): TuitionFee => ({
  from_grade,
  to_grade,
  day,
  school_year,
})

test('each grade has its own latest tuition; the sum is that of the grades that are known', () => {
  const source = {
    tuition: [fee(1, 6, 100_000), fee(5, 6, 90_000, 2025), fee(7, 9, 120_000), fee(12, 12, 200_000)],
    stages: ['primary', 'middle', 'high'] as const,
  }
  expect(addTuition(source, 5)).toMatchObject({
    stay: 'day',
    sum: 2 * 100_000 + 3 * 120_000 + 200_000,
    known: 6,
    gaps: ['还没查到高一、高二的学费'],
  })
})

test('a missing stage is distinguished from tuition that is not known', () => {
  const source = { tuition: [fee(1, 5, 100_000)], stages: ['primary', 'middle'] as const }
  expect(addTuition(source, 5).gaps).toEqual(['还没查到六年级至初三的学费', '高一至高三要在别处读'])
  expect(addTuition({ tuition: [], stages: [] }, 12)).toMatchObject({
    sum: 0,
    known: 0,
    gaps: ['还没查到高三的学费'],
  })
})

test('a boarder pays the tuition of boarders where one is stated', () => {
  const both = { ...fee(10, 12, 100_000), boarding: 130_000 }
  const source = { tuition: [both], stages: ['high'] as const, boarding: 'optional' as const }
  expect(addTuition(source, 10, 'boarding')).toMatchObject({ stay: 'boarding', sum: 390_000 })
  expect(addTuition(source, 10)).toMatchObject({ stay: 'day', sum: 300_000 })
})

test('no grade has an amount that is not stated for it, and the parts add up', () => {
  const fees = record({
    from_grade: integer({ min: 1, max: 12 }),
    length: integer({ min: 0, max: 5 }),
    day: integer({ min: 0, max: 300_000 }),
    school_year: integer({ min: 2024, max: 2026 }),
  })
  const from = integer({ min: 1, max: 12 })
  assert(
    property(
      array(fees, { maxLength: 5 }),
      from,
      option(constantFrom('day' as const)),
      (given, first, stay) => {
        const tuition = given.map(({ length, ...row }) => ({
          ...row,
          to_grade: Math.min(12, row.from_grade + length),
        }))
        const found = addTuition({ tuition, stages: [] }, first, stay ?? undefined)
        for (const { level, tuition: amount } of found.grades) {
          const stated = tuition.filter((row) => row.from_grade <= level && level <= row.to_grade)
          expect(stated.length === 0 ? [undefined] : stated.map(({ day }) => day)).toContain(amount)
        }
        const amounts = found.grades.map(({ tuition: amount }) => amount ?? 0)
        expect(found.sum).toBe(amounts.reduce((sum, amount) => sum + amount, 0))
        expect(found.grades.map(({ level }) => level)).toEqual(
          Array.from({ length: 13 - first }, (_, at) => first + at),
        )
      },
    ),
  )
})
