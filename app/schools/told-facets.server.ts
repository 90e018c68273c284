import type { DataOf } from '#server/contract/endpoint.ts'
import type { listSchools } from '#server/contract/schools/schools.ts'
import type { FacetName } from '#server/contract/schools/facets.ts'

/** The facets of which at least as many schools of a list say something as do not: what its title and description promise. */
export function toldFacets({
  facets,
  total,
  unknown = {},
}: Pick<DataOf<typeof listSchools>, 'facets' | 'total' | 'unknown'>): FacetName[] {
  const order: FacetName[] = ['district', 'stage', 'kind', 'curriculum', 'boarding', 'fee']
  return order.filter((name) => {
    const isNamed = facets[name].some(({ count }) => count > 0)
    return isNamed && (unknown[name] ?? 0) * 2 <= total
  })
}
