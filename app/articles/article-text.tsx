import { useRef } from 'react'
import { SchoolCards } from '#app/schools/school-card.tsx'
import type { SchoolCardView } from '#app/schools/school-card-view.ts'
import { ReportError } from '#app/schools/report-error.tsx'
import { RichText } from '#app/ui/text/rich-text.tsx'
import styles from './article-text.module.css'
import { useStoredChecklist } from './stored-checklist.ts'

type More = { more?: { href: string; label: string } }
/** `host`: its school, else its place. */
type OpenDay = { id: number; title: string; when: string; state: string; host?: string; href: string }

/** A part of an article: HTML, school cards or open days. */
export type ArticlePartView =
  { html: string } | ({ schools: SchoolCardView[] } & More) | ({ days: OpenDay[] } & More)

/** The text of an article with what it embeds; ticks of its checklists stay in this browser. */
export function ArticleText({ parts }: { parts: readonly ArticlePartView[] }) {
  const text = useRef<HTMLDivElement>(null)
  useStoredChecklist(text)
  const schools = parts.flatMap((part) => ('schools' in part ? part.schools : []))
  return (
    <div ref={text} className={styles.text}>
      {parts.map((part, at) =>
        'html' in part ? (
          <RichText key={at} html={part.html} />
        ) : (
          <aside
            key={at}
            className={styles.embed}
            aria-label={'schools' in part ? '文中的学校' : '文中的开放日'}
          >
            {'schools' in part ? <SchoolCards schools={part.schools} /> : <OpenDays days={part.days} />}
            {part.more === undefined ? null : (
              <p className={styles.more}>
                <a href={part.more.href}>{part.more.label}</a>
              </p>
            )}
          </aside>
        ),
      )}
      <ReportError schools={schools} />
    </div>
  )
}

function OpenDays({ days }: { days: readonly OpenDay[] }) {
  return (
    <ul className={styles.days}>
      {days.map(({ id, title, when, state, host, href }) => (
        <li key={id}>
          <b>{when}</b>
          <span>
            <a href={href}>{title}</a>
            {host === undefined ? null : <small>{host}</small>}
          </span>
          <small>{state}</small>
        </li>
      ))}
    </ul>
  )
}
