import { data } from '@remix-run/node'
import type { FormProblem } from '#app/forms/form-problem.ts'

/** What an action returns for a refused form: its state for the page, with the status of the refusal. */
export function refused<State extends { problem: FormProblem }>(state: State) {
  return data(state, { status: state.problem.status })
}
