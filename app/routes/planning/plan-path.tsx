import { withChild, type ChildQuery } from '#server/contract/child/child-query.ts'
import { schoolPath } from '#app/paths.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { Path } from './load-path.server.ts'
import styles from './plan.module.css'

const percent = (share: number) => `${Number((share * 100).toFixed(1))}%`

type Props = {
  /** The child of the plan: the schools' pages speak for it too. */
  child: ChildQuery
  /** Undefined when the list failed. */
  path: Path | undefined
  /** Whether the page says already that all of it is sample content. */
  isSample: boolean
}

/** The ways from a grade to the last one: for each step the schools to enter there, with how far each of them goes. */
export function PlanPath({ child, path, isSample }: Props) {
  if (path === undefined) {
    return (
      <section className="section">
        <Notice tone="warn">升学路径暂时没有加载出来，请稍后刷新。</Notice>
      </section>
    )
  }
  const { from, axis, steps, source, curriculum } = path
  return (
    <section className={`section ${styles.ways}`} aria-labelledby="path">
      <h2 id="path">从{from}怎么读到高三</h2>
      <p className="soft small">
        {curriculum === undefined ? null : `只列有 ${curriculum} 课程的学校。`}
        {steps.every(({ schools }) => schools.length === 0)
          ? null
          : '横线是学校开的年级，圆点是公布招新生的年级，可以那时转进去。'}
        有高年级不等于能直升，要不要考试看学校规定。
      </p>
      {steps.map(({ grade, isFirst, ending, again, total, list, schools }) => (
        <details key={grade} className={styles.more} open={isFirst}>
          <summary>
            <h3>{isFirst ? `现在上${grade}` : `${grade}换学校`}</h3>
          </summary>
          {ending.length === 0 ? null : <p className="small">到这里要换学校：{ending.join('、')}。</p>}
          {again.length === 0 ? null : (
            <p className="small">
              上面的学校也可以在{grade}进：{again.join('、')}。
            </p>
          )}
          {total === 0 ? <p className="soft small">还没有查到能进{grade}的学校。</p> : null}
          {schools.length === 0 ? null : (
            <>
              <Axis axis={axis} />
              <ul className={styles.path}>
                {schools.map(({ id, name, sample, verdict, facts, runs, dots }) => (
                  <li key={id}>
                    <a href={withChild(schoolPath(id), isFirst ? child : {})}>{name}</a>{' '}
                    <span className={verdict.look}>{verdict.label}</span>
                    {sample && !isSample ? <small>示例数据</small> : null}
                    <svg width="100%" height="12" aria-hidden="true" focusable="false">
                      {runs.map((run) => (
                        <rect
                          key={run.from}
                          x={percent(run.from)}
                          y="4"
                          width={percent(run.to - run.from)}
                          height="4"
                          rx="2"
                        />
                      ))}
                      {dots.map((at) => (
                        <circle key={at} cx={percent(at)} cy="6" r="5" />
                      ))}
                    </svg>
                    <p className="soft small">{facts}</p>
                  </li>
                ))}
              </ul>
            </>
          )}
          {total > schools.length + again.length ? (
            <p className={styles.gap}>
              <a href={list}>看这一步可以报或可以问的全部学校</a>
            </p>
          ) : null}
        </details>
      ))}
      {source === undefined ? null : <p className="soft small">招生年级的来源：{source}。</p>}
    </section>
  )
}

/** Where on the lines below the first grades of the stages are. */
function Axis({ axis }: Pick<Path, 'axis'>) {
  return (
    <svg className={styles.axis} width="100%" height="18" aria-hidden="true" focusable="false">
      {axis.map(({ label, at }) => (
        <text key={label} x={percent(at)} y="13">
          {label}
        </text>
      ))}
    </svg>
  )
}
