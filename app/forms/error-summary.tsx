import { useEffect, useRef } from 'react'
import type { FormProblem } from './form-problem.ts'
import styles from './forms.module.css'

type Props = {
  problem: Pick<FormProblem, 'message' | 'fields'> | undefined
  /** Puts the form's name in front of its fields' ids; as given to the fields. */
  prefix?: string
}

/** What kept a form from being taken, with a link to each field; gets the focus when it appears. */
export function ErrorSummary({ problem, prefix = '' }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [problem])
  if (problem === undefined) return null
  const fields = Object.entries(problem.fields)
  return (
    <div className={styles.summary} role="alert" tabIndex={-1} ref={box}>
      <p>
        <b>{fields.length === 0 ? '没有提交成功' : '还没提交，请改一下这几处'}</b>
      </p>
      {fields.length === 0 ? (
        <p>{problem.message}</p>
      ) : (
        <ul>
          {fields.map(([name, text]) => (
            <li key={name}>
              <a href={`#${prefix}${name}`}>{text}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
