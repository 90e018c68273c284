import { PageLink } from '#app/ui/page-link.tsx'
import type { ChildSummaryView } from './child-summary.server.ts'
import styles from './child-summary.module.css'

/** How many schools of the list the child may enter, and links to neighbouring lists where it may enter more. */
export function ChildSummary({ counts, neighbours, unsaid }: ChildSummaryView) {
  return (
    <section className={styles.summary} aria-label="能不能报">
      <p>
        {counts.map(({ href, text }, at) => (
          <span className="part" key={text}>
            {href === undefined ? text : <PageLink to={href}>{text}</PageLink>}
            {at === counts.length - 1 ? '' : '，'}
          </span>
        ))}
        {unsaid === undefined ? '' : `。选了${unsaid}，才说得准`}
      </p>
      {neighbours.length === 0 ? null : (
        <div className={styles.neighbours}>
          <p>相近的选择：</p>
          <ul>
            {neighbours.map(({ href, text }) => (
              <li key={href}>
                <PageLink to={href}>{text}</PageLink>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
