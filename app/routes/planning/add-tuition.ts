import { costFor, type CostSource, type Stay } from '#server/contract/child/cost-for.ts'
import { gradeOfLevel, highestLevel, rangeLabel } from '#server/contract/grades.ts'
import { notKnown } from '#server/contract/not-known.ts'
import type { Stage } from '#server/contract/vocabulary.ts'

/** What is known of a school that its tuition is added up from. */
export type TuitionSource = Pick<CostSource, 'tuition' | 'boarding'> & {
  /** Empty: not known. */
  stages: readonly Stage[]
}

/** One grade of the way: its tuition in CNY per year, or why there is none. */
export type GradeTuition = { level: number; tuition?: number; gap?: 'unknown' | 'absent' }

/** Tuition from a grade to the last one. */
export type TuitionSum = {
  stay: Stay
  grades: GradeTuition[]
  /** The sum of the grades whose tuition is known, CNY. */
  sum: number
  /** How many grades that are. */
  known: number
  /** What the sum lacks, in words: 还没查到高一至高三的学费; empty when it is whole. */
  gaps: string[]
}

/**
 * Adds up a school's tuition from a grade to grade 12 by the latest school year that states each grade's own; an amount
 * of another grade never stands in. Without `stay` the child is counted as `costFor` counts it in the first grade.
 */
export function addTuition(source: TuitionSource, from: number, asked?: Stay): TuitionSum {
  const cost = (level: number, stay: Stay | undefined) =>
    costFor({ ...source, fees: [] }, { level, stay, bus: false })
  const { stay } = cost(from, asked)
  const levels = Array.from({ length: highestLevel - from + 1 }, (_, at) => from + at)
  const grades = levels.map((level): GradeTuition => {
    const stage = gradeOfLevel(level)?.stage
    if (stage !== undefined && source.stages.length > 0 && !source.stages.includes(stage))
      return { level, gap: 'absent' }
    const { tuition } = cost(level, stay)
    return tuition === undefined ? { level, gap: 'unknown' } : { level, tuition }
  })
  const paid = grades.flatMap(({ tuition }) => (tuition === undefined ? [] : [tuition]))
  return {
    stay,
    grades,
    sum: paid.reduce((sum, amount) => sum + amount, 0),
    known: paid.length,
    gaps: [
      ...rangesOf(grades, 'unknown').map((range) => `${notKnown}${range}的学费`),
      ...rangesOf(grades, 'absent').map((range) => `${range}要在别处读`),
    ],
  }
}

/** The grades with a gap of one kind as ranges in words: 高一至高三, and of two grades 五年级、六年级. */
function rangesOf(grades: readonly GradeTuition[], gap: GradeTuition['gap']): string[] {
  const ranges: { from: number; to: number }[] = []
  for (const { level } of grades.filter((grade) => grade.gap === gap)) {
    const last = ranges.at(-1)
    if (last?.to === level - 1) last.to = level
    else ranges.push({ from: level, to: level })
  }
  return ranges.map(({ from, to }) =>
    to === from + 1
      ? [from, to].map((level) => rangeLabel({ from: level, to: level })).join('、')
      : rangeLabel({ from, to }),
  )
}
