import { comparePath } from '#app/paths.ts'

/** Address of a comparison; `onlyDifferent` leaves out what is the same. */
export function compareHref(ids: readonly number[], onlyDifferent = false): string {
  return `${comparePath(ids)}${onlyDifferent && ids.length > 0 ? '&only=different' : ''}`
}
