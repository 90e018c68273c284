import { notKnown } from '../not-known.ts'
import { schoolFacet, type FacetName } from './facets.ts'

/** That this site does not know a facet of a school: 还没查到在哪个区; `whose` stands before the name: 还没查到高中学费. */
export function facetNotKnown(facet: FacetName, whose = ''): string {
  const { noun, title } = schoolFacet(facet)
  return `${notKnown}${whose}${noun ?? title}`
}

/**
 * Of how many schools lists do not know a facet, and of how many of these only what is past its life: 30 所还没查到学费、4
 * 所学费资料已过期.
 */
export function facetGaps(facet: FacetName, unknown: number, stale = 0): string {
  return [
    ...(unknown > stale ? [`${unknown - stale} 所${facetNotKnown(facet)}`] : []),
    ...(stale > 0 ? [`${stale} 所${facetPastLife(facet)}`] : []),
  ].join('、')
}

/** That what is known of a facet is past its life, and so counts no more: 学费资料已过期. */
export function facetPastLife(facet: FacetName): string {
  const { factLabel, title } = schoolFacet(facet)
  return `${factLabel ?? title}资料已过期`
}
