import { isLoggedOutCode } from '#server/contract/codes.ts'
import { durationText } from '#server/contract/duration-text.ts'
import { beginStaffLogin, sendStaffCode, verifySecondFactor } from '#server/contract/staff/login.ts'
import { hasCode, problemOf } from '#app/forms/form-problem.ts'
import type { Caller } from '#app/load-context.ts'
import { postedEnrolment, withQr } from '../../parts/enrolment.server.ts'
import { staffApi } from '../../access/staff-api.server.ts'
import type { LoginState } from './login-state.ts'

type Fields = Readonly<Record<string, string>>

/** A login that is complete: the session, and recovery codes after the first one. */
type LoggedIn = { step: 'done'; token: string; codes: string[] | undefined }

/** First step: has a code sent to the phone. The answer is the same for a phone that is no member's. */
export async function sendCode(caller: Caller, { phone = '' }: Fields): Promise<LoginState> {
  const reply = await staffApi(caller).send(sendStaffCode, { phone })
  const values = { phone }
  if (reply.ok) return { step: 'code', values, wait: durationText(reply.data.resend_in) }
  return { step: hasCode(reply.data) ? 'code' : 'phone', values, problem: problemOf(reply) }
}

/** Second step: the code of the message. */
export async function verifyCode(caller: Caller, { phone = '', code = '' }: Fields): Promise<LoginState> {
  const reply = await staffApi(caller).send(beginStaffLogin, { phone, code })
  if (!reply.ok) {
    const problem = problemOf(reply)
    return {
      step: problem.fields['phone'] === undefined ? 'code' : 'phone',
      values: { phone, code },
      problem,
    }
  }
  const { pending, enrolment } = reply.data
  return { step: 'factor', pending, values: {}, ...(enrolment && { enrolment: withQr(enrolment) }) }
}

/** Third step: the second factor, a time-based code or a recovery code. A login that is over begins again. */
export async function verifyFactor(
  caller: Caller,
  { pending = '', totp = '', recovery, ...enrolled }: Fields,
): Promise<LoginState | LoggedIn> {
  const byRecovery = recovery !== undefined
  const factor = byRecovery ? { recovery } : { totp }
  const reply = await staffApi(caller).send(verifySecondFactor, { pending, ...factor })
  if (reply.ok) {
    const { token, recovery_codes: codes } = reply.data
    return { step: 'done', token, codes }
  }
  const problem = problemOf(reply)
  if (isLoggedOutCode(reply.code)) return { step: 'phone', values: {}, problem }
  const enrolment = postedEnrolment(enrolled)
  return { step: 'factor', pending, values: {}, problem, byRecovery, ...(enrolment && { enrolment }) }
}
