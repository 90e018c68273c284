import { ChildLink } from '#app/child/child-link.tsx'
import type { City } from '#server/contract/cities.ts'
import { rankingListPath, schoolPath } from '#app/paths.ts'
import { PosterLink } from '#app/share/poster-link.tsx'
import { RankingToggleForm, RankingToggles } from './ranking-toggles.tsx'
import type { PartView, RankedSchoolView, RankingView } from './ranking-view.ts'
import styles from './ranking.module.css'

/** The scale of a ranking's scores: 100, or 10 when no score is above it. */
function scaleOf(places: readonly RankedSchoolView[]): number {
  return places.some(({ score }) => score !== undefined && score > 10) ? 100 : 10
}

type RankingProps = { city: City; ranking: RankingView }

/** The beginning of a ranking on the page of all: year, method and source, its first schools, and a link to the whole. */
export function Ranking({ city, ranking }: RankingProps) {
  const { anchor } = ranking
  return (
    <section className="section" aria-labelledby={anchor}>
      <h2 id={anchor}>
        <RankingTitle ranking={ranking} />
      </h2>
      <RankingBeginning city={city} ranking={ranking} />
    </section>
  )
}

/** The same, folded under its title and the names of its first schools. */
export function FoldedRanking({ city, ranking }: RankingProps) {
  const { anchor, places } = ranking
  return (
    <details className={styles.folded}>
      <summary>
        <h2 id={anchor}>
          <RankingTitle ranking={ranking} />
        </h2>
        <span className={`soft small ${styles.first}`}>
          {places.slice(0, 3).map(({ id, place, name }) => (
            <span className="part" key={id}>{`${place} ${name}`}</span>
          ))}
        </span>
      </summary>
      <RankingBeginning city={city} ranking={ranking} />
    </details>
  )
}

function RankingTitle({ ranking: { title, paid } }: { ranking: RankingView }) {
  return (
    <>
      {`${title} `}
      {paid ? <span className="tag warn">广告</span> : null}
    </>
  )
}

function RankingBeginning({ city, ranking }: RankingProps) {
  const { anchor, id, title, parts, places, total } = ranking
  const whole = rankingListPath(city, anchor)
  const links = [
    ...(total > places.length ? [`看全部 ${total} 所`] : []),
    ...(parts.length > 0 ? ['可以自己排'] : []),
  ]
  return (
    <>
      <RankingSource ranking={ranking} />
      <RankingMethod ranking={ranking} />
      <RankingTable ranking={ranking} />
      <p className={`words ${styles.more}`}>
        {links.length === 0 ? null : (
          <a className="word" href={whole} aria-label={`${title}：${links.join('，')}`}>
            {links.join('，')}
          </a>
        )}
        {places.length === 0 ? null : <PosterLink of={['ranking', id]} />}
      </p>
    </>
  )
}

/** Year and source of a ranking. */
export function RankingSource({ ranking: { year, source, isSample } }: { ranking: RankingView }) {
  return (
    <p className="soft small">
      {`${year}年数据。来源：${source ?? '未注明'}`}
      {isSample && source?.startsWith('示例数据') !== true ? '。榜上有示例数据' : null}
    </p>
  )
}

/** How a ranking was made: the weights of its parts, and folded the method in words. */
export function RankingMethod({ ranking: { method, parts } }: { ranking: RankingView }) {
  return (
    <details className={styles.method}>
      <summary>
        <b>评分方法</b>
        {parts.map(({ name, share, slug }) => (
          <span className="part" key={slug}>{`${name} ${share}%`}</span>
        ))}
      </summary>
      <p>{method}</p>
    </details>
  )
}

/** The schools of a ranking with their scores and what these consist of. */
export function RankingTable({ ranking: { anchor, title, parts, places } }: { ranking: RankingView }) {
  const scale = scaleOf(places)
  return (
    <>
      <RankingToggleForm list={anchor} />
      <table className={styles.places} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">名次</th>
            <th scope="col">学校</th>
            <th scope="col">
              总分 <span className="part">{`满分 ${scale}`}</span>
            </th>
            {parts.map(({ name, share, slug }) => (
              <th scope="col" key={slug}>
                {name} <span className="part">{`占 ${share}%`}</span>
              </th>
            ))}
            <th scope="col">学费</th>
            <th scope="col">收藏和对比</th>
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <RankedSchoolRow key={place.id} list={anchor} parts={parts} {...place} />
          ))}
        </tbody>
      </table>
    </>
  )
}

type RowProps = RankedSchoolView & { list: string; parts: readonly PartView[] }

function RankedSchoolRow({
  list,
  parts,
  place,
  score,
  points,
  id,
  name,
  state,
  facts,
  note,
  fee,
  ...order
}: RowProps) {
  return (
    <tr id={`${list}-${id}`}>
      <td className={styles.place}>
        <b>{place}</b>
        {order.isTied ? <small>并列</small> : null}
      </td>
      <th scope="row">
        <ChildLink href={schoolPath(id)}>{name}</ChildLink>
        {state === undefined ? null : <span className="tag warn">{state}</span>}
        {facts === '' ? null : <small>{facts}</small>}
        {note === undefined ? null : <small>{note}</small>}
        {order.published === undefined ? null : <small>{`榜单原来第 ${order.published} 名`}</small>}
      </th>
      <td className={styles.score}>
        {score === undefined ? <span className="soft">未评分</span> : <b>{score.toFixed(1)}</b>}
      </td>
      {parts.map(({ name: part, slug }, at) => (
        <td key={slug} className={styles.points}>
          <span aria-hidden="true">{part} </span>
          {points?.[at]?.toFixed(1) ?? '没有'}
        </td>
      ))}
      <td className={styles.fee}>{fee}</td>
      <td className={styles.toggles}>
        <RankingToggles list={list} id={id} name={name} />
      </td>
    </tr>
  )
}
