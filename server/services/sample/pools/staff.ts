import type { TeacherCard } from '../themes/theme.ts'
import type { Pooled } from './pool.ts'

/** Heads of schools. */
export const heads: readonly Pooled<TeacherCard>[] = [
  [['校长', '', '教过十九年语文，每天早上七点半站在校门口。']],
]
/** Other members of staff. */
export const staff: readonly Pooled<TeacherCard>[] = [
  [['数学教师', '数学', '他的黑板总分成两半，左边留给学生犯错。']],
]
