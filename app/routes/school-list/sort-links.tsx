import { PageLink } from '#app/ui/page-link.tsx'
import { sortTerms, type Filters } from './filters.ts'
import { listHref, type ListScope } from './list-scope.ts'
import styles from './sort-links.module.css'

type Props = { scope: ListScope; filters: Filters }

/** Sort orders as links that keep the filters. */
export function SortLinks({ scope, filters }: Props) {
  // No more than four fit beside the filters and the map on a phone.
  const unneeded = filters.child.near === undefined ? ['distance', 'founded'] : ['founded']
  const shown = sortTerms(filters).filter(({ slug }) => !unneeded.includes(slug) || slug === filters.sort)
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
