import type { QuestionCard } from '../themes/theme.ts'
import type { Pooled } from './pool.ts'

/** What parents ask of any school. */
export const questions: readonly Pooled<QuestionCard>[] = [
  [['每天作业大概多少？', '低年级半小时以内，高年级一小时左右，周三不留书面作业。']],
]
