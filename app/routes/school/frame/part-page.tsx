import type { ReactNode } from 'react'
import { KeyFacts } from '../overview/key-facts.tsx'
import { schoolListPath } from '#app/paths.ts'
import styles from './part-page.module.css'
import {
  useSchool,
  cityOfSchool,
  districtOrCityName,
  useSchoolRoute,
  type ShownSchool,
} from '#app/schools/school-data.ts'

type Props = {
  /** The heading, without the school's name, which is visible above it. */
  title: string
  /** A line below the heading. */
  note?: string | undefined
  /** Whether it uses the whole width, for lists of cards. */
  wide?: boolean
  children: ReactNode
}

/** Layout of a section of a school: heading and content. */
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

/** Layout of long texts, with key facts beside them on wide pages. */
export function BesideKeyFacts({ children }: { children: ReactNode }) {
  return (
    <div className={`wrap ${styles.beside}`}>
      <div>{children}</div>
      <KeyFacts school={useSchool()} className={styles.aside} />
    </div>
  )
}

/** Empty state of a section, with related links. */
export function EmptyPart({ children }: { children: ReactNode }) {
  return (
    <div className={`panel ${styles.empty}`}>
      <p>{children}</p>
      <RelatedLinks school={useSchool()} />
    </div>
  )
}

/** Related links of a school whose page says little: its own site, schools near it. */
function RelatedLinks({ school }: { school: ShownSchool }) {
  const { search, site } = useSchoolRoute().links
  return (
    <p className="words">
      <a className="word" href={site ?? search}>
        {site === undefined ? '在百度搜索学校官网' : '打开学校官网'}
      </a>
      <a className="word" href={schoolListPath(cityOfSchool(school), school.district?.slug)}>
        看{districtOrCityName(school)}的其他学校
      </a>
    </p>
  )
}
