import { rangeOfStage, type GradeRange } from '#server/contract/grades.ts'
import type { TuitionFee } from '#server/contract/child/school-entry.ts'
import { sampleSource } from '#server/db/content/sample-rows.ts'
import type { Random } from './random.ts'
import type { Calendar } from './calendar.ts'
import type { Fate } from './fate.ts'
import type { Profile } from './profiles.ts'

type Wanted = {
  profile: Profile
  /** Of the latest school year, CNY per year: its extremes are the school's tuition. */
  tuition: { min: number; max: number }
  calendar: Calendar
  fate: Fate
  /** How much is known: one year alone, last year's alone, no price for boarders. */
  gap: 'none' | 'one year' | 'last year' | 'no boarding'
}

/** From this grade on children may live at school. */
const firstBoardingGrade = 4

/** Grades of one price: the stages, or the first grade and the others of a school of one stage. */
function pricedRanges({ stages }: Profile): GradeRange[] {
  const ranges = stages.map(rangeOfStage)
  const [only, ...more] = ranges
  if (only === undefined || more.length > 0) return ranges
  return [
    { from: only.from, to: only.from },
    { from: only.from + 1, to: only.to },
  ]
}

/** Day pupils and boarders pay the same; the younger grades of a range have no boarders. */
function rowsOf(
  range: GradeRange,
  amount: number,
  { profile, gap }: Wanted,
): Omit<TuitionFee, 'school_year'>[] {
  const row = { from_grade: range.from, to_grade: range.to, source: sampleSource }
  if (profile.boarding === 'full') return [{ ...row, boarding: amount }]
  if (profile.boarding === 'day' || gap === 'no boarding' || range.to < firstBoardingGrade)
    return [{ ...row, day: amount }]
  if (range.from >= firstBoardingGrade) return [{ ...row, day: amount, boarding: amount }]
  return [
    { ...row, to_grade: firstBoardingGrade - 1, day: amount },
    { ...row, from_grade: firstBoardingGrade, day: amount, boarding: amount },
  ]
}

/** Tuition by grades of the latest school year and, mostly, of the one before. */
export function tuitionRows(wanted: Wanted, random: Random): TuitionFee[] {
  const { profile, tuition, calendar, fate, gap } = wanted
  const ranges = pricedRanges(profile)
  const present = calendar.intakeYear - 1
  const latest = fate === 'closed' ? present - 2 : gap === 'last year' ? present - 1 : present
  const rise = random.pick([0.96, 0.97, 1, 1])
  const amounts = ranges.map((_range, at) => {
    const share = ranges.length === 1 ? 0 : at / (ranges.length - 1)
    return Math.round((tuition.min + share * (tuition.max - tuition.min)) / 1000) * 1000
  })
  const ofYear = (schoolYear: number, factor: number) =>
    ranges.flatMap((range, at) => {
      const amount = Math.round(((amounts[at] ?? 0) * factor) / 1000) * 1000
      return rowsOf(range, amount, wanted).map((row) => ({ ...row, school_year: schoolYear }))
    })
  return [...ofYear(latest, 1), ...(gap === 'one year' ? [] : ofYear(latest - 1, rise))]
}
