import type { SchoolDetailData } from '#server/contract/schools.ts'
import { groupedText } from '#app/ui/text/format.ts'
import { Money } from '#app/ui/text/money.tsx'
import { notPublished, totalCostLabel, tuitionLabel } from '#app/school/fact-labels.ts'
import styles from './fees-table.module.css'

/** Whole CNY with separators: `128,000元`. */
const exact = (cny: number) => `${groupedText(cny)}元`

type Row = { label: string; amount: string; note?: string | undefined }

function rowsOf(school: SchoolDetailData): Row[] {
  const { fees, stages, tuition_max, tuition_min } = school
  const varies = stages.length > 1 ? '随学段不同' : '随年级不同'
  return [
    {
      label: '学费',
      amount: tuitionLabel(school) ?? notPublished,
      note: tuition_min === tuition_max ? undefined : varies,
    },
    ...fees.map(({ amount, label, note, per }) => ({
      label,
      amount: per === 'year' ? `${exact(amount)}/年` : exact(amount),
      note: per === 'year' ? note : ['一次性', note].filter(Boolean).join('，'),
    })),
  ]
}

/** Table of yearly costs, item by item; scrolls horizontally when it is too wide. */
export function FeesTable({ school }: { school: SchoolDetailData }) {
  const total = totalCostLabel(school)
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
        <tbody>
          {rowsOf(school).map(({ label, amount, note }) => (
            <FeeRow key={label} label={label} amount={amount} note={note} />
          ))}
        </tbody>
        <tfoot>
          <FeeRow
            label="一年总费用"
            amount={total ?? notPublished}
            note={total === undefined ? undefined : '每年各项相加，不含报名费、押金等一次性费用'}
          />
        </tfoot>
      </table>
    </div>
  )
}

function FeeRow({ label, amount, note }: Row) {
  return (
    <>
      <tr>
        <th scope="row">{label}</th>
        <td>
          <Money text={amount} />
        </td>
      </tr>
      {note === undefined ? null : (
        <tr>
          <td colSpan={2}>{note}</td>
        </tr>
      )}
    </>
  )
}
