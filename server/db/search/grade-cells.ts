import { identities, verdicts } from '#server/contract/entry-terms.ts'
import { latestTuition } from '#server/contract/grade-tuition.ts'
import { grades, lowestLevel, rangesOverlap } from '#server/contract/grades.ts'
import type { Eligibility, EntryGrade, TuitionFee } from '#server/contract/school-entry.ts'

/** What a school says about single grades. */
export type GradeSource = {
  tuition?: readonly TuitionFee[] | undefined
  entryGrades?: readonly EntryGrade[] | undefined
  eligibility?: readonly Eligibility[] | undefined
}

/** Tuition is stored in steps of so many CNY, so that it fits a smallint: bounds that are multiples of it are exact. */
const feeStep = 100
const highestFee = 32_767 * feeStep
/** In the place of an amount that is not known. */
const unknownFee = -1

/** Each group has two bits in a grade's number: 0 not known, else the place of the verdict from 1 on. */
const bitsOfGroup = 2
/** The grade is among those that take new pupils; or the school says of any grade that it does. */
const entryBit = 1 << (bitsOfGroup * identities.length)
const statedEntryBit = entryBit << 1

/** The place of a grade's tuition in `grade_fees`, as SQL counts, from 1 on. */
export function feeAt(level: number, residence: 'day' | 'boarding'): number {
  return (level - lowestLevel) * 2 + (residence === 'day' ? 1 : 2)
}

/** The place of a grade in `grade_entry`, as SQL counts, from 1 on. */
export function entryAt(level: number): number {
  return level - lowestLevel + 1
}

/** How far to the right the verdict on a group lies in a grade's number. */
export function shiftOf(identity: (typeof identities)[number]['slug']): number {
  return identities.findIndex(({ slug }) => slug === identity) * bitsOfGroup
}

/** `grade_fees` of a school: tuition in steps of 100 CNY, rounded down; empty when none is known. */
export function gradeFees({ tuition = [] }: GradeSource): number[] {
  if (tuition.length === 0) return []
  const stepsOf = (amount: number | undefined) =>
    amount === undefined ? unknownFee : Math.floor(Math.min(amount, highestFee) / feeStep)
  return grades.flatMap(({ level }) => {
    const fee = latestTuition(tuition, level)
    return [stepsOf(fee?.day), stepsOf(fee?.boarding)]
  })
}

/** `grade_entry` of a school: verdicts on each group and whether new pupils are taken; empty when nothing is known. */
export function gradeEntry({ entryGrades = [], eligibility = [] }: GradeSource): number[] {
  if (entryGrades.length + eligibility.length === 0) return []
  return grades.map(({ level }) => {
    const covers = (from: number | undefined, to: number | undefined) =>
      from === undefined || to === undefined || rangesOverlap({ from, to }, { from: level, to: level })
    let cell = entryGrades.length > 0 ? statedEntryBit : 0
    if (entryGrades.some(({ from_grade: from, to_grade: to }) => covers(from, to))) cell |= entryBit
    for (const { identity, verdict, from_grade: from, to_grade: to } of eligibility) {
      const place = verdicts.findIndex(({ slug }) => slug === verdict) + 1
      if (covers(from, to)) cell |= place << shiftOf(identity)
    }
    return cell
  })
}
