import type { FacetValue } from '#server/contract/schools.ts'
import { facetNames, type FacetName } from '#server/contract/vocabulary.ts'

/** For each facet its values with their number of schools; labels are in the vocabulary. */
export type FacetCounts = Record<FacetName | 'eligible', Record<string, number>>

/** The facet counts of a response, without what the page knows already. */
export function facetCounts(
  facets: Partial<Record<FacetName, readonly FacetValue[]>>,
  eligible: readonly FacetValue[] = [],
): FacetCounts {
  const counts: FacetCounts = {
    stage: {},
    kind: {},
    curriculum: {},
    district: {},
    boarding: {},
    fee: {},
    eligible: countsOf(eligible),
  }
  for (const name of facetNames) {
    counts[name] = countsOf(facets[name] ?? [])
  }
  return counts
}

function countsOf(values: readonly FacetValue[]): Record<string, number> {
  const found = values.filter(({ count }) => count > 0)
  return Object.fromEntries(found.map(({ value, count }) => [value, count]))
}
