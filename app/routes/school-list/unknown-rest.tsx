import { facetGaps } from '#server/contract/schools/facet-texts.ts'
import { termFacets } from '#server/contract/schools/facets.ts'
import { queryTermIn, type QueryTerm } from '#server/contract/search/query-terms.ts'
import { schoolListPath } from '#app/paths.ts'
import { PageLink } from '#app/ui/page-link.tsx'
import type { FacetCounts } from './facet-counts.ts'
import { hasFee, type Filters } from './filters.ts'
import { listHref, withPathTerm, type ListScope } from './list-scope.ts'

type Props = { scope: ListScope; filters: Filters; counts: FacetCounts }

/** For each filter how many schools it leaves out because nothing that still counts is known of them, with the list that has them too. */
export function UnknownRest({ scope, filters, counts: { unknown, stale } }: Props) {
  const narrowed = withPathTerm(filters, scope.word)
  const rests = [
    ...termFacets.filter((facet) => narrowed[facet].length > 0),
    ...(hasFee(filters) ? ['fee' as const] : []),
  ].flatMap((facet) => {
    const count = unknown[facet]
    if (count === undefined || filters.unknown.includes(facet)) return []
    const href = listHref(scope, { ...filters, unknown: [...filters.unknown, facet], page: 1 })
    return [{ href, text: `另有 ${facetGaps(facet, count, stale[facet])}` }]
  })
  return rests.map(({ href, text }) => (
    <p key={href} className="small">
      {`${text}，`}
      <PageLink to={href}>一起看</PageLink>
    </p>
  ))
}

const relations = { stage: '有', kind: '是', curriculum: '有', district: '在' } as const

/** What it means that a school belongs to a term: 是国际学校, 在南山区. */
export function belongsText({ facet, label }: QueryTerm): string {
  return `${relations[facet]}${label}`
}

/** Of a search for the name of a term the list of the schools that are known to belong to it, where there are some. */
export function NamedTerm({ scope: { city, q }, counts }: { scope: ListScope; counts: FacetCounts }) {
  const term = q === undefined ? undefined : queryTermIn(city.code, q)
  if (term === undefined || counts[term.facet][term.slug] === undefined) return null
  return (
    <p className="small">
      名字里有，或写明{belongsText(term)}的都在这里。
      <PageLink to={schoolListPath(city, term.slug)}>{`只看写明${belongsText(term)}的`}</PageLink>
    </p>
  )
}
