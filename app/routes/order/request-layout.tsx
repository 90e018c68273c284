import type { ReactNode } from 'react'
import styles from './order-page.module.css'

/** A page about a request, in two columns on wide screens. */
export function RequestLayout({ children }: { children: ReactNode }) {
  return <div className={styles.layout}>{children}</div>
}

/** The second column; on phones it stands where it is in the page. */
export function Beside({ children }: { children: ReactNode }) {
  return <div className={styles.beside}>{children}</div>
}
