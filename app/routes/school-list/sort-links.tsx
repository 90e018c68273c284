import { schoolSorts } from '#server/contract/vocabulary.ts'
import { PageLink } from '#app/ui/page-link.tsx'
import type { Filters } from './filters.ts'
import { listHref, type ListScope } from './list-scope.ts'
import styles from './sort-links.module.css'

/** Labels of sort orders. */
const sortLabels: Readonly<Record<Filters['sort'], string>> = {
  recommended: '推荐',
  tuition_asc: '学费低',
  tuition_desc: '学费高',
  founded: '校龄长',
}

type Props = { scope: ListScope; filters: Filters }

/** Sort orders as links that keep the filters. */
export function SortLinks({ scope, filters }: Props) {
  return (
    <nav className={styles.sorts} aria-label="排序">
      {schoolSorts.map(({ slug }) => (
        <PageLink
          key={slug}
          to={listHref(scope, { ...filters, sort: slug, page: 1 })}
          aria-current={slug === filters.sort ? 'true' : undefined}
        >
          {sortLabels[slug]}
        </PageLink>
      ))}
    </nav>
  )
}
