import { ChildLink } from '#app/child/child-link.tsx'
import { openDayPagePath } from '#app/paths.ts'
import styles from './open-day-lines.module.css'
import type { OpenDayPreview } from './open-day-preview.ts'

/** The next open days that can be booked, each linked to its page. */
export function OpenDayLines({ items }: { items: readonly OpenDayPreview[] }) {
  if (items.length === 0) return <p className="soft">近期没有可以预约的开放日。</p>
  return (
    <ul className={styles.lines}>
      {items.map(({ id, date, time, title, host }) => (
        <li key={id}>
          <p>
            <b>{date}</b> {time}
          </p>
          <h3>
            <ChildLink href={openDayPagePath(id)}>{title}</ChildLink>
          </h3>
          {host === undefined ? null : <p className="soft">{host}</p>}
        </li>
      ))}
    </ul>
  )
}
