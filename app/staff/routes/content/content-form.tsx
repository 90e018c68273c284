import { Link } from '@remix-run/react'
import type { FormProblem } from '#app/forms/form-problem.ts'
import { asFieldTime } from '../../parts/field-time.ts'
import { Field } from '../../parts/field.tsx'
import { StaffForm, SubmitButton } from '../../parts/staff-form.tsx'
import { spelledOut, type ContentField } from './content-texts.ts'
import { Fault, inputOf, ListRows } from './list-rows.tsx'
import { PictureField } from './picture-field.tsx'
import { RichField } from './rich-field.tsx'
import type { TextPreviewData } from './text-preview.tsx'
import styles from './content-form.module.css'

/** What a section's form shows beside its stored values. */
export type SectionState = {
  /** Cells as typed, by column. */
  cells?: Readonly<Record<string, string>> | undefined
  problem?: FormProblem | undefined
  emptyRows?: number | undefined
  /** Texts as visitors will see them, by column. */
  previews?: Readonly<Record<string, TextPreviewData>> | undefined
}

type Props = SectionState & {
  kind: string
  fields: readonly ContentField[]
  /** The version that the form is made from. */
  base: string
  back: string
}

/** The form of one section: a field for each column, rows for lists. */
export function ContentForm({
  kind,
  fields,
  base,
  back,
  cells,
  problem,
  emptyRows = 3,
  previews = {},
}: Props) {
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
          kind={kind}
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
  kind: string
  field: ContentField
  value: string
  problem: FormProblem | undefined
  emptyRows: number
  preview: TextPreviewData | undefined
}

function ContentInput({ kind, field, value, problem, emptyRows, preview }: InputProps) {
  const { name, label, control, options, needed } = field
  if (control === 'choices') return <Choices field={field} value={value} problem={problem} />
  if (control === 'list')
    return <ListRows field={field} value={value} problem={problem} emptyRows={emptyRows} />
  if (control === 'picture') return <PictureField field={field} value={value} problem={problem} />
  if (control === 'rich')
    return <RichField kind={kind} field={field} value={value} problem={problem} preview={preview} />
  const now = spelledOut(field, value)
  const hint = [field.hint, now === undefined ? undefined : `现在：${now}`].filter(Boolean).join('；')
  const form = { values: { [name]: shown(control, value) }, problem }
  const common = { label, name, form, hint: hint === '' ? undefined : hint, optional: !needed }
  if (control === 'choice')
    return (
      <Field
        {...common}
        choices={options ?? []}
        {...(options?.some((option) => option.value === '') === true
          ? {}
          : { none: needed ? '请选择' : '不填' })}
      />
    )
  if (control === 'text') return <Field {...common} rows={5} />
  return <Field {...common} {...inputOf(control)} />
}

function shown(control: ContentField['control'], value: string): string {
  return control === 'moment' ? asFieldTime(value) : value
}

type ChoicesProps = Pick<InputProps, 'field' | 'value' | 'problem'>

function Choices({ field: { name, label, options = [] }, value, problem }: ChoicesProps) {
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
