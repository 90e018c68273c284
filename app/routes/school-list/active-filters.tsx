import { Icon } from '#app/ui/icon.tsx'
import { PageLink } from '#app/ui/page-link.tsx'
import { gapLabel } from '#server/contract/not-known.ts'
import { entryVerdicts } from '#server/contract/child/judge-entry.ts'
import { facetNotKnown } from '#server/contract/schools/facet-texts.ts'
import { schoolFacets, termFacets } from '#server/contract/schools/facets.ts'
import { labelOf } from '#server/contract/vocabulary.ts'
import type { FacetCounts } from './facet-counts.ts'
import { feeLabel, feeTitle, hasFee, isFree, termsOf, type Filters } from './filters.ts'
import { listHref, withoutFilters, type ListScope } from './list-scope.ts'
import styles from './active-filters.module.css'

type Props = { scope: ListScope; filters: Filters; stale: FacetCounts['stale'] }
type Chip = { label: string; without: string }

function chipsOf({ scope, filters: asked, stale }: Props): Chip[] {
  const filters = { ...asked, page: 1 }
  const { word, q, city } = scope
  const chips: Chip[] = []
  if (q !== undefined) chips.push({ label: `“${q}”`, without: listHref({ city }, filters) })
  if (word) {
    const others = filters[word.facet].filter((slug) => slug !== word.slug)
    chips.push({ label: word.label, without: listHref({ city }, { ...filters, [word.facet]: others }) })
  }
  for (const facet of termFacets) {
    for (const { slug, label } of termsOf(facet, city.code)) {
      if (!filters[facet].includes(slug) || (word?.facet === facet && word.slug === slug)) continue
      const others = filters[facet].filter((each) => each !== slug)
      chips.push({ label, without: listHref(scope, { ...filters, [facet]: others }) })
    }
  }
  for (const slug of filters.eligible) {
    const eligible = filters.eligible.filter((each) => each !== slug)
    chips.push({ label: labelOf(entryVerdicts, slug), without: listHref(scope, { ...filters, eligible }) })
  }
  for (const facet of filters.unknown) {
    const unknown = filters.unknown.filter((each) => each !== facet)
    chips.push({
      label: gapLabel(stale[facet], facetNotKnown(facet)),
      without: listHref(scope, { ...filters, unknown }),
    })
  }
  if (hasFee(filters)) {
    const without = listHref(scope, { ...filters, feeMin: undefined, feeMax: undefined })
    const whose = filters.child.grade === undefined || isFree(filters) ? '' : `${feeTitle(filters)} `
    chips.push({ label: `${whose}${feeLabel(filters)}`, without })
  }
  return chips
}

/** Active filters as chips; each links to the list without it. */
export function ActiveFilters(props: Props) {
  const chips = chipsOf(props)
  if (chips.length === 0) return null
  return (
    <ul className={styles.chips} aria-label="已选条件">
      {chips.map(({ label, without }) => (
        <li key={without}>
          <PageLink to={without}>
            <span className="vh">去掉</span>
            {label}
            <Icon name="close" size={14} />
          </PageLink>
        </li>
      ))}
      {chips.length > 1 ? (
        <li className={styles.all}>
          <PageLink to={listHref({ city: props.scope.city }, withoutFilters(props.filters))}>
            清除全部
          </PageLink>
        </li>
      ) : null}
    </ul>
  )
}

/** Label of a facet in a sentence. */
export function facetTitle(name: string, filters: Pick<Filters, 'child'>): string {
  if (name === 'fee') return `${feeTitle(filters)}${filters.child.grade === undefined ? '' : '多少'}`
  if (name === 'q') return '搜索词'
  if (name === 'grade') return '年级'
  if (name === 'eligible') return '能不能报'
  return Object.entries(schoolFacets).find(([facet]) => facet === name)?.[1].title ?? name
}
