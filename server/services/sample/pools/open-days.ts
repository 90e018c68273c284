import type { Pooled } from './pool.ts'

/** Titles and descriptions of open days. */
export const openDays: readonly Pooled<readonly [title: string, description: string]>[] = [
  [['走进课堂：上午场开放日', '旁听一节完整的课，再和任课老师聊二十分钟。']],
]
