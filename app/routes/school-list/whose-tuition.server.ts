import { labelOf, stages } from '#server/contract/vocabulary.ts'
import type { Filters } from './filters.ts'

const pupils: ReadonlyMap<string | undefined, string> = new Map([
  ['boarding', '住校生'],
  ['day', '走读生'],
])

/** Whose tuition a list compares: 这个年级住校生, 这个年级, 初中、高中; empty for that of whole schools. */
export function whoseTuition({ child, stage }: Pick<Filters, 'child' | 'stage'>): string {
  if (child.grade !== undefined) return `这个年级${pupils.get(child.stay) ?? ''}`
  return stage.map((slug) => labelOf(stages, slug)).join('、')
}
