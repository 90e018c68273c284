import { labelOf, stages, type Stage } from './vocabulary.ts'

/**
 * One year of schooling. `level` is its place on one scale, 1 to 12 for the grades of school, 0 and below for the classes
 * of a kindergarten: data and comparisons use it. Children below fourteen need a guardian's consent of its own.
 */
export type Grade = { slug: string; label: string; level: number; stage: Stage; underFourteen: boolean }

/** Years of schooling, youngest first. */
export const grades = [
  { slug: 'toddler', label: '托班', level: -3, stage: 'kindergarten', underFourteen: true },
  { slug: 'k1', label: '小班', level: -2, stage: 'kindergarten', underFourteen: true },
  { slug: 'k2', label: '中班', level: -1, stage: 'kindergarten', underFourteen: true },
  { slug: 'k3', label: '大班', level: 0, stage: 'kindergarten', underFourteen: true },
  { slug: 'g1', label: '一年级', level: 1, stage: 'primary', underFourteen: true },
  { slug: 'g2', label: '二年级', level: 2, stage: 'primary', underFourteen: true },
  { slug: 'g3', label: '三年级', level: 3, stage: 'primary', underFourteen: true },
  { slug: 'g4', label: '四年级', level: 4, stage: 'primary', underFourteen: true },
  { slug: 'g5', label: '五年级', level: 5, stage: 'primary', underFourteen: true },
  { slug: 'g6', label: '六年级', level: 6, stage: 'primary', underFourteen: true },
  { slug: 'g7', label: '初一', level: 7, stage: 'middle', underFourteen: true },
  { slug: 'g8', label: '初二', level: 8, stage: 'middle', underFourteen: true },
  { slug: 'g9', label: '初三', level: 9, stage: 'middle', underFourteen: false },
  { slug: 'g10', label: '高一', level: 10, stage: 'high', underFourteen: false },
  { slug: 'g11', label: '高二', level: 11, stage: 'high', underFourteen: false },
  { slug: 'g12', label: '高三', level: 12, stage: 'high', underFourteen: false },
] as const satisfies readonly Grade[]

/** Levels of the youngest and the oldest grade. */
export const lowestLevel = -3
export const highestLevel = 12

/** Grades that follow one another, by level, both ends included. */
export type GradeRange = { from: number; to: number }

/** The grade of a level. */
export function gradeOfLevel(level: number): Grade | undefined {
  return grades.find((grade) => grade.level === level)
}

/** The grade of a slug, as addresses have it. */
export function gradeOfSlug(slug: string): Grade | undefined {
  return grades.find((grade) => grade.slug === slug)
}

/** What a child below every grade is in, as forms name it. */
const beforeGrades = { slug: 'none', label: '还小，先上托班', level: lowestLevel - 1 }

/** What a child may be in now and enter another grade from, youngest first. */
export const gradesNow: readonly { slug: string; label: string; level: number }[] = [
  beforeGrades,
  ...grades
    .filter(({ level }) => level < highestLevel)
    .map((grade) => (grade.level === lowestLevel ? { ...grade, label: '在家，或托班' } : grade)),
]

/** What a child in a grade is in so many school years later, or earlier of a negative number; undefined outside of school. */
export function gradeAfter(slug: string, years: number): string | undefined {
  const from = [beforeGrades, ...grades].find((each) => each.slug === slug)
  return [beforeGrades, ...grades].find((each) => from !== undefined && each.level === from.level + years)
    ?.slug
}

/** The grades of a stage of schooling; those of a kindergarten without the class for toddlers. */
export function rangeOfStage(stage: Stage): GradeRange {
  const levels = grades
    .filter((grade) => grade.stage === stage && grade.slug !== 'toddler')
    .map(({ level }) => level)
  return { from: Math.min(...levels), to: Math.max(...levels) }
}

/** Whether two ranges have a grade in common. */
export function rangesOverlap(one: GradeRange, other: GradeRange): boolean {
  return one.from <= other.to && other.from <= one.to
}

/** A range in words: 一年级, 一年级至六年级. */
export function rangeLabel({ from, to }: GradeRange): string {
  const [first, last] = [from, to].map((level) => gradeOfLevel(level)?.label ?? String(level))
  return first === last ? `${first}` : `${first}至${last}`
}

/** The ranges without overlaps, youngest first, those that follow one another as one. */
export function mergedRanges(ranges: readonly GradeRange[]): GradeRange[] {
  const merged: GradeRange[] = []
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last !== undefined && from <= last.to + 1) last.to = Math.max(last.to, to)
    else merged.push({ from, to })
  }
  return merged
}

/** Whether a lead may be about a child below fourteen: by its grade, else by its stage. */
export function needsGuardian(stage: string | undefined, grade: string | undefined): boolean {
  const known = grades.find(({ slug }) => slug === grade)
  if (known) return known.underFourteen
  return stage === 'kindergarten' || stage === 'primary' || stage === 'middle'
}

/** Message for a grade that was given with another stage than its own. */
export function gradeMisfitText(slug: string | undefined): string {
  const grade = grades.find((each) => each.slug === slug)
  return grade ? `${grade.label}属于${labelOf(stages, grade.stage)}，请改一下学段` : '请改一下学段'
}
