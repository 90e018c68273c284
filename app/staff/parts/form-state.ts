import type { FormProblem } from '#app/forms/form-problem.ts'

/** What a form shows: values by field name, as stored or as typed, and why it was refused. */
export type FormState = {
  values: Readonly<Record<string, string | undefined>>
  problem?: FormProblem | undefined
}
