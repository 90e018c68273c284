import type { Term } from '../vocabulary.ts'

/** What settles a disagreement about a criterion: seeing the school, a number, or a date. */
export type Settling = 'visit' | 'number' | 'date'

/** The criteria by which a family scores each school of its decision book. */
export const decisionCriteria = [
  { slug: 'teaching', label: '课程和教学', settledBy: 'visit' },
  { slug: 'teachers', label: '老师', settledBy: 'visit' },
  { slug: 'climate', label: '氛围和照顾', settledBy: 'visit' },
  { slug: 'campus', label: '校园和食宿', settledBy: 'visit' },
  { slug: 'results', label: '升学去向', settledBy: 'number' },
  { slug: 'way', label: '路上时间', settledBy: 'number' },
  { slug: 'cost', label: '花费', settledBy: 'number' },
  { slug: 'entry', label: '录取把握', settledBy: 'date' },
] as const satisfies readonly (Term & { settledBy: Settling })[]
export type DecisionCriterion = (typeof decisionCriteria)[number]['slug']

/** A score is a whole number from 1, the worst, to this. */
export const bestScore = 5

/** What one person says of one school. */
export type DecisionAnswer = {
  school_id: number
  scores: { [Criterion in DecisionCriterion]?: number | undefined }
  note?: string | undefined
}

/** Names that most families use for their columns. */
export const usualColumnNames = ['妈妈', '爸爸', '孩子'] as const

/** The most columns of a book. */
export const mostColumns = 6

/** The longest note on a school, in characters. */
export const longestDecisionNote = 200
