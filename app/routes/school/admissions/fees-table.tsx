import { Money } from '#app/ui/text/money.tsx'
import { type FeeRow, useSchoolRoute } from '#app/schools/school-data.ts'
import styles from './fees-table.module.css'

/** Table of yearly costs, item by item; scrolls horizontally when it is too wide. */
export function FeesTable() {
  const { fees = [] } = useSchoolRoute()
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="vh">费用明细</caption>
        <thead>
          <tr>
            <th scope="col">项目</th>
            <th scope="col">金额</th>
          </tr>
        </thead>
        <tbody>{fees.filter(({ isSum }) => !isSum).map(rowsOf)}</tbody>
        <tfoot>{fees.filter(({ isSum }) => isSum).map(rowsOf)}</tfoot>
      </table>
    </div>
  )
}

function rowsOf({ label, amount, note }: FeeRow) {
  return [
    <tr key={label}>
      <th scope="row">{label}</th>
      <td>
        <Money text={amount} />
      </td>
    </tr>,
    note === undefined ? null : (
      <tr key={`${label} `}>
        <td colSpan={2}>{note}</td>
      </tr>
    ),
  ]
}
