import type { listRankings } from '#server/contract/content.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { schoolPath } from '#app/paths.ts'
import { Bar } from '#app/ui/bar.tsx'
import { tuitionText } from '#app/ui/format.ts'
import { schoolFacts, unusualState } from '#app/ui/school-words.ts'
import styles from './ranking.module.css'

type Data = DataOf<typeof listRankings>['items'][number]
type Place = Data['places'][number]

/** The greatest score a list gives: 100, or 10 where no score is above it. */
function scaleOf(places: readonly Place[]): number {
  return places.some(({ score }) => score !== undefined && score > 10) ? 100 : 10
}

/** One ranked list: year, method and source first, then its places with their scores. */
export function Ranking({ ranking }: { ranking: Data }) {
  const { slug, title, year, method, source, paid, places } = ranking
  const scale = scaleOf(places)
  const id = `${slug}-${year}`
  return (
    <section className="section" aria-labelledby={id}>
      <h2 id={id}>
        {title} {paid ? <span className="tag warn">广告</span> : null}
      </h2>
      <dl className={styles.method}>
        <div>
          <dt>年份</dt>
          <dd>{year}年</dd>
        </div>
        <div>
          <dt>方法</dt>
          <dd>{method}</dd>
        </div>
        <div>
          <dt>来源</dt>
          <dd>{source ?? '未注明'}</dd>
        </div>
      </dl>
      <table className={styles.places}>
        <thead>
          <tr>
            <th scope="col">名次</th>
            <th scope="col">学校</th>
            <th scope="col">评分（满分 {scale}）</th>
            <th scope="col">学费</th>
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <PlaceRow key={place.school.id} scale={scale} {...place} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function PlaceRow({ place, score, note, school, scale }: Place & { scale: number }) {
  const state = unusualState(school)
  return (
    <tr>
      <td className={styles.place}>
        <b>{place}</b>
      </td>
      <th scope="row">
        <a href={schoolPath(school.id)}>{school.name}</a>
        {state === undefined ? null : <span className="tag warn">{state}</span>}
        <small>
          {schoolFacts(school, false)}
          {school.sample ? '/示例数据' : ''}
        </small>
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
      <td className={styles.fee}>{tuitionText(school.tuition_min, school.tuition_max)}</td>
    </tr>
  )
}
