import { Link } from '@remix-run/react'
import type { FormProblem } from '#app/forms/form-problem.ts'
import { Field } from '../../parts/field.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { rowsOf, type ContentField } from './content-texts.ts'
import styles from './content-form.module.css'

/** What a section's form shows beside its stored values. */
export type SectionState = {
  /** Cells as typed, by column. */
  cells?: Readonly<Record<string, string>> | undefined
  problem?: FormProblem | undefined
  emptyRows?: number | undefined
  /** Texts as visitors will see them, by column. */
  previews?: Readonly<Record<string, string>> | undefined
}

type Props = SectionState & {
  fields: readonly ContentField[]
  /** The version that the form is made from. */
  base: string
  back: string
}

/** The form of one section: a field for each column, rows for lists. */
export function ContentForm({ fields, base, back, cells, problem, emptyRows = 3, previews = {} }: Props) {
  const hasLists = fields.some(({ control }) => control === 'list')
  const values = { ...Object.fromEntries(fields.map(({ name, value }) => [name, value])), ...cells }
  return (
    <StaffForm
      encType="multipart/form-data"
      problem={problem}
      hiddenFields={['row', ...fields.filter(({ control }) => isGroup(control)).map(({ name }) => name)]}
    >
      <input type="hidden" name="_base" value={base} />
      <input type="hidden" name="_empty" value={emptyRows} />
      {fields.map((field) => (
        <ContentInput
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          problem={problem}
          emptyRows={emptyRows}
          preview={previews[field.name]}
        />
      ))}
      <div className={styles.buttons}>
        <SubmitButton>存为草稿</SubmitButton>
        {hasLists ? (
          <SubmitButton tone="quiet" name="_intent" value="add">
            再加三行
          </SubmitButton>
        ) : null}
        {fields.some(({ control }) => control === 'rich') ? (
          <SubmitButton tone="quiet" name="_intent" value="preview">
            预览正文
          </SubmitButton>
        ) : null}
        <Link className="button quiet" to={back}>
          返回
        </Link>
      </div>
    </StaffForm>
  )
}

const isGroup = (control: ContentField['control']) => control === 'list' || control === 'choices'

type InputProps = {
  field: ContentField
  value: string
  problem: FormProblem | undefined
  emptyRows: number
  preview: string | undefined
}

function ContentInput({ field, value, problem, emptyRows, preview }: InputProps) {
  const { name, label, control, options, needed, hint } = field
  if (control === 'choices') return <Choices field={field} value={value} problem={problem} />
  if (control === 'list')
    return <ListRows field={field} value={value} problem={problem} emptyRows={emptyRows} />
  const form = { values: { [name]: shown(control, value) }, problem }
  const common = { label, name, form, hint, optional: !needed }
  if (control === 'choice') return <Field {...common} choices={options ?? []} none="没有说明" />
  if (control === 'text') return <Field {...common} rows={5} />
  if (control === 'rich')
    return (
      <>
        {preview === undefined ? null : (
          <section className={styles.preview} aria-label={`${label}预览`}>
            {/* The API has sanitised it as for visitors. */}
            {/* oxlint-disable-next-line react/no-danger */}
            <div dangerouslySetInnerHTML={{ __html: preview }} />
          </section>
        )}
        <Field {...common} rows={18} />
      </>
    )
  return <Field {...common} {...inputOf(control)} />
}

function shown(control: ContentField['control'], value: string): string {
  return control === 'moment' ? value.replace(' ', 'T').slice(0, 16) : value
}

function inputOf(control: ContentField['control']) {
  if (control === 'day') return { type: 'date' }
  if (control === 'moment') return { type: 'datetime-local' }
  return control === 'number' ? { inputMode: 'decimal' as const } : {}
}

type GroupProps = Omit<InputProps, 'emptyRows' | 'preview'>

function Fault({ text }: { text: string | undefined }) {
  return text === undefined ? null : (
    <p className="error">
      <span className="vh">错误：</span>
      {text}
    </p>
  )
}

function Choices({ field: { name, label, options = [] }, value, problem }: GroupProps) {
  const chosen = new Set(value.split('|'))
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      <Fault text={problem?.fields[name]} />
      {options.map((option) => (
        <label key={option.value}>
          <input type="checkbox" name={name} value={option.value} defaultChecked={chosen.has(option.value)} />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}

function ListRows({ field, value, problem, emptyRows }: GroupProps & { emptyRows: number }) {
  const { name, label, columns = [], hint } = field
  const rows = rowsOf(value)
  const all = [...rows, ...Array.from({ length: emptyRows }, (): Record<string, string> => ({}))]
  return (
    <fieldset className={styles.list}>
      <legend>{label}</legend>
      {hint === undefined ? null : <p className="soft">{hint}</p>}
      <Fault text={problem?.fields[name]} />
      <input type="hidden" name={`${name}.rows`} value={all.length} />
      {all.map((row, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows have no other name than their place
        <fieldset key={place} className={styles.row}>
          <legend>
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
      ))}
    </fieldset>
  )
}
