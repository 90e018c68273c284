import styles from './people.module.css'
import { Portrait } from './portrait.tsx'
import type { TeacherRow } from '../content-views.ts'

type Props = {
  items: readonly TeacherRow[]
  /** Level of the names' headings. */
  level: 2 | 3
}

/** Teacher cards: role, subject, years in the profession, a summary. */
export function TeacherCards({ items, level }: Props) {
  const Heading = `h${level}` as const
  return (
    <ul className={styles.cards}>
      {items.map(({ id, name, role, subject, years, bio, portrait }) => (
        <li key={id}>
          <Portrait picture={portrait} name={name} />
          <Heading>{name}</Heading>
          <p className={styles.strong}>
            {subject === undefined || role.includes(subject) ? role : `${role}\u00a0· ${subject}`}
          </p>
          {years === undefined ? null : <p className="soft small">{`教龄${years}年`}</p>}
          {bio === undefined ? null : <p className={styles.text}>{bio}</p>}
        </li>
      ))}
    </ul>
  )
}
