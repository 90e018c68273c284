import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** A fact with its label; one without a value is left out. */
export type Fact = { label: string; value: ReactNode }

/** Labelled facts of one record. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const known = facts.filter(({ value }) => value !== undefined && value !== null && value !== '')
  return (
    <dl className={styles.facts}>
      {known.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
