import type { EntryView } from '#app/schools/entry-view.ts'
import styles from './step-list.module.css'

type Props = Pick<EntryView, 'steps'> & {
  /** Whether they stand beside each other where there is room. */
  wide?: boolean
}

/** The dated steps of the next admission on one line. */
export function StepList({ steps, wide = false }: Props) {
  return (
    <ol className={wide ? `${styles.steps} ${styles.wide}` : styles.steps}>
      {steps.map(({ label, grades, when, note, isOver, left }) => (
        <li key={label + when + grades} className={isOver ? styles.over : undefined}>
          <b>{label}</b>
          <span className="part">{when}</span>
          {isOver ? <small>已经过了</small> : left === undefined ? null : <small>{left}</small>}
          {grades === undefined && note === undefined ? null : (
            <small>{[grades, note].filter(Boolean).join('，')}</small>
          )}
        </li>
      ))}
    </ol>
  )
}
