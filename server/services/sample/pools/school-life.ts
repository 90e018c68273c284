import type { Pooled } from './pool.ts'

/** How a school looks after its pupils: one paragraph each. */
export const support: readonly Pooled<string>[] = [
  ['每个班配两位导师，一中一外。[kids]每周有十五分钟和导师单独说话的时间，聊什么都行，不做记录。'],
]

/** What a day at school is like, with its hours. */
export const days: readonly Pooled<string>[] = [
  ['校门七点四十开，八点二十上第一节课。下午三点五十放学，之后是一小时的社团，校车五点十分发车。'],
]
