import type { ReactNode } from 'react'
import { KeyFacts } from '../overview/key-facts.tsx'
import styles from './part-page.module.css'
import { useSchool } from '../../../school/school-data.ts'
import { RelatedLinks } from '../overview/related-links.tsx'

type Props = {
  /** The heading without the school's name, which stands above it in sight. */
  title: string
  /** One line under the heading. */
  note?: string | undefined
  /** Uses the whole width: lists of cards. */
  wide?: boolean
  children: ReactNode
}

/** One part of a school's page: its heading, then what it holds. */
export function PartPage({ title, note, wide = false, children }: Props) {
  const { name } = useSchool()
  const part = (
    <>
      <h1 className={styles.title}>
        <span className="vh">{name} </span>
        {title}
      </h1>
      {note === undefined ? null : <p className={styles.note}>{note}</p>}
      {children}
    </>
  )
  return wide ? <div className={`wrap ${styles.wide}`}>{part}</div> : <BesideKeyFacts>{part}</BesideKeyFacts>
}

/** Reading matter of a school; where the page is wide enough, what parents ask first stands beside it. */
export function BesideKeyFacts({ children }: { children: ReactNode }) {
  return (
    <div className={`wrap ${styles.beside}`}>
      <div>{children}</div>
      <KeyFacts school={useSchool()} className={styles.aside} />
    </div>
  )
}

/** Stands where a part of the school has nothing to show yet: what is missing, and the ways on. */
export function EmptyPart({ children }: { children: ReactNode }) {
  return (
    <div className={`panel ${styles.empty}`}>
      <p>{children}</p>
      <RelatedLinks school={useSchool()} />
    </div>
  )
}
