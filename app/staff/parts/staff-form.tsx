import { Form, useNavigation } from '@remix-run/react'
import type { ComponentProps, FormEvent, ReactNode } from 'react'
import { ErrorSummary } from '#app/forms/error-summary.tsx'
import type { FormProblem } from '#app/forms/form-problem.ts'
import { leadQueuePath } from '../paths.ts'

type Props = Omit<ComponentProps<typeof Form>, 'method'> & {
  /** Why the form was refused, above its fields. */
  problem?: FormProblem | undefined
  /** Names of hidden fields, whose errors have no field to link to. */
  hiddenFields?: readonly string[]
}

/** A posted form with its error summary; while it is under way it is not sent a second time. */
export function StaffForm({ problem, hiddenFields = [], onSubmit, children, ...form }: Props) {
  const { state } = useNavigation()
  const send = (event: FormEvent<HTMLFormElement>) => {
    if (state === 'submitting') event.preventDefault()
    else onSubmit?.(event)
  }
  return (
    <>
      <ErrorSummary problem={problem} hidden={hiddenFields} />
      <Form method="post" noValidate {...form} onSubmit={send}>
        {children}
      </Form>
    </>
  )
}

type ButtonProps = {
  children: ReactNode
  /** `quiet`: beside another button; `danger`: what cannot be undone. */
  tone?: 'main' | 'quiet' | 'danger'
  name?: string
  value?: string
  /** What follows the label for screen readers, where several buttons have one label. */
  about?: string
}

const classes = { main: 'button', quiet: 'button quiet', danger: 'button danger' }

/** The button of a form. */
export function SubmitButton({ children, tone = 'main', about, ...button }: ButtonProps) {
  const isBusy = useNavigation().state === 'submitting'
  return (
    <button className={classes[tone]} type="submit" aria-disabled={isBusy || undefined} {...button}>
      {children}
      {about === undefined ? null : <span className="vh">：{about}</span>}
    </button>
  )
}

/** The button that opens the next lead to be called. */
export function StartWork() {
  return (
    <Form method="post" action={leadQueuePath}>
      <p>
        <button className="button" type="submit" name="press" value="next">
          开始工作
        </button>
      </p>
    </Form>
  )
}
