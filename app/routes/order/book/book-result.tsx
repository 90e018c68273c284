import type { BookView } from './load-book.server.ts'
import styles from './book.module.css'

/** What comes out of a book: who puts which school first, what they agree about, where they differ and what would settle it. */
export function BookResult({ view }: { view: BookView }) {
  const { agreed, differing, moreDiffering, rankings, unanswered } = view
  if (rankings.length === 0) return null
  const isCompared = rankings.length > 1
  return (
    <section aria-labelledby="result">
      <h2 className="section" id="result">
        结果
      </h2>
      <p className={styles.summary}>{summaryOf(view)}</p>
      <div className={styles.rankings}>
        {rankings.map(({ name, places }) => (
          <section key={name ?? ''} aria-label={rankingName(name)}>
            <h3>{rankingName(name)}</h3>
            <ol>
              {places.map(({ school, place, mean }) => (
                <li key={school}>
                  <b>{place ?? '–'}</b> {school}
                  <small>{mean === undefined ? '没打全' : `平均 ${mean}`}</small>
                </li>
              ))}
            </ol>
          </section>
        ))}
      </div>
      <p className="soft small">平均分：各人打过的各项的平均；合起来时每个人一样重，有人没打的学校不排。</p>
      {isCompared ? (
        <>
          <h3 className={styles.part}>不一致的，怎么定</h3>
          {differing.length === 0 ? <p>没有差 2 分以上的。</p> : null}
          <ol className={styles.differing}>
            {differing.map(({ school, criterion, scores, settling }) => (
              <li key={`${school} ${criterion}`}>
                <b>{`${school}，${criterion}`}</b>：{scores}
                <br />
                {settling.text}
                {settling.href === undefined ? null : (
                  <>
                    {' '}
                    <a href={settling.href}>
                      {settling.link}
                      <span className="vh">{`，${school}`}</span>
                    </a>
                  </>
                )}
              </li>
            ))}
          </ol>
          {moreDiffering === 0 ? null : <p>{`另有 ${moreDiffering} 项差 2 分以上，在下面的表里标出。`}</p>}
          <h3 className={styles.part}>一致的</h3>
          {agreed.length === 0 ? <p>还没有都打了分又接近的。</p> : null}
          <ul>
            {agreed.map(({ school, by }) => (
              <li key={school}>{`${school}：${by.join('、')}`}</li>
            ))}
          </ul>
        </>
      ) : null}
      {unanswered.length === 0 || !isCompared ? null : (
        <p className="soft">
          {`还差：${unanswered.map(({ name, count }) => `${name} ${count} 项别人打了、自己没打`).join('；')}。`}
        </p>
      )}
    </section>
  )
}

function rankingName(name: string | undefined): string {
  return name === undefined ? '合起来' : `${name}的排名`
}

/** The result in one sentence. */
function summaryOf({ rankings, sharedFirst, decisive }: BookView): string {
  const people = rankings.flatMap(({ name }) => name ?? [])
  if (people.length === 1) return `现在只有${people.join('')}打了分，两个人都打了才看得出哪里不一样。`
  if (sharedFirst.length > 0) return `${people.join('、')}都把${sharedFirst.join('、')}排在第一。`
  const firsts = rankings.flatMap(({ name, places }) =>
    name === undefined
      ? []
      : [`${name}第一是${places.flatMap(({ place, school }) => (place === 1 ? school : [])).join('、')}`],
  )
  const without =
    decisive === undefined
      ? '不是哪一项造成的，是好几项都不一样。'
      : `差在“${decisive.criterion}”：不算这一项，都是${decisive.first.join('、')}第一。`
  return `${firsts.join('，')}。${without}`
}
