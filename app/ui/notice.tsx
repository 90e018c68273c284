import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './notice.module.css'

type Props = { children: ReactNode; tone?: 'plain' | 'warn' }

/** An inline notice with an icon. */
export function Notice({ children, tone = 'plain' }: Props) {
  return (
    <div className={tone === 'warn' ? `${styles.notice} ${styles.warn}` : styles.notice}>
      <Icon name="info" />
      <div>{children}</div>
    </div>
  )
}
