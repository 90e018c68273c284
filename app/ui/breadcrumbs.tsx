import type { City } from '#server/contract/cities.ts'
import { homePath } from '#app/paths.ts'
import { PageLink } from '#app/ui/page-link.tsx'
import styles from './breadcrumbs.module.css'

/** One breadcrumb; the last one is the page itself and has no `href`. */
export type Breadcrumb = { name: string; href?: string }

/** Breadcrumbs that begin at a city's home page. */
export function cityBreadcrumbs(city: City, ...steps: Breadcrumb[]): Breadcrumb[] {
  return [{ name: `${city.name}首页`, href: homePath(city) }, ...steps]
}

/** Breadcrumb navigation. */
export function Breadcrumbs({ items }: { items: readonly Breadcrumb[] }) {
  return (
    <nav className={styles.crumbs} aria-label="当前位置">
      <ol>
        {items.map(({ name, href }) => (
          <li key={href ?? '#'}>
            {href === undefined ? (
              <span aria-current="page">{name}</span>
            ) : (
              <PageLink to={href}>{name}</PageLink>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
