import { useEffect, useRef } from 'react'
import type { FormProblem } from './form-problem.ts'
import styles from './forms.module.css'

type Props = {
  problem: Pick<FormProblem, 'message' | 'fields'> | undefined
  /** Prefix of the fields' ids; as given to the fields. */
  prefix?: string
  /** Names of hidden fields: their errors are shown without a link, which would have no target. */
  hidden?: readonly string[]
}

/** Error summary of a refused form with links to its fields; receives the focus when it appears. */
export function ErrorSummary({ problem, prefix = '', hidden = [] }: Props) {
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
            <li key={name}>{hidden.includes(name) ? text : <a href={`#${prefix}${name}`}>{text}</a>}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
