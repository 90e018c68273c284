import { withChild, type ChildQuery } from '#server/contract/child/child-query.ts'
import { comparePath } from '#app/paths.ts'

/** URL of a comparison for a child, or for nobody. */
export function compareHref(ids: readonly number[], child: ChildQuery): string {
  return withChild(comparePath(ids), child)
}
