import type { RefObject } from 'react'
import styles from './staff-panel.module.css'

type Props = {
  id: string
  label: string
  /** A new PIN, which the browser must not autofill. */
  isNew?: boolean
  typed: string
  onType: (typed: string) => void
  field?: RefObject<HTMLInputElement>
}

/** Input of the staff PIN. */
export function PinField({ id, label, isNew = false, typed, onType, field }: Props) {
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        ref={field}
        className={styles.code}
        type="password"
        inputMode="numeric"
        autoComplete={isNew ? 'new-password' : 'off'}
        maxLength={8}
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
    </>
  )
}
