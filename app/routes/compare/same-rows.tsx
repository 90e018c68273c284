import type { CompareView } from './compare-view.ts'
import styles from './compare.module.css'

/** Rows in which all schools of a comparison are the same, folded; one line on paper. */
export function SameRows({ rows }: { rows: CompareView['same'] }) {
  if (rows.length === 0) return null
  const labels = rows.map(({ label }) => label).join('、')
  return (
    <>
      <details className={`panel ${styles.same}`}>
        <summary>
          {`${rows.length} 项一样 `}
          <small className="soft">{labels}</small>
        </summary>
        <dl>
          {rows.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </details>
      <p
        className={styles.paper}
      >{`都一样：${rows.map(({ label, text }) => `${label} ${text}`).join('；')}`}</p>
    </>
  )
}
