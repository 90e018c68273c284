import { childViewOf, type ChildInput, type ChildView } from '#server/contract/child/child.ts'
import { chinaDay } from '#server/services/china-time.ts'

/** The child that a call describes, if any, and the day in China by which it is answered. */
export function childOf(
  input: ChildInput,
  moment: Date,
  cityCode?: string,
): { child: ChildView | undefined; today: string } {
  const today = chinaDay(moment)
  return { child: childViewOf(input, { today, cityCode }), today }
}
