import { useHasPart } from '#app/root-data.ts'
import { PageLink } from '#app/ui/page-link.tsx'
import { sortTerms, type Filters } from './filters.ts'
import { listHref, type ListScope } from './list-scope.ts'
import styles from './sort-links.module.css'

type Props = {
  scope: ListScope
  filters: Filters
  /** Whether a fee of some school of the list is known. */
  hasFees: boolean
}

/** Sort orders as links that keep the filters; where there is one alone its name. */
export function SortLinks({ scope, filters, hasFees }: Props) {
  // No more than four fit beside the filters and the map on a phone.
  const unneeded = [
    'founded',
    ...(filters.child.near === undefined ? ['distance'] : []),
    ...(hasFees ? [] : ['tuition_asc', 'tuition_desc']),
  ]
  const shown = sortTerms(filters, useHasPart()(scope.city, 'ranked')).filter(
    ({ slug }) => !unneeded.includes(slug) || slug === filters.sort,
  )
  const [only] = shown
  if (shown.length < 2) return <p className={`soft small ${styles.only}`}>{only?.label}</p>
  return (
    <nav className={styles.sorts} aria-label="排序">
      {shown.map(({ slug, label }) => (
        <PageLink
          key={slug}
          to={listHref(scope, { ...filters, sort: slug, page: 1 })}
          aria-current={slug === filters.sort ? 'true' : undefined}
        >
          {label}
        </PageLink>
      ))}
    </nav>
  )
}
