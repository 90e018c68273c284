import { dayText } from '#app/ui/text/format.ts'
import styles from './question-list.module.css'
import type { QuestionRow } from '../content-views.ts'

type Props = {
  items: readonly QuestionRow[]
  /** Level of the questions' headings. */
  level: 2 | 3
  /** Whether answers stand beside the questions on wide pages. */
  wide?: boolean
}

/** Questions of parents with their answers. */
export function QuestionList({ items, level, wide = false }: Props) {
  const Heading = `h${level}` as const
  return (
    <ul className={wide ? `${styles.list} ${styles.wide}` : styles.list}>
      {items.map(({ id, question, asked_by, asked_at, answers }) => (
        <li key={id}>
          <div className={styles.question}>
            <Heading>
              <b aria-hidden="true">问</b>
              {question}
            </Heading>
            <p>{`${asked_by ?? '一位家长'}\u00a0· ${dayText(asked_at)}`}</p>
          </div>
          <div>
            {answers.length === 0 ? <p className={styles.waiting}>还没有回答。</p> : null}
            {answers.map((answer) => (
              <div key={answer.id} className={styles.answer}>
                <p className={styles.text}>
                  <b aria-hidden="true">答</b>
                  {answer.body}
                </p>
                <p>{`${answer.answered_by}\u00a0· ${dayText(answer.answered_at)}`}</p>
              </div>
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}
