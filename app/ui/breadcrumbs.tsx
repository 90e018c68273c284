import type { City } from '#server/contract/cities.ts'
import { homePath } from '#app/paths.ts'
import { PageLink } from '../navigation/page-link.tsx'
import styles from './breadcrumbs.module.css'

/** One step of the way to a page; the last one is the page itself and has no address. */
export type Breadcrumb = { name: string; href?: string }

/** The way to a page from the home page of a city. */
export function cityBreadcrumbs(city: City, ...steps: Breadcrumb[]): Breadcrumb[] {
  return [{ name: `${city.name}首页`, href: homePath(city) }, ...steps]
}

/** The way from the home page to this page, as links. */
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
