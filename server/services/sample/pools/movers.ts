import type { GraduateCard } from '../themes/theme.ts'
import type { Pooled } from './pool.ts'

/** Pupils of schools without a high stage, and where they went on. */
export const movers: readonly Pooled<GraduateCard>[] = [
  [['本市某双语学校初中部', '', '带着一本写满的观察本升学', '[pupil]毕业时把观察本留给了弟弟。']],
]
