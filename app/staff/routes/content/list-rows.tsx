import type { FormProblem } from '#app/forms/form-problem.ts'
import { Field } from '../../parts/field.tsx'
import { cellWords, rowsOf, type ContentField } from './content-texts.ts'
import styles from './content-form.module.css'

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

/** The rows of a list, each folded to a line that says what is in it; the next empty one and faulty ones are open. */
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
      {all.map((row, place) => (
        <details
          // oxlint-disable-next-line react/no-array-index-key -- rows have no other name than their place
          key={place}
          className={styles.row}
          open={place === rows.length || place === faulty || faulty === 'any'}
        >
          <summary>
            <b>
              {label}第 {place + 1} 行
            </b>{' '}
            {place < rows.length ? cellWords(field, JSON.stringify([row])) : '（空）'}
          </summary>
          <fieldset>
            <legend className="vh">
              {label}第 {place + 1} 行
            </legend>
            {columns.map((column) => {
              const own = `${name}.${place}.${column.name}`
              const form = { values: { [own]: row[column.name] ?? '' } }
              return column.options === undefined ? (
                <Field key={own} label={column.label} name={own} form={form} {...inputOf(column.control)} />
              ) : (
                <Field
                  key={own}
                  label={column.label}
                  name={own}
                  form={form}
                  choices={column.options}
                  none="—"
                />
              )
            })}
          </fieldset>
        </details>
      ))}
    </fieldset>
  )
}

/** Which row a fault names, from 0 on; `any` when it names none. Stops of buses are counted within their lines. */
function faultyRow(list: string, fault: string): number | 'any' {
  const [, counted] = /第 (\d+) [条行]/.exec(fault) ?? []
  const [, indexed] = /^(\d+)[. :]/.exec(fault) ?? []
  if (list === 'bus_lines' || (counted === undefined && indexed === undefined)) return 'any'
  return counted === undefined ? Number(indexed) : Number(counted) - 1
}
