import type { EntryView } from '#app/school/entry-view.ts'
import styles from './step-list.module.css'

/** The dated steps of the next admission on one line; below each other on phones. */
export function StepList({ steps }: Pick<EntryView, 'steps'>) {
  return (
    <ol className={styles.steps}>
      {steps.map(({ label, grades, when, note, isOver }) => (
        <li key={label + when + grades} className={isOver ? styles.over : undefined}>
          <b>{label}</b>
          <span className="part">{when}</span>
          {grades === undefined && note === undefined ? null : (
            <small>{[grades, note].filter(Boolean).join('，')}</small>
          )}
        </li>
      ))}
    </ol>
  )
}
