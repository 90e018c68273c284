import type { ReactNode } from 'react'
import { fieldAttributes } from './field-attributes.ts'
import styles from './forms.module.css'

type Props = {
  name: string
  /** The text that is agreed to. */
  children: ReactNode
  /** What a ticked box sends. */
  value?: string
  defaultChecked?: boolean
  error?: string | undefined
  prefix?: string | undefined
}

/** A labelled checkbox, never checked by default unless the visitor checked it before. */
export function CheckboxField({ name, children, value = '1', defaultChecked = false, error, prefix }: Props) {
  const { id, errorId, facts } = fieldAttributes(name, { prefix, error })
  return (
    <div className={error === undefined ? styles.tick : `${styles.tick} ${styles.wrong}`}>
      {error === undefined ? null : (
        <p id={errorId}>
          <span className="vh">错误：</span>
          {error}
        </p>
      )}
      <label htmlFor={id}>
        <input type="checkbox" id={id} name={name} value={value} defaultChecked={defaultChecked} {...facts} />
        <span>{children}</span>
      </label>
    </div>
  )
}
