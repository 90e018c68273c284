import type { listRankings } from '#server/contract/content.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { schoolPath } from '#app/paths.ts'
import { schoolFacts } from '#app/ui/school-words.ts'
import styles from './ranking-preview.module.css'

type Ranking = DataOf<typeof listRankings>['items'][number]
type Props = {
  /** Absent: the city has no list yet. */
  ranking: Ranking | undefined
  /** The list could not be read. */
  failed: boolean
}

/** The first five places of a ranked list, with how it was made. */
export function RankingPreview({ ranking, failed }: Props) {
  if (!ranking) return <p className="soft">{failed ? '榜单暂时读取不到，请稍后再来。' : '暂无榜单。'}</p>
  return (
    <div className="panel">
      <h3>
        {ranking.title} {ranking.paid ? <span className="tag warn">广告</span> : null}
      </h3>
      <p className="soft small">
        {ranking.year}年 · {ranking.method}
      </p>
      <ol className={styles.places}>
        {ranking.places.slice(0, 5).map(({ place, score, school }) => (
          <li key={school.id}>
            <b>{place}</b>
            <span>
              <a href={schoolPath(school.id)}>{school.name}</a>
              <small>{schoolFacts(school, false)}</small>
            </span>
            {score === undefined ? null : <em>{score.toFixed(1)}</em>}
          </li>
        ))}
      </ol>
    </div>
  )
}
