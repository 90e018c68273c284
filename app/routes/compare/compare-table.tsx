import { withChild, type ChildQuery } from '#app/child/child-query.ts'
import { orderPath, schoolPath, toggleComparePath } from '#app/paths.ts'
import { Bar } from '#app/ui/bar.tsx'
import { Money } from '#app/ui/text/money.tsx'
import { compareHref } from './compare-ids.ts'
import type { CompareRow, CompareSchool } from './compare-view.ts'
import styles from './compare.module.css'

type Props = {
  schools: readonly CompareSchool[]
  rows: readonly CompareRow[]
  /** The child for whom the page speaks. */
  child: ChildQuery
}

/** Comparison table, one column for each school; differing rows are marked by text. Scrolls horizontally. */
export function CompareTable({ schools, rows, child }: Props) {
  const ids = schools.map(({ id }) => id)
  return (
    <section className={styles.scroll} aria-label="对比表">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">项目</th>
            {schools.map((school) => (
              <th scope="col" key={school.id}>
                <a href={withChild(schoolPath(school.id), child)}>{school.name}</a>
                {school.state === undefined ? null : <span className="tag warn">{school.state}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.label} row={row} schools={schools} />
          ))}
          <tr className={styles.next}>
            <th scope="row">下一步</th>
            {schools.map((school) => (
              <td key={school.id}>
                <NextSteps school={school} child={child} others={ids.filter((id) => id !== school.id)} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  )
}

function Row({ row, schools }: { row: CompareRow; schools: readonly CompareSchool[] }) {
  return (
    <tr className={row.isDifferent ? styles.different : undefined}>
      <th scope="row">
        {row.label}
        {row.isDifferent ? <b className={styles.mark}>不同</b> : null}
      </th>
      {row.cells.map(({ text, share, isMissing }, at) => (
        <td key={schools[at]?.id} className={isMissing === true ? 'soft' : undefined}>
          <Money text={text} />
          {share === undefined ? null : <Bar share={share} />}
        </td>
      ))}
    </tr>
  )
}

type StepsProps = Pick<Props, 'child'> & { school: CompareSchool; others: readonly number[] }

function NextSteps({ school, child, others }: StepsProps) {
  const { id, name, state, call, phone, website } = school
  return (
    <form className={styles.steps} method="post" action={toggleComparePath}>
      {state === undefined ? (
        <a className="button" href={orderPath({ schoolId: id })} aria-label={`预约参观${name}`}>
          预约参观
        </a>
      ) : null}
      {phone === undefined ? null : call === undefined ? <span>{phone}</span> : <a href={call}>{phone}</a>}
      {website === undefined ? null : (
        <a href={website} rel="noopener" aria-label={`${name}官网`}>
          官网
        </a>
      )}
      <input type="hidden" name="back" value={compareHref(others, child)} />
      <button name="remove" value={id} aria-label={`移除${name}`}>
        移除
      </button>
    </form>
  )
}
