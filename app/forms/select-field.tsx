import { fieldAttributes } from './field-attributes.ts'
import styles from './forms.module.css'

type Choice = { value: string; label: string; group?: string }
type Props = {
  label: string
  name: string
  choices: readonly Choice[]
  /** Label of the empty choice, such as 不填写. */
  none?: string
  defaultValue?: string | undefined
  hint?: string | undefined
  error?: string | undefined
  prefix?: string | undefined
}

/** A labelled select, with option groups where choices name one. */
export function SelectField({ label, name, choices, none, defaultValue, hint, error, prefix }: Props) {
  const { id, hintId, errorId, facts } = fieldAttributes(name, { prefix, hint, error })
  const groups = [...new Set(choices.map(({ group }) => group))]
  const options = (group: string | undefined) =>
    choices
      .filter((choice) => choice.group === group)
      .map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))
  return (
    <div className={error === undefined ? styles.field : `${styles.field} ${styles.wrong}`}>
      <label htmlFor={id}>
        {label}
        {none === undefined ? null : <small>（选填）</small>}
      </label>
      {hint === undefined ? null : <small id={hintId}>{hint}</small>}
      {error === undefined ? null : (
        <p id={errorId}>
          <span className="vh">错误：</span>
          {error}
        </p>
      )}
      <select className="field" id={id} name={name} defaultValue={defaultValue} {...facts}>
        {none === undefined ? null : <option value="">{none}</option>}
        {groups.map((group) =>
          group === undefined ? (
            options(group)
          ) : (
            <optgroup key={group} label={group}>
              {options(group)}
            </optgroup>
          ),
        )}
      </select>
    </div>
  )
}
