import type { SceneCard } from '../themes/theme.ts'
import type { Pooled } from './pool.ts'

/** Pictures that any campus may offer. */
export const scenes: readonly Pooled<SceneCard>[] = [
  [['gate', '东门与两棵老樟树']],
  [['canteen', '二楼餐厅']],
  [['dorm', '四人间宿舍'], { boarding: true }],
  [['classroom', '低年级教室']],
]
