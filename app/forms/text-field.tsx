import type { InputHTMLAttributes } from 'react'
import { fieldAttributes } from './field-attributes.ts'
import styles from './forms.module.css'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'id' | 'maxLength'> & {
  label: string
  name: string
  /** Hint below the label. */
  hint?: string | undefined
  error?: string | undefined
  prefix?: string | undefined
  /** Stands behind the label of a field that is not required. */
  mark?: string | undefined
  /** Renders a textarea with this many rows. */
  rows?: number
}

/** A labelled text input or textarea with hint and error. */
export function TextField({ label, name, hint, error, prefix, mark = '选填', rows, ...input }: Props) {
  const { id, hintId, errorId, facts } = fieldAttributes(name, { prefix, hint, error })
  const { defaultValue, required } = input
  return (
    <div className={error === undefined ? styles.field : `${styles.field} ${styles.wrong}`}>
      <label htmlFor={id}>
        {label}
        {required === true ? null : <small>{`（${mark}）`}</small>}
      </label>
      {hint === undefined ? null : <small id={hintId}>{hint}</small>}
      {error === undefined ? null : (
        <p id={errorId}>
          <span className="vh">错误：</span>
          {error}
        </p>
      )}
      {rows === undefined ? (
        <input className="field" id={id} name={name} {...facts} {...input} />
      ) : (
        <textarea
          className="field"
          id={id}
          name={name}
          rows={rows}
          defaultValue={defaultValue}
          required={required}
          {...facts}
        />
      )}
    </div>
  )
}
