import { VerdictText } from '#app/child/verdict-text.tsx'
import { useSchoolRoute } from '#app/schools/school-data.ts'
import styles from './key-facts.module.css'

/** What the school means for the child of the address; nothing without one. */
export function ChildSection() {
  const { child } = useSchoolRoute()
  if (child?.text === undefined) return null
  const { label, links, text } = child
  return (
    <section className="wrap section" aria-labelledby="child">
      <div className={`panel ${styles.key}`}>
        <h2 id="child">{label}</h2>
        <dl>
          {text.lines.map((line) => (
            <div key={line.label}>
              <dt>{line.label}</dt>
              <dd>{line.verdict === undefined ? line.text : <VerdictText {...line.verdict} />}</dd>
            </div>
          ))}
        </dl>
        {text.notes.map((note) => (
          <p key={note} className="soft small">
            {note}
          </p>
        ))}
        <p className="words">
          {links.map(({ href, label: name }) => (
            <a className="word" key={name} href={href}>
              {name}
            </a>
          ))}
        </p>
      </div>
    </section>
  )
}
