import type { City } from '#server/contract/cities.ts'
import { withChild, type ChildQuery } from '#server/contract/child/child-query.ts'
import { planningPath, schoolPath } from '#app/paths.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { Fits } from './load-fits.server.ts'
import styles from './plan.module.css'

type Props = {
  city: City
  /** The child of the plan: the schools' pages speak for it too. */
  child: ChildQuery
  /** Undefined when the list failed. */
  fits: Fits | undefined
  /** Ids whose tuition is added up. */
  chosen: readonly number[]
  /** Whether the page says already that all of it is sample content. */
  isSample: boolean
}

const formId = 'add-up'

/** Schools for a child with what speaks for and against each, and those that miss one condition. */
export function PlanFits({ city, child, fits, chosen, isSample }: Props) {
  if (fits === undefined) {
    return (
      <section className="section">
        <Notice tone="warn">学校暂时没有加载出来，请稍后刷新。</Notice>
      </section>
    )
  }
  const { schools, misses, total, list, fields } = fits
  return (
    <section className="section" aria-labelledby="fits">
      <h2 id="fits">可以考虑的学校</h2>
      {total === 0 ? (
        <p className="soft">
          没有学校符合这些条件，<a href={list}>看放宽哪一条就有</a>。
        </p>
      ) : null}
      <ul className={styles.fits}>
        {schools.map(({ id, name, sample, verdict, pro, con }) => (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                name="schools"
                value={id}
                form={formId}
                defaultChecked={chosen.includes(id)}
              />
              <a href={withChild(schoolPath(id), child)}>{name}</a>
              {sample && !isSample ? <small>示例数据</small> : null}
            </label>
            {verdict === undefined ? null : <span className={verdict.look}>{verdict.label}</span>}
            <ul className={styles.reasons}>
              {pro.map((text) => (
                <li key={text}>{text}</li>
              ))}
              {con.map((text) => (
                <li key={text} className="soft">
                  要留意：{text}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {total > schools.length ? (
        <p className={styles.gap}>
          先列 {schools.length} 所，能确定可以报的在前。<a href={list}>看全部 {total} 所</a>
        </p>
      ) : null}
      {schools.length === 0 ? null : (
        <form id={formId} action={`${planningPath(city)}#total`} className={styles.gap}>
          {fields.map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button className="button" type="submit">
            算到高三的学费
          </button>
          <small>最多 4 所</small>
        </form>
      )}
      {misses.length === 0 ? null : (
        <details className={styles.more} open={schools.length === 0}>
          <summary>
            <h3>{`只差一个条件的 ${misses.length} 所`}</h3>
          </summary>
          <ul className={styles.fits}>
            {misses.map(({ id, name, sample, miss }) => (
              <li key={`${id} ${miss}`}>
                <a href={withChild(schoolPath(id), child)}>{name}</a>
                {sample && !isSample ? <small>示例数据</small> : null}
                <p className="soft small">差在：{miss}</p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
