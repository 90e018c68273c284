import { labelOf, stages } from '#server/contract/vocabulary.ts'
import type { Filters } from './filters.ts'

const pupils: ReadonlyMap<string | undefined, string> = new Map([
  ['boarding', '住校生的'],
  ['day', '走读生的'],
])

/** Whose tuition a list compares: 这个年级住校生的, 这个年级的, 初中、高中; empty for that of whole schools. */
export function whoseTuition({ child, stage }: Pick<Filters, 'child' | 'stage'>): string {
  if (child.grade !== undefined) return `这个年级${pupils.get(child.stay) ?? '的'}`
  return stage.map((slug) => labelOf(stages, slug)).join('、')
}
