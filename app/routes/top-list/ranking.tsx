import { schoolPath } from '#app/paths.ts'
import { Bar } from '#app/ui/bar.tsx'
import { RankingToggleForm, RankingToggles } from './ranking-toggles.tsx'
import type { RankedSchoolView, RankingView } from './ranking-view.ts'
import styles from './ranking.module.css'

/** The scale of a ranking's scores: 100, or 10 when no score is above it. */
function scaleOf(places: readonly RankedSchoolView[]): number {
  return places.some(({ score }) => score !== undefined && score > 10) ? 100 : 10
}

/** A ranking: year, method and source, then its schools with scores. */
export function Ranking({ ranking }: { ranking: RankingView }) {
  const { anchor, title, year, method, source, paid, places } = ranking
  const scale = scaleOf(places)
  return (
    <section className="section" aria-labelledby={anchor}>
      <h2 id={anchor}>
        {`${title} `}
        {paid ? <span className="tag warn">广告</span> : null}
      </h2>
      <p className="soft small">{`${year}年数据。来源：${source ?? '未注明'}`}</p>
      <details className={styles.method}>
        <summary>评分方法</summary>
        <p>{method}</p>
      </details>
      <RankingToggleForm list={anchor} />
      <table className={styles.places}>
        <thead>
          <tr>
            <th scope="col">名次</th>
            <th scope="col">学校</th>
            <th scope="col">{`评分（满分 ${scale}）`}</th>
            <th scope="col">学费</th>
            <th scope="col">收藏和对比</th>
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <RankedSchoolRow key={place.id} list={anchor} scale={scale} {...place} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

type RowProps = RankedSchoolView & { list: string; scale: number }

function RankedSchoolRow({ list, scale, place, score, id, name, state, facts, note, fee }: RowProps) {
  return (
    <tr id={`${list}-${id}`}>
      <td className={styles.place}>
        <b>{place}</b>
      </td>
      <th scope="row">
        <a href={schoolPath(id)}>{name}</a>
        {state === undefined ? null : <span className="tag warn">{state}</span>}
        <small>{facts}</small>
        {note === undefined ? null : <small>{note}</small>}
      </th>
      <td className={styles.score}>
        {score === undefined ? (
          <span className="soft">未评分</span>
        ) : (
          <div>
            <b>{score.toFixed(1)}</b>
            <Bar share={score / scale} />
          </div>
        )}
      </td>
      <td className={styles.fee}>{fee}</td>
      <td className={styles.toggles}>
        <RankingToggles list={list} id={id} name={name} />
      </td>
    </tr>
  )
}
