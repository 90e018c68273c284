import type { FacetValue } from '#server/contract/schools.ts'
import { facetNames, type FacetName } from '#server/contract/vocabulary.ts'

/** For each facet its values with their number of schools; labels are in the vocabulary. */
export type FacetCounts = Record<FacetName, Record<string, number>>

/** The facet counts of a response, without what the page knows already. */
export function facetCounts(facets: Partial<Record<FacetName, readonly FacetValue[]>>): FacetCounts {
  const counts: FacetCounts = { stage: {}, kind: {}, curriculum: {}, district: {}, boarding: {}, fee: {} }
  for (const name of facetNames) {
    const found = (facets[name] ?? []).filter(({ count }) => count > 0)
    counts[name] = Object.fromEntries(found.map(({ value, count }) => [value, count]))
  }
  return counts
}
