import { Fragment, type ReactNode } from 'react'
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
  /** Whether it says by itself that it is sample content. */
  isSample: boolean
  /** The child for whom the page speaks. */
  child: ChildQuery
  /** Whether it has the buttons 收藏 and 对比. */
  hasToggles?: boolean
  /** Further controls. */
  more?: ReactNode
}

/** The `sizes` attribute of a card's picture. */
const sizes = '(min-width:750px) 350px,88px'

/** Light palette colours behind monograms. */
const tints = ['mist', 'cream', 'sand', 'peach', 'blush', 'sage', 'sky', 'azure']

/** A school card; the whole card links to the school's page. */
function SchoolCard({
  school,
  child,
  level = 3,
  eager = false,
  isSample,
  hasToggles = false,
  more,
}: CardProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  const { notes, verdict } = school
  const isShort = notes?.length === 0 && verdict?.reason === ''
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
        <Picture picture={school.cover} alt="" className={styles.cover} sizes={sizes} eager={eager} />
      )}
      <div className={styles.text}>
        <Heading>
          <a className={school.words && styles.words} href={withChild(schoolPath(school.id), child)}>
            {school.words?.map((word, at) => (
              <Fragment key={at}>
                {at === 0 ? null : <wbr />}
                {word}
              </Fragment>
            )) ?? school.name}
          </a>
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
        <p className={styles.facts}>
          {school.facts}
          {isSample ? '，示例数据' : null}
        </p>
        <p className={styles.fee}>
          {school.fee ?? <span>{school.noFee ?? '学费未公布'}</span>}
          {isShort ? (
            <>
              {' '}
              <span className={verdict.look}>{verdict.label}</span>
            </>
          ) : null}
        </p>
        {school.day === undefined ? null : <p className={styles.day}>{school.day}</p>}
        {school.miss === undefined ? null : (
          <p>
            <b>{school.miss}</b>
          </p>
        )}
      </div>
      {hasToggles ? (
        <p className={styles.toggles}>
          <ToggleButtons id={school.id} name={school.name} closed={school.closed} />
        </p>
      ) : null}
      {notes === undefined || isShort || (notes.length === 0 && verdict === undefined) ? null : (
        <div className={styles.wide}>
          {verdict === undefined ? null : (
            <p>
              <VerdictText {...verdict} />
            </p>
          )}
          {notes.length === 0 ? null : (
            <p>
              {notes.map((note, at, { length }) => (
                <span className="part" key={note}>
                  {at === length - 1 ? note : `${note}，`}
                </span>
              ))}
            </p>
          )}
        </div>
      )}
      {more}
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
  /** Whether another list of the page says already that schools are sample content. */
  isContinued?: boolean
  /** Further controls of a card. */
  more?: (school: SchoolCardView) => ReactNode
}

/** A list of school cards. Sample content is marked once above it, or on each card when other schools are among them. */
export function SchoolCards({
  schools,
  child = {},
  level = 3,
  tiles = false,
  inSight = 0,
  toggles,
  isContinued = false,
  more,
}: CardsProps) {
  const isAllSample = schools.every(({ sample }) => sample)
  return (
    <>
      {toggles === 'own' ? <ToggleForm /> : null}
      {isAllSample && !isContinued ? <p className="soft small">示例数据</p> : null}
      <ul className={`${styles.rows}${tiles ? ` ${styles.tiles}` : ''}`}>
        {schools.map((school, at) => (
          <li key={school.id} {...(tiles ? {} : { id: `school-${school.id}` })}>
            <SchoolCard
              school={school}
              child={child}
              level={level}
              eager={at < inSight}
              isSample={!isAllSample && school.sample === true}
              hasToggles={toggles !== undefined}
              more={more?.(school)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
