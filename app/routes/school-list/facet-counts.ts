import { recordOf } from '#server/contract/catalogue/typed-records.ts'
import { type FacetName, termFacets, type TermFacet } from '#server/contract/schools/facets.ts'

/** For each facet of the form its terms with their number of schools; labels are in the vocabulary. */
export type FacetCounts = Record<TermFacet | 'eligible', Record<string, number>> & {
  /** Schools of which a facet is not known, and those of them of which it is past its life. */
  unknown: Partial<Record<FacetName, number>>
  stale: Partial<Record<FacetName, number>>
}

/** What a filter form would find as it is filled in. */
export type LiveCount = {
  /** Undefined while it is not known. */
  total: number | undefined
  /** Whether the total is a lower bound. */
  isFloor: boolean
  counts: FacetCounts
}

/** A value of a facet with its number of schools. */
export type CountedValue = { value: string; count: number }

/** The facet counts of a response, without what the page knows already. */
export function facetCounts(
  facets: Partial<Record<TermFacet, readonly CountedValue[]>>,
  eligible: readonly CountedValue[] = [],
  { unknown = {}, stale = {} }: { [Name in 'unknown' | 'stale']?: FacetCounts[Name] | undefined } = {},
): FacetCounts {
  const counts: FacetCounts = {
    ...recordOf(termFacets, (name) => countsOf(facets[name] ?? [])),
    eligible: countsOf(eligible),
    unknown,
    stale,
  }
  const { full = 0, optional = 0 } = counts.boarding
  if (full > 0) counts.boarding['optional'] = optional + full
  return counts
}

function countsOf(values: readonly CountedValue[]): Record<string, number> {
  const found = values.filter(({ count }) => count > 0)
  return Object.fromEntries(found.map(({ value, count }) => [value, count]))
}
