import { Fragment, useEffect, useRef, useState } from 'react'
import { withChild, type ChildQuery } from '#server/contract/child/child-query.ts'
import { schoolPath } from '#app/paths.ts'
import { Bar } from '#app/ui/bar.tsx'
import { Money } from '#app/ui/text/money.tsx'
import type { CompareCell, CompareRow, CompareSchool, CompareView } from './compare-view.ts'
import { FavouriteForm, NextSteps } from './next-steps.tsx'
import styles from './compare.module.css'

type Props = {
  schools: readonly CompareSchool[]
  /** Whether the page says that all of them are sample content. */
  isAllSample: boolean
  view: CompareView
  /** The child for whom the page speaks. */
  child: ChildQuery
  /** Address of this comparison. */
  back: string
}

/** From how many schools on the columns of a phone scroll sideways. */
const manySchools = 4

/**
 * Comparison table, one column for each school, its rows in groups. The names stay in sight while the page scrolls: they
 * are a bar of their own above the table, whose head is for screen readers and for paper.
 */
export function CompareTable({ schools, isAllSample, view, child, back }: Props) {
  const isWide = schools.length >= manySchools
  const { heads, columns, isScrolled } = useScrolledHeads(isWide)
  const ids = schools.map(({ id }) => id)
  return (
    <section
      className={isWide ? `${styles.compare} ${styles.many}` : styles.compare}
      data-n={schools.length}
      data-scrolled={isScrolled || undefined}
      aria-label="对比表"
    >
      <div className={styles.heads} ref={heads}>
        <ul>
          {schools.map((school) => (
            <li key={school.id}>
              <a href={withChild(schoolPath(school.id), child)}>
                <Name words={school.words} />
              </a>
              {school.state === undefined ? null : <span className="tag warn">{school.state}</span>}
              {school.sample && !isAllSample ? <span className="tag">示例数据</span> : null}
            </li>
          ))}
        </ul>
      </div>
      <FavouriteForm back={back} />
      <div className={styles.columns} ref={columns}>
        <table>
          <colgroup>
            <col className={styles.label} />
            <col span={schools.length} />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">项目</th>
              {schools.map(({ id, name, state }) => (
                <th scope="col" key={id}>
                  {state === undefined ? name : `${name}（${state}）`}
                </th>
              ))}
            </tr>
          </thead>
          {view.groups.map(({ title, rows }) => (
            <tbody key={title}>
              <tr className={styles.group}>
                <th scope="rowgroup" colSpan={schools.length + 1}>
                  <span>{title}</span>
                </th>
              </tr>
              {rows.map((row) => (
                <Row key={row.label} row={row} schools={schools} />
              ))}
            </tbody>
          ))}
          <tbody className={styles.next}>
            <tr>
              <th scope="row">下一步</th>
              {schools.map((school) => (
                <td key={school.id}>
                  <NextSteps school={school} child={child} others={ids.filter((id) => id !== school.id)} />
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** The school's name, which breaks between its words. */
function Name({ words }: { words: readonly string[] }) {
  return (
    <span>
      {words.map((word, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the words of one name have no other name
        <Fragment key={at}>
          {at === 0 ? null : <wbr />}
          {word}
        </Fragment>
      ))}
    </span>
  )
}

function Row({
  row: { cells, href, label },
  schools,
}: {
  row: CompareRow
  schools: readonly CompareSchool[]
}) {
  return (
    <tr>
      <th scope="row">{href === undefined ? <span>{label}</span> : <a href={href}>{label}</a>}</th>
      {cells.map((cell, at) => (
        <td key={schools[at]?.id} className={cell.isMissing ? 'soft' : undefined}>
          <Cell {...cell} />
        </td>
      ))}
    </tr>
  )
}

/** A text that breaks after its punctuation, and inside of a date after the year alone, where it can. */
function Parts({ text }: { text: string }) {
  const parts = text.match(/\d{4}年(?=\d)|(?:(?!\d{4}年\d)[^、，：； ])+[、，：；]?[ ]?|[、，：； ]/g) ?? [
    text,
  ]
  return (
    <>
      {parts.map((part, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other name
        <Fragment key={at}>
          <span className="part">{part.endsWith(' ') ? part.slice(0, -1) : part}</span>
          {part.endsWith(' ') ? ' ' : null}
        </Fragment>
      ))}
    </>
  )
}

function Cell({ better, note, share, text, worse }: CompareCell) {
  return (
    <>
      {/^[^，。；]*\d–/.test(text) ? <Money text={text} /> : <Parts text={text} />}
      {share === undefined ? null : <Bar share={share} height={4} className={styles.share} />}
      {note === undefined ? null : (
        <small>
          <Parts text={note} />
        </small>
      )}
      {better === undefined ? null : <b className={styles.better}>{better}</b>}
      {worse === undefined ? null : <small>{worse}</small>}
    </>
  )
}

/**
 * Refs of the bar with the names and of the columns below it, which scroll sideways when `isWide`: the bar follows them.
 * Style sheets do that alone where the engine knows scroll timelines (compare.module.css); elsewhere this listens.
 */
function useScrolledHeads(isWide: boolean) {
  const heads = useRef<HTMLDivElement>(null)
  const columns = useRef<HTMLDivElement>(null)
  const [isScrolled, setIsScrolled] = useState(false)
  useEffect(() => {
    const scrolling = columns.current
    if (!isWide || scrolling === null || CSS.supports('timeline-scope: --sideways')) return undefined
    const follow = () => heads.current?.scrollTo(scrolling.scrollLeft, 0)
    scrolling.addEventListener('scroll', follow, { passive: true })
    setIsScrolled(true)
    return () => scrolling.removeEventListener('scroll', follow)
  }, [isWide])
  return { heads, columns, isScrolled }
}
