import type { City } from '#server/contract/cities.ts'
import { rankingListPath, topListPath } from '#app/paths.ts'
import { Notice } from '#app/ui/notice.tsx'
import { PageForm, PageLink } from '#app/ui/page-link.tsx'
import type { WholeRanking } from './load-rankings.server.ts'
import styles from './ranking.module.css'

/** Weights of a ranking's parts that a visitor changes: a form whose address is the order that it asks for. */
export function WeightsForm({ city, whole }: { city: City; whole: WholeRanking }) {
  const { ranking, typed, words, presets, isWeighed, problem, unplaced } = whole
  const { anchor, parts } = ranking
  return (
    <>
      {problem === undefined ? null : (
        <div role="alert">
          <Notice tone="warn">{`没有重排：${problem}。下面还是榜单原来的名次，您填的都还在。`}</Notice>
        </div>
      )}
      {presets.length === 0 ? null : (
        <nav className={styles.order} aria-label="排法">
          <p className="words">
            {presets.map(({ label, href, isCurrent }) => (
              <PageLink
                key={label}
                className="word"
                to={href}
                rel="nofollow"
                preventScrollReset
                aria-current={isCurrent ? 'true' : undefined}
              >
                {label}
              </PageLink>
            ))}
          </p>
        </nav>
      )}
      <details
        className={styles.method}
        open={problem !== undefined || (isWeighed && presets.every(({ isCurrent }) => !isCurrent))}
      >
        <summary>自己调权重，重新排</summary>
        <p className="soft">
          每一项填 0 到 100，越大越看重，0 是不看这一项。只在列出的学校之间重排，不改变榜单。
        </p>
        <PageForm action={topListPath(city)} key={JSON.stringify(typed)} className={styles.weights}>
          <input type="hidden" name="list" value={anchor} />
          {parts.map(({ name, slug }) => (
            <label key={slug}>
              {name}
              <input
                className="field"
                name={`w_${slug}`}
                inputMode="numeric"
                autoComplete="off"
                defaultValue={typed[slug]}
              />
              <small>{words[slug]}</small>
            </label>
          ))}
          <p>
            <button className="button">按这个排</button>
          </p>
        </PageForm>
      </details>
      {isWeighed ? (
        <p className={styles.order}>
          现在不是榜单原来的名次。<a href={rankingListPath(city, anchor)}>恢复榜单原来的名次</a>
        </p>
      ) : null}
      {unplaced.length === 0 ? null : (
        <p className="soft small">{`${unplaced.join('、')}缺少分项，没法这样排，没有列出。`}</p>
      )}
    </>
  )
}
