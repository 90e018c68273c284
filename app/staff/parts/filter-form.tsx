import { Form, Link } from '@remix-run/react'
import { Children, type ReactNode } from 'react'
import { ErrorSummary } from '#app/forms/error-summary.tsx'
import type { FormProblem } from '#app/forms/form-problem.ts'
import styles from './filter-form.module.css'

type Props = {
  /** The list's address. */
  path: string
  /** Whether any filter is set: then there is a link to the whole list. */
  isFiltered: boolean
  /** Why the filters were refused, above them. */
  problem?: FormProblem | undefined
  children: ReactNode
}

/** Fields above which a phone shows the filters once they are asked for: else the list begins below its first screen. */
const fewFields = 4

/**
 * Filters of a list: a GET form whose fields become the query of the list's address. Many are folded on phones while none
 * is set, by a box without a name, so without scripts too.
 */
export function FilterForm({ path, isFiltered, problem, children }: Props) {
  const isFolded = Children.count(children) > fewFields
  return (
    <>
      <ErrorSummary problem={problem} />
      <Form className={styles.filters} action={path} aria-label="筛选" noValidate>
        {isFolded ? (
          <>
            <input id="filters" className={styles.fold} type="checkbox" defaultChecked={isFiltered} />
            <label htmlFor="filters" className={styles.summary}>
              筛选
            </label>
          </>
        ) : null}
        <div className={styles.fields}>
          {children}
          <div className={styles.buttons}>
            <button className="button" type="submit">
              查询
            </button>
            {isFiltered ? (
              <Link className="button quiet" to={path}>
                清除
              </Link>
            ) : null}
          </div>
        </div>
      </Form>
    </>
  )
}
