import type { ReactNode } from 'react'
import { personalPath } from '#app/paths.ts'
import { useCity } from '#app/root-data.ts'
import { Breadcrumbs, cityBreadcrumbs } from '#app/ui/breadcrumbs.tsx'
import type { TextSection } from './text-section.ts'
import styles from './text-page.module.css'

type Props = {
  title: string
  lead: string
  /** Shorter title for the breadcrumbs. */
  crumb?: string
  sections: readonly TextSection[]
  /** Whether the first section is a summary, with a table of contents of the others below it, for long texts. */
  contents?: boolean
  children?: ReactNode
}

/** A text page of sections. */
export function TextPage({ title, lead, crumb = title, sections, contents, children }: Props) {
  const city = useCity()
  const [summary, others] = contents === true ? [sections[0], sections.slice(1)] : [undefined, sections]
  return (
    <main id="main" className="wrap">
      <Breadcrumbs items={cityBreadcrumbs(city, { name: crumb })} />
      <h1>{title}</h1>
      <p className={`soft ${styles.text}`}>{lead}</p>
      {summary === undefined ? null : <Section section={summary} />}
      {contents === true ? (
        <nav className={styles.contents} aria-label="本页内容">
          <ol>
            {others.map(({ id, heading }) => (
              <li key={id}>
                <a href={`#${id}`}>{heading}</a>
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
      {children}
      {others.map((section) => (
        <Section key={section.id} section={section} />
      ))}
    </main>
  )
}

function Section({ section }: { section: TextSection }) {
  const { id, heading, paragraphs = [], points = [], steps = [], table, links = [] } = section
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
        {steps.length === 0 ? null : (
          <ol>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        )}
      </div>
      {table === undefined ? null : <Table {...table} label={heading} />}
      {links.length === 0 ? null : (
        <p className={`words ${styles.links}`}>
          {links.map(({ href, label }, at) => (
            <a
              key={href}
              className={at === 0 ? 'button' : 'word'}
              href={href}
              // Pages that require a login are not for crawlers.
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

/** A table; on phones its rows are cards, by the style sheet. */
function Table({ head, rows, label }: TableProps & { label: string }) {
  return (
    <table className={styles.table} aria-label={label}>
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
              <td key={head[at + 1]} data-label={head[at + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
