import type { SchoolDetailData } from '#server/contract/schools.ts'
import { notPublished, totalCostWords, tuitionWords } from './fact-words.ts'
import styles from './fees-table.module.css'

/** Whole CNY with separators: `128,000元`. */
const exact = (cny: number) => `${cny.toLocaleString('en')}元`

/** What a year at the school costs, item by item; scrolls inside itself on narrow screens. */
export function FeesTable({ school }: { school: SchoolDetailData }) {
  const tuition = tuitionWords(school)
  const total = totalCostWords(school)
  return (
    // A box that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="region" aria-label="费用明细表" tabIndex={0}>
      <table className={styles.table}>
        <caption className="vh">费用明细</caption>
        <thead>
          <tr>
            <th scope="col">项目</th>
            <th scope="col">金额</th>
            <th scope="col">说明</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">学费</th>
            <td>{tuition ?? notPublished}</td>
            <td>{school.tuition_min === school.tuition_max ? '' : '随学段不同'}</td>
          </tr>
          {school.fees.map(({ amount, label, note, per }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{per === 'year' ? `${exact(amount)}/年` : `${exact(amount)}，一次性`}</td>
              <td>{note}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">一年总花费</th>
            <td>{total ?? notPublished}</td>
            <td>{total === undefined ? '' : '每年各项相加，不含一次性费用'}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
