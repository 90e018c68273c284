import type { FormProblem } from '#app/forms/form-problem.ts'
import { Field } from '../../parts/field.tsx'
import { cellWords, rowsOf, type ContentField } from './content-texts.ts'
import styles from './list-rows.module.css'

/** What an input of one line is, by the control of its column. */
export function inputOf(control: ContentField['control']) {
  if (control === 'day') return { type: 'date' }
  if (control === 'moment') return { type: 'datetime-local' }
  return control === 'number' ? { inputMode: 'decimal' as const } : {}
}

/** What is wrong with a group of fields, above them. */
export function Fault({ text }: { text: string | undefined }) {
  return text === undefined ? null : (
    <p className="error">
      <span className="vh">错误：</span>
      {text}
    </p>
  )
}

type Props = {
  field: ContentField
  value: string
  problem: FormProblem | undefined
  /** Rows without values below those that have some. */
  emptyRows: number
}

/**
 * The rows of a list: a table where there is room for its columns; else each row is folded to a line that says what is in it,
 * and the next empty one and faulty ones are open.
 */
export function ListRows({ field, value, problem, emptyRows }: Props) {
  const { name, label, columns = [], hint } = field
  const rows = rowsOf(value)
  const all = [...rows, ...Array.from({ length: emptyRows }, (): Record<string, string> => ({}))]
  const fault = problem?.fields[name]
  const faulty = fault === undefined ? undefined : faultyRow(name, fault)
  return (
    <fieldset className={styles.list}>
      <legend>{label}</legend>
      {hint === undefined ? null : <p className="soft">{hint}</p>}
      <Fault text={fault} />
      <input type="hidden" name={`${name}.rows`} value={all.length} />
      <div className={styles.table}>
        <div className={styles.head} aria-hidden="true">
          <span>行</span>
          {columns.map((column) => (
            <span key={column.name}>
              {column.label}
              {column.hint === undefined ? null : <small>{column.hint}</small>}
            </span>
          ))}
        </div>
        {all.map((row, place) => (
          <Row
            // oxlint-disable-next-line react/no-array-index-key -- rows have no other name than their place
            key={place}
            field={field}
            place={place}
            row={row}
            isEmpty={place >= rows.length}
            isOpen={place === rows.length || place === faulty || faulty === 'any'}
          />
        ))}
      </div>
    </fieldset>
  )
}

type RowProps = {
  field: ContentField
  place: number
  row: Readonly<Record<string, string>>
  isEmpty: boolean
  isOpen: boolean
}

/** One row; its box unfolds it on narrow screens, without scripts too. */
function Row({ field, place, row, isEmpty, isOpen }: RowProps) {
  const { name, label, columns = [] } = field
  const fold = `${name}.${place}.fold`
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is never the row of a table
    <div className={styles.row} role="group" aria-label={`${label}第 ${place + 1} 行`}>
      <input id={fold} className={styles.fold} type="checkbox" defaultChecked={isOpen} />
      <label htmlFor={fold} className={styles.summary}>
        <b>
          <span>{label}第 </span>
          {place + 1}
          <span> 行</span>
        </b>{' '}
        <span>{isEmpty ? '（空）' : cellWords(field, JSON.stringify([row]))}</span>
      </label>
      <div className={styles.cells}>
        {columns.map((column) => {
          const own = `${name}.${place}.${column.name}`
          const form = { values: { [own]: row[column.name] ?? '' } }
          const common = { label: column.label, name: own, form, hint: column.hint }
          return (
            <div key={own} className={`${styles.cell} ${widthOf(column.control)}`}>
              {column.options === undefined ? (
                <Field {...common} {...inputOf(column.control)} />
              ) : (
                <Field {...common} choices={column.options} none="—" />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** The class of a cell in the table: figures need less room than words. */
function widthOf(control: ContentField['control']): string {
  if (control === 'number') return styles.figures ?? ''
  if (control === 'day') return styles.day ?? ''
  return control === 'choice' ? (styles.choice ?? '') : ''
}

/** Which row a fault names, from 0 on; `any` when it names none. Stops of buses are counted within their lines. */
function faultyRow(list: string, fault: string): number | 'any' {
  const [, counted] = /第 (\d+) [条行]/.exec(fault) ?? []
  const [, indexed] = /^(\d+)[. :]/.exec(fault) ?? []
  if (list === 'bus_lines' || (counted === undefined && indexed === undefined)) return 'any'
  return counted === undefined ? Number(indexed) : Number(counted) - 1
}
