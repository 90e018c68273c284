import { childViewOf, type ChildInput } from '#server/contract/child/child.ts'
import type { ForChild } from '#server/db/schools/child-answers.ts'
import { chinaDay } from '#server/services/china-time.ts'

/** The child that a call describes, if any, and the day in China by which it is answered. */
export function childOf(input: ChildInput, moment: Date, cityCode?: string): ForChild {
  const today = chinaDay(moment)
  return { child: childViewOf(input, { today, cityCode }), today }
}
