import { agreementFault } from '#server/contract/accounts/agreed-texts.ts'
import { durationText } from '#server/contract/duration-text.ts'
import { login, sendCode } from '#server/contract/accounts/login.ts'
import { sendForm } from '#app/api/client.server.ts'
import { NotLoggedInError } from '#app/api/errors.ts'
import { hasCode, problemOf, type FormProblem } from '#app/forms/form-problem.ts'
import type { Caller } from '#app/load-context.ts'
import { completeDeferredFavourites } from '#app/toggles/deferred-favourites.server.ts'
import type { Profile } from '#app/visitor/require-visitor.server.ts'
import { openSession } from '#app/cookies/session-cookie.server.ts'

type Fields = Readonly<Record<string, string>>

/** State of the login form after it was sent: its step, what was typed, errors. */
export type LoginAnswer = {
  step: 'phone' | 'code'
  phone: string
  code?: string
  /** Whether the texts were agreed to. */
  agreed?: boolean
  problem?: FormProblem
  /** After a code was sent: how long until another one may be requested, as text. */
  wait?: string
}

/** A successful login: the masked profile, and a message for the visitor. */
export type LoggedIn = { step: 'done'; message: string; profile: Profile }

/**
 * Sends a login code to the typed phone, once the texts are agreed to. The form moves to the code step also when a limit refuses another code while
 * the last one sent to this browser is valid, and stays there when the next one is refused: the first may still come.
 */
export async function sendLoginCode(
  caller: Caller,
  { phone = '', step, agreed }: Fields,
): Promise<LoginAnswer> {
  const fault = agreementFault(agreed)
  if (fault !== undefined) {
    caller.context.formRefused = true
    const parsed = sendCode.input.safeParse({ phone })
    const phoneFault = parsed.success ? {} : { phone: parsed.error.issues[0]?.message ?? '' }
    const problem = { message: fault, fields: { ...phoneFault, agreed: fault }, status: 400 }
    return { step: step === 'code' ? 'code' : 'phone', phone, problem }
  }
  const reply = await sendForm(caller, sendCode, { phone })
  if (reply.ok) return { step: 'code', phone, agreed: true, wait: durationText(reply.data.resend_in) }
  const problem = problemOf(reply)
  const waits = step === 'code' && problem.fields['phone'] === undefined
  return { step: waits || hasCode(reply.data) ? 'code' : 'phone', phone, agreed: true, problem }
}

/**
 * Logs in and completes deferred favourites; resolves to the form with its errors, or to the profile with the
 * Set-Cookie values of the session.
 */
export async function logIn(
  caller: Caller,
  { phone = '', code = '', agreed }: Fields,
): Promise<LoginAnswer | { loggedIn: LoggedIn; cookies: string[] }> {
  const answer = { step: 'code', phone, code, agreed: agreementFault(agreed) === undefined } as const
  try {
    const reply = await sendForm(caller, login, { phone, code, agreed })
    if (!reply.ok) {
      const problem = problemOf(reply)
      const step = problem.fields['phone'] === undefined ? 'code' : 'phone'
      return { ...answer, step, problem }
    }
    const { token, expires_at, info } = reply.data
    const seconds = Math.ceil((Date.parse(expires_at) - Date.now()) / 1000)
    const pending = await completeDeferredFavourites(caller, token)
    return {
      loggedIn: { step: 'done', message: pending.message ?? '登录成功', profile: info },
      cookies: [...openSession(caller, token, seconds), ...pending.cookies],
    }
  } catch (error) {
    if (!(error instanceof NotLoggedInError)) throw error
    return { ...answer, problem: { message: '这个账号已经注销，暂时不能登录', fields: {}, status: 403 } }
  }
}
