import { Fragment, type ReactNode } from 'react'
import { withChild, type ChildQuery } from '#server/contract/child/child-query.ts'
import { useChildOfLinks } from '#app/child/use-child.ts'
import { VerdictText } from '#app/child/verdict-text.tsx'
import { schoolPath } from '#app/paths.ts'
import type { SchoolCardView } from './school-card-view.ts'
import { ToggleButtons, ToggleForm } from '#app/toggles/toggle-buttons.tsx'
import { Picture } from '#app/media/picture.tsx'
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
      {school.cover === undefined ? null : (
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
        <Facts school={school} isSample={isSample} />
        {school.fee === undefined && school.noFee === undefined && !isShort ? null : (
          <p className={styles.fee}>
            {school.fee ?? (school.noFee === undefined ? null : <span>{school.noFee}</span>)}
            {isShort ? (
              <>
                {' '}
                <span className={verdict.look}>{verdict.label}</span>
              </>
            ) : null}
          </p>
        )}
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

/** What a school is and where: with a picture beside them as tags and a line, else in one line. */
function Facts({
  school: { cover, curricula, facts, kind, state },
  isSample,
}: Pick<CardProps, 'school' | 'isSample'>) {
  const notice = state === undefined ? null : <span className="tag warn">{state}</span>
  const tags = [...(kind === undefined ? [] : [kind]), ...curricula]
  const isTagged = cover !== undefined && (tags.length > 0 || state !== undefined)
  const line = [
    facts === '' ? undefined : facts,
    ...(isTagged ? [] : tags),
    isSample ? '示例数据' : undefined,
  ].filter((text) => text !== undefined)
  return (
    <>
      {isTagged ? (
        <p className={styles.tags}>
          {notice}
          {tags.map((label) => (
            <span className={label === kind ? 'tag strong' : 'tag'} key={label}>
              {label}
            </span>
          ))}
        </p>
      ) : null}
      {line.length === 0 && (isTagged || state === undefined) ? null : (
        <p className={styles.facts}>
          {isTagged ? null : notice}
          {line.join('，')}
        </p>
      )}
    </>
  )
}

type CardsProps = {
  schools: readonly SchoolCardView[]
  /** The child for whom the cards' links lead on, else that of the page. */
  child?: ChildQuery | undefined
  level?: 2 | 3
  /** Tiles with pictures above the names where there are some and the page is wide enough; else rows, which can be linked to. */
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

/**
 * A list of school cards; a school without a picture is a row of text. Sample content is marked once above it, or on each card
 * when other schools are among them.
 */
export function SchoolCards({
  schools,
  child,
  level = 3,
  tiles = false,
  inSight = 0,
  toggles,
  isContinued = false,
  more,
}: CardsProps) {
  const ofPage = useChildOfLinks()
  const isAllSample = schools.every(({ sample }) => sample)
  return (
    <>
      {toggles === 'own' ? <ToggleForm /> : null}
      {isAllSample && !isContinued ? <p className="soft small">示例数据</p> : null}
      <ul
        className={`${styles.rows}${tiles && schools.some(({ cover }) => cover) ? ` ${styles.tiles}` : ''}`}
      >
        {schools.map((school, at) => (
          <li
            key={school.id}
            {...(tiles ? {} : { id: `school-${school.id}` })}
            className={school.cover === undefined ? styles.plain : undefined}
          >
            <SchoolCard
              school={school}
              child={child ?? ofPage}
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
