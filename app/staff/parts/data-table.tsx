import type { ReactNode } from 'react'
import styles from './data-table.module.css'

/** A column of a table: its heading, and what a row shows in it. */
export type Column<Row> = {
  label: string
  cell: (row: Row) => ReactNode
  /** Names the row: the first column, when no other does. */
  isHeading?: boolean
  /** Figures stand at the right. */
  align?: 'right'
  /** Stays on one line where there is room: times, phones. */
  noWrap?: boolean
}

export type DataTableProps<Row> = {
  /** What the table lists, for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
  /** Shown in place of a table without rows. */
  empty: string
  /** Where rows are chosen by boxes with the name `row`: what a row's box is called. */
  pickTitle?: (row: Row) => string
}

/** A table; on phones each row is a card with the columns' labels in it. */
export function DataTable<Row>({ caption, columns, rows, keyOf, empty, pickTitle }: DataTableProps<Row>) {
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>
  const named = Math.max(
    0,
    columns.findIndex(({ isHeading }) => isHeading === true),
  )
  return (
    <table className={styles.table}>
      <caption className="vh">{caption}</caption>
      <thead>
        <tr>
          {pickTitle === undefined ? null : (
            <th scope="col">
              <span className="vh">选中</span>
            </th>
          )}
          {columns.map(({ label, align }) => (
            <th key={label} scope="col" className={align === 'right' ? styles.figures : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {pickTitle === undefined ? null : (
              <td className={styles.pick}>
                <RowBox value={keyOf(row)} title={pickTitle(row)} />
              </td>
            )}
            {columns.map((column, at) =>
              at === named ? (
                <th key={column.label} scope="row" className={classesOf(column)}>
                  {column.cell(row)}
                </th>
              ) : (
                <td key={column.label} data-label={column.label} className={classesOf(column)}>
                  <div>{column.cell(row)}</div>
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function RowBox({ value, title }: { value: string | number; title: string }) {
  return (
    <label>
      <input type="checkbox" name="row" value={value} />
      <span className="vh">选中{title}</span>
    </label>
  )
}

function classesOf<Row>({ align, noWrap }: Column<Row>): string | undefined {
  const classes = [align === 'right' ? styles.figures : '', noWrap === true ? styles.whole : '']
  const text = classes.filter(Boolean).join(' ')
  return text === '' ? undefined : text
}
