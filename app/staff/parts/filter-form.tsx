import { Form, Link } from '@remix-run/react'
import type { ReactNode } from 'react'
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

/** Filters of a list: a GET form whose fields become the query of the list's address. */
export function FilterForm({ path, isFiltered, problem, children }: Props) {
  return (
    <>
      <ErrorSummary problem={problem} />
      <Form className={styles.filters} action={path} aria-label="筛选" noValidate>
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
      </Form>
    </>
  )
}
