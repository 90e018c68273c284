import type { SchoolCardData } from '#server/contract/schools.ts'
import { curricula, kinds, labelOf } from '#server/contract/vocabulary.ts'
import { schoolPath } from '#app/paths.ts'
import { shortDateText, tuitionText } from './format.ts'
import { Picture } from './picture.tsx'
import { monogram, schoolFacts, unusualState } from './school-words.ts'
import styles from './school-card.module.css'

type CardProps = {
  school: SchoolCardData
  /** Level of the school's name among the page's headings. */
  level?: 2 | 3
  /** Names the city too: on lists of several cities. */
  withCity?: boolean
  eager?: boolean
}

/** Light colours of the palette, on which a monogram can be read. */
const tints = ['mist', 'cream', 'sand', 'peach', 'blush', 'sage', 'sky', 'azure']

/** One school at a glance; the whole card is the link to its page. */
export function SchoolCard({ school, level = 3, withCity = false, eager = false }: CardProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  const state = unusualState(school)
  return (
    <>
      {school.cover === undefined ? (
        <span
          className={`${styles.cover} ${styles.monogram} c-${tints[school.id % tints.length]}`}
          aria-hidden="true"
        >
          {monogram(school.name)}
        </span>
      ) : (
        <Picture picture={school.cover} alt="" className={styles.cover} eager={eager} />
      )}
      <div className={styles.text}>
        <Heading>
          <a href={schoolPath(school.id)}>{school.name}</a>
        </Heading>
        {school.name_en === undefined ? null : (
          <p className={styles.english} lang="en">
            {school.name_en}
          </p>
        )}
        <p className={styles.tags}>
          {state === undefined ? null : <span className="tag warn">{state}</span>}
          {school.kind === undefined ? null : (
            <span className="tag strong">{labelOf(kinds, school.kind)}</span>
          )}
          {school.curricula.slice(0, 4).map((slug) => (
            <span className="tag" key={slug}>
              {labelOf(curricula, slug)}
            </span>
          ))}
        </p>
        <p className={styles.facts}>{schoolFacts(school, withCity)}</p>
        <p className={styles.fee}>
          {school.tuition_min === undefined && school.tuition_max === undefined ? (
            <span className="soft">学费未公布</span>
          ) : (
            tuitionText(school.tuition_min, school.tuition_max)
          )}
          {school.sample ? <small>示例数据</small> : null}
        </p>
        {school.next_open_day === undefined ? null : (
          <p className={styles.day}>开放日 {shortDateText(school.next_open_day)}</p>
        )}
      </div>
    </>
  )
}

type CardsProps = Omit<CardProps, 'school' | 'eager'> & {
  schools: readonly SchoolCardData[]
  /** Pictures above the names where the page is wide enough; else one row for each school. */
  tiles?: boolean
  /** How many cards are in sight when the page opens. */
  inSight?: number
}

/** A list of schools. */
export function SchoolCards({ schools, tiles = false, inSight = 0, ...card }: CardsProps) {
  return (
    <ul className={tiles ? `${styles.rows} ${styles.tiles}` : styles.rows}>
      {schools.map((school, at) => (
        <li key={school.id} id={`school-${school.id}`}>
          <SchoolCard school={school} eager={at < inSight} {...card} />
        </li>
      ))}
    </ul>
  )
}
