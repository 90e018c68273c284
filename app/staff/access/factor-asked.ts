import type { FormProblem } from '#app/forms/form-problem.ts'

/** What an action throws, with status 403, when its form needs a fresh second factor: the form is sent again with one. */
export type FactorAsked = {
  factorAsked: true
  /** Where the form is sent again, as the browser knows the address. */
  action: string
  texts: [name: string, value: string][]
  /** Why the second factor that was sent was refused. */
  problem?: FormProblem | undefined
}

/** The field of the second factor, which no form has as its own. */
export const factorField = 'second_factor'

/** Whether data of an error page asks for a second factor. */
export function isFactorAsked(data: unknown): data is FactorAsked {
  return typeof data === 'object' && data !== null && 'factorAsked' in data
}
