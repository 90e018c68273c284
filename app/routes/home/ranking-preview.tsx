import { ChildLink } from '#app/child/child-link.tsx'
import { schoolPath } from '#app/paths.ts'
import styles from './ranking-preview.module.css'

/** View model of a ranking's preview. */
export type Preview = {
  title: string
  year: number
  /** Whether a position was paid for. */
  paid: boolean
  /** Method of the ranking, in one sentence. */
  method: string
  places: { id: number; place: number; name: string; facts: string; score?: string }[]
}

type Props = {
  /** `none` when the city has no ranking yet. */
  ranking: Preview | 'none'
}

/** The first schools of a ranking, with its method. */
export function RankingPreview({ ranking }: Props) {
  if (ranking === 'none') return <p className="soft">暂无榜单。</p>
  return (
    <div className="panel">
      <h3>
        {`${ranking.title} `}
        {ranking.paid ? <span className="tag warn">广告</span> : null}
      </h3>
      <p className="soft small">{`${ranking.year}年，${ranking.method}`}</p>
      <ol className={styles.places}>
        {ranking.places.map(({ id, place, name, facts, score }) => (
          <li key={id}>
            <b>{place}</b>
            <span>
              <ChildLink href={schoolPath(id)}>{name}</ChildLink>
              {facts === '' ? null : <small>{facts}</small>}
            </span>
            {score === undefined ? null : <em>{score}</em>}
          </li>
        ))}
      </ol>
    </div>
  )
}
