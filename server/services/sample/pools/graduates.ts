import type { GraduateCard } from '../themes/theme.ts'
import type { Pooled } from './pool.ts'

/** Graduates of high schools, whatever the school's theme. */
export const graduates: readonly Pooled<GraduateCard>[] = [
  [['英国某综合大学', '历史学', '从校史墙的一张旧照片开始', '[pupil]花了一个学期弄清楚照片里的人是谁。']],
]
