import { expect, test } from 'vitest'
import { latestTuition } from '#server/contract/child/grade-tuition.ts'
import {
  gradeOfLevel,
  gradeOfSlug,
  grades,
  rangeLabel,
  rangeOfStage,
  rangesOverlap,
} from '#server/contract/grades.ts'

test('grades follow one another on one scale, and are found by level and slug', () => {
  expect(grades.map(({ level }) => level)).toEqual(grades.map((_grade, at) => at - 3))
  for (const grade of grades) {
    expect(gradeOfLevel(grade.level)).toBe(grade)
    expect(gradeOfSlug(grade.slug)).toBe(grade)
  }
  expect(gradeOfLevel(13)).toBeUndefined()
})

test('stages are ranges that share no grade', () => {
  expect(rangeOfStage('kindergarten')).toEqual({ from: -2, to: 0 })
  expect(rangeOfStage('primary')).toEqual({ from: 1, to: 6 })
  expect(rangesOverlap(rangeOfStage('middle'), rangeOfStage('high'))).toBe(false)
  expect(rangesOverlap({ from: 1, to: 7 }, rangeOfStage('middle'))).toBe(true)
})

test('a range is said by its ends', () => {
  expect(rangeLabel({ from: -2, to: 0 })).toBe('小班至大班')
  expect(rangeLabel({ from: 10, to: 10 })).toBe('高一')
})

test('the tuition of a grade is that of the latest school year which states it', () => {
  const tuition = [
    { from_grade: 1, to_grade: 6, school_year: 2025, day: 1000 },
    { from_grade: 1, to_grade: 3, school_year: 2026, day: 2000 },
  ]
  expect([0, 3, 4].map((level) => latestTuition(tuition, level)?.day)).toEqual([undefined, 2000, 1000])
})
