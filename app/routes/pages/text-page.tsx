import type { ReactNode } from 'react'
import { personalPath } from '#app/paths.ts'
import { useCity } from '#app/root-data.ts'
import { Breadcrumbs, cityTrail } from '#app/ui/breadcrumbs.tsx'
import type { TextSection } from './text-section.ts'
import styles from './text-page.module.css'

type Props = {
  title: string
  lead: string
  /** Shown on the way here when the title is longer. */
  crumb?: string
  sections: readonly TextSection[]
  /** Lists the sections first: for long texts. */
  contents?: boolean
  /** Lays tables out as cards, for phones. */
  cards?: boolean
  children?: ReactNode
}

/** A page of words under headings. */
export function TextPage({ title, lead, crumb = title, sections, contents, cards, children }: Props) {
  const city = useCity()
  return (
    <main id="main" className="wrap">
      <Breadcrumbs trail={cityTrail(city, { name: crumb })} />
      <h1>{title}</h1>
      <p className={`soft ${styles.text}`}>{lead}</p>
      {contents === true ? (
        <nav className={styles.contents} aria-label="本页内容">
          <ol>
            {sections.map(({ id, heading }) => (
              <li key={id}>
                <a href={`#${id}`}>{heading}</a>
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
      {children}
      {sections.map((section) => (
        <Section key={section.id} section={section} cards={cards === true} />
      ))}
    </main>
  )
}

function Section({ section, cards }: { section: TextSection; cards: boolean }) {
  const { id, heading, paragraphs = [], points = [], table, links = [] } = section
  return (
    <section className="section" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <div className={styles.text}>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {points.length === 0 ? null : (
          <ul>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        )}
      </div>
      {table === undefined ? null : cards ? <TableCards {...table} /> : <Table {...table} label={heading} />}
      {links.length === 0 ? null : (
        <p className={`words ${styles.links}`}>
          {links.map(({ href, label }, at) => (
            <a
              key={href}
              className={at === 0 ? 'button' : 'word'}
              href={href}
              // A page behind the login is for no crawler.
              rel={href === personalPath() ? 'nofollow' : undefined}
            >
              {label}
            </a>
          ))}
        </p>
      )}
    </section>
  )
}

type TableProps = NonNullable<TextSection['table']>

function Table({ head, rows, label }: TableProps & { label: string }) {
  return (
    // A wide table can be pushed sideways, with the keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.scroll} aria-label={`${label}（表格）`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first = '', ...rest]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {rest.map((cell, at) => (
                <td key={head[at + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function TableCards({ head, rows }: TableProps) {
  return (
    <ul className={styles.cards}>
      {rows.map(([first = '', ...rest]) => (
        <li key={first} className="panel">
          <h3>{first}</h3>
          <dl>
            {rest.map((cell, at) => (
              <div key={head[at + 1]}>
                <dt>{head[at + 1]}</dt>
                <dd>{cell}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
