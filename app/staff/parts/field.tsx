import type { InputHTMLAttributes, ReactNode } from 'react'
import { fieldAttributes } from '#app/forms/field-attributes.ts'
import type { FormState } from './form-state.ts'
import styles from './field.module.css'

type Choice = { value: string; label: string }

type Props = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'inputMode' | 'autoComplete' | 'autoFocus' | 'min' | 'max' | 'pattern' | 'accept' | 'multiple'
> & {
  label: string
  name: string
  /** The form's values and refusal, by which the field finds its own. */
  form: FormState
  /** Below the label. */
  hint?: ReactNode
  /** Shows （选填） beside the label. */
  optional?: boolean
  /** A select with these choices. */
  choices?: readonly Choice[]
  /** The empty choice of a select, such as 全部. */
  none?: string
  /** A text area with this many rows. */
  rows?: number
}

/** A labelled field with its hint and error: an input, a select where it has choices, a text area where it has rows. */
export function Field({ label, name, form, hint, optional = false, choices, none, rows, ...input }: Props) {
  const error = form.problem?.fields[name]
  const value = form.values[name]
  const { id, hintId, errorId, facts } = fieldAttributes(name, {
    hint: hint === undefined ? undefined : name,
    error,
  })
  const common = { className: 'field', id, name, defaultValue: value, ...facts }
  return (
    <div className={error === undefined ? styles.field : `${styles.field} ${styles.wrong}`}>
      <label htmlFor={id}>
        {label}
        {optional ? <small>（选填）</small> : null}
      </label>
      {hint === undefined ? null : <small id={hintId}>{hint}</small>}
      {error === undefined ? null : (
        <p id={errorId}>
          <span className="vh">错误：</span>
          {error}
        </p>
      )}
      {choices !== undefined ? (
        <select {...common}>
          {none === undefined ? null : <option value="">{none}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      ) : rows === undefined ? (
        <input {...input} {...common} />
      ) : (
        <textarea {...common} rows={rows} />
      )}
    </div>
  )
}
