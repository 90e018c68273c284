import type { Enrolment } from '../../parts/enrolment-steps.tsx'
import type { FormState } from '../../parts/form-state.ts'

/**
 * The steps of the login: the phone; the code that was sent to it; the second factor, with what is enrolled at the first
 * login; and recovery codes, which are shown once.
 */
export type LoginState = FormState &
  (
    | { step: 'phone' }
    | { step: 'code'; wait?: string }
    | { step: 'factor'; pending: string; enrolment?: Enrolment; byRecovery?: boolean }
    | { step: 'codes'; codes: string[]; next: string }
  )

/** One of the steps. */
export type StateOf<Step extends LoginState['step']> = Extract<LoginState, { step: Step }>
