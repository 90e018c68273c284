import { methodologyPath } from '#app/paths.ts'
import type { FactOrigin } from './fact-origins.server.ts'
import styles from './fact-origins.module.css'

type Props = {
  /** What is behind the press: 每一项的来源和日期. */
  title: string
  origins: readonly FactOrigin[]
}

/** Where facts of a school come from and how old they are, one press away; on paper too. Nothing without facts. */
export function FactOrigins({ title, origins }: Props) {
  if (origins.length === 0) return null
  return (
    <>
      <p className={`small ${styles.paper}`}>{title}</p>
      <details className={`soft small ${styles.head}`}>
        <summary>{title}</summary>
      </details>
      <ul className={`small ${styles.origins}`}>
        {origins.map(({ facts, source, url, days, isStale }) => (
          <li key={facts} className={isStale && styles.stale}>
            {facts}：{url === undefined ? source : <a href={url}>{source}</a>}，{days}
          </li>
        ))}
        <li>
          <a href={methodologyPath}>这些说法是什么意思，资料怎么来的</a>
        </li>
      </ul>
    </>
  )
}
