import { labelOf, stages, type Stage } from './vocabulary.ts'

/** One year of schooling; children below fourteen need a guardian's consent of its own. */
export type Grade = { slug: string; label: string; stage: Stage; underFourteen: boolean }

/** Years of schooling, youngest first. */
export const grades = [
  { slug: 'toddler', label: '托班', stage: 'kindergarten', underFourteen: true },
  { slug: 'k1', label: '小班', stage: 'kindergarten', underFourteen: true },
  { slug: 'k2', label: '中班', stage: 'kindergarten', underFourteen: true },
  { slug: 'k3', label: '大班', stage: 'kindergarten', underFourteen: true },
  { slug: 'g1', label: '一年级', stage: 'primary', underFourteen: true },
  { slug: 'g2', label: '二年级', stage: 'primary', underFourteen: true },
  { slug: 'g3', label: '三年级', stage: 'primary', underFourteen: true },
  { slug: 'g4', label: '四年级', stage: 'primary', underFourteen: true },
  { slug: 'g5', label: '五年级', stage: 'primary', underFourteen: true },
  { slug: 'g6', label: '六年级', stage: 'primary', underFourteen: true },
  { slug: 'g7', label: '初一', stage: 'middle', underFourteen: true },
  { slug: 'g8', label: '初二', stage: 'middle', underFourteen: true },
  { slug: 'g9', label: '初三', stage: 'middle', underFourteen: false },
  { slug: 'g10', label: '高一', stage: 'high', underFourteen: false },
  { slug: 'g11', label: '高二', stage: 'high', underFourteen: false },
  { slug: 'g12', label: '高三', stage: 'high', underFourteen: false },
] as const satisfies readonly Grade[]

/** Whether what a lead says of a child may be of one below fourteen: the grade decides, else the stage. */
export function needsGuardian(stage: string | undefined, grade: string | undefined): boolean {
  const known = grades.find(({ slug }) => slug === grade)
  if (known) return known.underFourteen
  return stage === 'kindergarten' || stage === 'primary' || stage === 'middle'
}

/** What is said of a grade that was given with another stage than its own. */
export function gradeMisfitText(slug: string | undefined): string {
  const grade = grades.find((each) => each.slug === slug)
  return grade ? `${grade.label}属于${labelOf(stages, grade.stage)}，请改一下学段` : '请改一下学段'
}
