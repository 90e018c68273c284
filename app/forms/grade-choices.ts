import { grades } from '#server/contract/grades.ts'
import { labelOf, stages } from '#server/contract/vocabulary.ts'

/** All grades as choices of a select field, grouped by stage. */
export const gradeChoices = grades.map(({ slug, label, stage }) => ({
  value: slug,
  label,
  group: labelOf(stages, stage),
}))
