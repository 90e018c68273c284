import type { ReactNode } from 'react'
import { useSchool } from './school-data.ts'
import { WaysOn } from './missing-note.tsx'
import styles from './part-page.module.css'

type Props = {
  /** The heading without the school's name. */
  title: string
  /** One line under the heading. */
  note?: string | undefined
  children: ReactNode
}

/** One part of a school's page: its heading, then what it holds. */
export function PartPage({ title, note, children }: Props) {
  const { name } = useSchool()
  return (
    <div className={`wrap ${styles.part}`}>
      <h1>
        <span className={styles.school}>{name}</span> {title}
      </h1>
      {note === undefined ? null : <p className="soft">{note}</p>}
      <div className={styles.body}>{children}</div>
    </div>
  )
}

/** Stands where a part of the school has nothing to show yet: what is missing, and the ways on. */
export function EmptyPart({ children }: { children: ReactNode }) {
  const school = useSchool()
  return (
    <div className={`panel ${styles.empty}`}>
      <p>{children}</p>
      <WaysOn school={school} />
    </div>
  )
}
