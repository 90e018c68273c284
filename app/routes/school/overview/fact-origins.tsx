import { useSchoolRoute } from '#app/school/school-data.ts'
import styles from './fact-origins.module.css'

/** Where the facts of a school come from and how old they are, one press away; on paper always. */
export function FactOrigins() {
  const { origins = [] } = useSchoolRoute()
  if (origins.length === 0) return null
  return (
    <>
      <details className={`soft small ${styles.head}`}>
        <summary>每一项的来源和日期</summary>
      </details>
      <ul className={`small ${styles.origins}`}>
        {origins.map(({ facts, source, url, days, isStale }) => (
          <li key={facts} className={isStale && styles.stale}>
            {facts}：{url === undefined ? source : <a href={url}>{source}</a>}，{days}
          </li>
        ))}
      </ul>
    </>
  )
}
