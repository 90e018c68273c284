import type { ReactNode } from 'react'
import { withChild, type ChildQuery } from '#app/child/child-query.ts'
import { VerdictText } from '#app/child/verdict-text.tsx'
import { schoolPath } from '#app/paths.ts'
import type { SchoolCardView } from './school-card-view.ts'
import { ToggleButtons, ToggleForm } from '#app/toggles/toggle-buttons.tsx'
import { Picture } from '#app/pictures/picture.tsx'
import { monogram } from '../ui/text/school-text.ts'
import styles from './school-card.module.css'

type CardProps = {
  school: SchoolCardView
  /** Level of the school's name among the page's headings. */
  level?: 2 | 3
  eager?: boolean
  /** The child for whom the page speaks. */
  child: ChildQuery
  /** Whether it has the buttons 收藏 and 对比. */
  hasToggles?: boolean
  /** Further controls. */
  more?: ReactNode
}

/** Light palette colours behind monograms. */
const tints = ['mist', 'cream', 'sand', 'peach', 'blush', 'sage', 'sky', 'azure']

/** A school card; the whole card links to the school's page. */
function SchoolCard({ school, child, level = 3, eager = false, hasToggles = false, more }: CardProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
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
          <a href={withChild(schoolPath(school.id), child)}>{school.name}</a>
        </Heading>
        {school.english === undefined ? null : (
          <p className={styles.english} lang="en">
            {school.english}
          </p>
        )}
        <p className={styles.tags}>
          {school.state === undefined ? null : <span className="tag warn">{school.state}</span>}
          {school.kind === undefined ? null : <span className="tag strong">{school.kind}</span>}
          {school.curricula.map((label) => (
            <span className="tag" key={label}>
              {label}
            </span>
          ))}
        </p>
        <p className={styles.facts}>{school.facts}</p>
        {school.summary === undefined ? null : <p className={styles.summary}>{school.summary}</p>}
        <p className={styles.fee}>
          {school.fee ?? <span>{school.noFee ?? '学费未公布'}</span>}
          {school.sample === true ? <small>示例数据</small> : null}
        </p>
        {school.verdict === undefined ? null : (
          <p>
            <VerdictText {...school.verdict} />
          </p>
        )}
        {school.notes?.map((note) => (
          <p key={note}>{note}</p>
        ))}
        {school.day === undefined ? null : <p className={styles.day}>{school.day}</p>}
        {!hasToggles && more === undefined ? null : (
          <p className={styles.toggles}>
            {hasToggles ? <ToggleButtons id={school.id} name={school.name} closed={school.closed} /> : null}
            {more}
          </p>
        )}
      </div>
    </>
  )
}

type CardsProps = {
  schools: readonly SchoolCardView[]
  /** The child for whom the page speaks: its pages of schools do too. */
  child?: ChildQuery | undefined
  level?: 2 | 3
  /** Tiles with pictures above the names where the page is wide enough; else rows, which can be linked to. */
  tiles?: boolean
  /** How many cards are in the first viewport. */
  inSight?: number
  /** Whether cards have the buttons 收藏 and 对比: with a form of the list's own, or one that the page has already. */
  toggles?: 'own' | 'shared'
  /** Further controls of a card. */
  more?: (school: SchoolCardView) => ReactNode
}

/** A list of school cards. */
export function SchoolCards({
  schools,
  child = {},
  level = 3,
  tiles = false,
  inSight = 0,
  toggles,
  more,
}: CardsProps) {
  return (
    <>
      {toggles === 'own' ? <ToggleForm /> : null}
      <ul className={tiles ? `${styles.rows} ${styles.tiles}` : styles.rows}>
        {schools.map((school, at) => (
          <li key={school.id} {...(tiles ? {} : { id: `school-${school.id}` })}>
            <SchoolCard
              school={school}
              child={child}
              level={level}
              eager={at < inSight}
              hasToggles={toggles !== undefined}
              more={more?.(school)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
