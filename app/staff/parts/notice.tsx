import type { ReactNode } from 'react'
import styles from './notice.module.css'

type Props = {
  /** `done`: what was just done, announced; `warn`: what must be seen; `plain`: an explanation. */
  tone?: 'plain' | 'done' | 'warn'
  children: ReactNode
}

/** A message inside a page. */
export function Notice({ tone = 'plain', children }: Props) {
  if (tone === 'done')
    return (
      <output className={`${styles.notice} ${styles.done}`} data-announce tabIndex={-1}>
        {children}
      </output>
    )
  return <div className={tone === 'warn' ? `${styles.notice} ${styles.warn}` : styles.notice}>{children}</div>
}
