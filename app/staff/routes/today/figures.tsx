import { Link } from '@remix-run/react'
import { Moment } from '../../parts/moment.tsx'
import styles from './figures.module.css'

/** Something that waits: how much, since when, and the page that shows it. Without a count it is not the member's. */
export type Waiting = {
  label: string
  unit: string
  count?: number
  oldest_at?: string | undefined
  path?: string
}

/** How much waits, as large figures. */
export function Figures({ waiting }: { waiting: readonly Waiting[] }) {
  const shown = waiting.filter(({ count }) => count !== undefined)
  if (shown.length === 0) return null
  return (
    <ul className={styles.figures}>
      {shown.map(({ label, unit, count, oldest_at, path }) => (
        <li key={label} className="panel">
          {path === undefined ? label : <Link to={path}>{label}</Link>}
          <p className={count === 0 ? styles.none : styles.count}>
            {count} <small>{unit}</small>
          </p>
          <p className="soft small">
            {oldest_at === undefined ? (
              '没有等待的'
            ) : (
              <>
                最早 <Moment at={oldest_at} />
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  )
}
