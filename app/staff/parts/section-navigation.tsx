import { Link, useLocation } from '@remix-run/react'
import type { StaffRight } from '#server/contract/staff/roles.ts'
import { sectionOf, sectionsFor } from '../sections.ts'
import styles from './section-navigation.module.css'

/** Links to the member's sections: one row on wide screens; on phones a list that opens under the current section. */
export function SectionNavigation({ rights }: { rights: readonly StaffRight[] }) {
  const { pathname } = useLocation()
  const sections = sectionsFor(rights)
  const current = sectionOf(pathname, sections)
  const links = sections.map(({ label, path }) => (
    <li key={path}>
      <Link to={path} aria-current={path === current?.path ? 'page' : undefined}>
        {label}
      </Link>
    </li>
  ))
  return (
    <nav className={styles.navigation} aria-label="栏目">
      {/* A new page begins with the list closed. */}
      <details key={pathname} className={styles.folded}>
        <summary>栏目{current === undefined ? '' : `：${current.label}`}</summary>
        <ul>{links}</ul>
      </details>
      <ul className={styles.row}>{links}</ul>
    </nav>
  )
}
