import { comparePath } from '#app/paths.ts'

/** URL of a comparison; `onlyDifferent` hides rows that are the same. */
export function compareHref(ids: readonly number[], onlyDifferent = false): string {
  return `${comparePath(ids)}${onlyDifferent && ids.length > 0 ? '&only=different' : ''}`
}
