import { termFacets } from '#server/contract/schools/facets.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import type { listSchools, SchoolCardData } from '#server/contract/schools/schools.ts'
import { cardForChild } from '#app/schools/card-for-child.server.ts'
import { missText } from '#app/schools/miss-text.server.ts'
import type { SchoolCardView } from '#app/schools/school-card-view.ts'
import { isFree, termsOf, type Filters } from './filters.ts'

const isByIdentity = ({ child }: SchoolCardData) => child?.entry?.refuses_identity === true

type Misses = DataOf<typeof listSchools>['near_misses']

/**
 * Cards of schools that miss one condition, each with that condition in words; `place` is where the child's way begins,
 * `filters` include the path's term.
 */
export function nearMissCards(
  misses: Misses = [],
  filters: Filters,
  { cityCode, place }: { cityCode: string; place: string | undefined },
): SchoolCardView[] {
  // Who the child is cannot be changed, and every tuition is far from none: such a school is no near miss.
  const near = misses.filter(({ missed, school }) =>
    missed === 'eligible' ? !isByIdentity(school) : missed !== 'fee' || !isFree(filters),
  )
  return near.map(({ missed, school }) => {
    const facet = termFacets.find((name) => name === missed)
    const labels =
      facet === undefined
        ? []
        : termsOf(facet, cityCode).flatMap(({ slug, label }) =>
            filters[facet].includes(slug) ? [label] : [],
          )
    const { feeMax, feeMin } = filters
    return {
      ...cardForChild(school, place),
      miss: missText(school, missed, { labels, feeMin, feeMax }),
    }
  })
}
