import { withChild, type ChildQuery } from '#server/contract/child/child-query.ts'
import { schoolPath } from '#app/paths.ts'
import { Bar } from '#app/ui/bar.tsx'
import type { Total } from './load-total.server.ts'
import styles from './plan.module.css'

type Props = {
  /** The child of the plan: the schools' pages speak for it too. */
  child: ChildQuery
  total: Total
  /** Whether the page says already that all of it is sample content. */
  isSample: boolean
}

/** Tuition of the chosen schools from the child's grade to grade 12, grade by grade. */
export function PlanTotal({ child, total, isSample }: Props) {
  const { grade, grades, schools, missing, dropped } = total
  const most = Math.max(...schools.map(({ sum }) => sum))
  return (
    <section className="section" aria-labelledby="total">
      <h2 id="total">从{grade}到高三的学费</h2>
      <p className="soft small">
        每个年级用学校自己公布的最近一年学费，没有算涨价，也不含住宿费、校车费和餐费。没查到的年级不猜。
      </p>
      {missing === 0 ? null : (
        <p className={styles.gap}>有 {missing} 所学校没有找到，或者暂时读不到，没有算进来。</p>
      )}
      {dropped === 0 ? null : <p className={styles.gap}>最多并排 4 所，多选的 {dropped} 所没有算进来。</p>}
      {schools.length === 0 ? null : (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">年级</th>
                {schools.map(({ id, name, stay, sample }) => (
                  <th key={id} scope="col">
                    <a href={withChild(schoolPath(id), child)}>{name}</a>
                    <small>
                      {stay}
                      {sample && !isSample ? '，示例数据' : null}
                    </small>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {grades.map((label, row) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {schools.map(({ id, cells }) => (
                    <td key={id}>{cells[row]}</td>
                  ))}
                </tr>
              ))}
              <tr>
                <th scope="row">合计</th>
                {schools.map(({ id, total: whole, gaps, sum }) => (
                  <td key={id}>
                    <b>{whole}</b>
                    {most === 0 ? null : <Bar share={sum / most} />}
                    {gaps.map((gap) => (
                      <small key={gap}>{gap}</small>
                    ))}
                  </td>
                ))}
              </tr>
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
