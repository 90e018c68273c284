import { notKnown } from '#server/contract/not-known.ts'
import type { CompareView } from './compare-view.ts'
import styles from './compare.module.css'

/**
 * Rows in which all schools of a comparison are the same, folded; one line on paper. What is known of none, in one line that paper
 * leaves out.
 */
export function SameRows({ same, unknown }: Pick<CompareView, 'same' | 'unknown'>) {
  const labels = same.map(({ label }) => label).join('、')
  return (
    <>
      {same.length === 0 ? null : (
        <>
          <details className={`panel ${styles.same}`}>
            <summary>
              {`${same.length} 项一样 `}
              <small className="soft">{labels}</small>
            </summary>
            <dl>
              {same.map(({ label, text }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </details>
          <p
            className={styles.paper}
          >{`都一样：${same.map(({ label, text }) => `${label} ${text}`).join('；')}`}</p>
        </>
      )}
      {unknown.length === 0 ? null : (
        <p
          className={`soft small section ${styles.unknown}`}
        >{`${unknown.length} 项都${notKnown}：${unknown.join('、')}。`}</p>
      )}
    </>
  )
}
