import { withChild, type ChildQuery } from '#app/child/child-query.ts'
import { comparePath } from '#app/paths.ts'

/** URL of a comparison for a child, or for nobody; `onlyDifferent` hides rows that are the same. */
export function compareHref(ids: readonly number[], child: ChildQuery, onlyDifferent = false): string {
  const path = `${comparePath(ids)}${onlyDifferent && ids.length > 0 ? '&only=different' : ''}`
  return withChild(path, child)
}
