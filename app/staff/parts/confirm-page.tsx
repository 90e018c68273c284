import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { FormProblem } from '#app/forms/form-problem.ts'
import { Page } from './page.tsx'
import { StaffForm, SubmitButton } from './staff-form.tsx'
import styles from './confirm-page.module.css'

type Props = {
  /** The question: 结束林女士的账号？ */
  title: string
  /** What happens then, and what does not. */
  children: ReactNode
  /** Label of the button that does it. */
  act: string
  /** Whether it cannot be undone. */
  isDanger?: boolean
  /** Where the page came from. */
  back: string
  /** Hidden fields. */
  fields?: Readonly<Record<string, string | number>>
  problem?: FormProblem | undefined
  /** Fields of the form, above its button. */
  inputs?: ReactNode
  /** Where the form goes, if not to the page's own action; a file answers it. */
  file?: string | undefined
  /** Below the form. */
  below?: ReactNode
}

/** The page that asks before something dangerous is done: a page of its own, posted to its own action. */
export function ConfirmPage({
  title,
  children,
  act,
  isDanger = true,
  back,
  fields = {},
  problem,
  inputs,
  file,
  below,
}: Props) {
  return (
    <Page title={title}>
      <div className={styles.text}>{children}</div>
      <StaffForm
        problem={problem}
        hiddenFields={Object.keys(fields)}
        className={styles.form}
        {...(file === undefined ? {} : { action: file, reloadDocument: true })}
      >
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {inputs === undefined ? null : <div className={styles.inputs}>{inputs}</div>}
        <SubmitButton tone={isDanger ? 'danger' : 'main'}>{act}</SubmitButton>
        <Link className="button quiet" to={back}>
          返回，不做
        </Link>
      </StaffForm>
      {below}
    </Page>
  )
}
