import { durationText } from '#server/contract/duration-text.ts'
import { sendCode } from '#server/contract/accounts/login.ts'
import { sendForm, type Reply } from '#app/api/client.server.ts'
import { hasCode, problemOf, type FormProblem } from '#app/forms/form-problem.ts'
import type { Caller } from '#app/load-context.ts'
import { browserIdCookies } from '#app/cookies/browser-cookie.server.ts'
import { privateJson } from '#app/visitor/private-page.server.ts'
import { visitorOfForm } from '#app/visitor/require-visitor.server.ts'
import { authenticatedCall } from '#app/visitor/authenticated-call.server.ts'

/** State of re-authentication by a new code: whether the code's field is shown, what was typed, the problem. */
export type Reauthentication = {
  showsCodeField: boolean
  code?: string
  problem?: FormProblem
  /** After a code was sent: how long until another one may be requested, as text. */
  wait?: string
}

/** Loader of pages that require re-authentication: the masked phone, and the browser's id, to which codes are bound. */
export async function loadReauthentication(caller: Caller) {
  const visitor = await visitorOfForm(caller)
  const phone = visitor?.phone ?? '账号绑定的手机'
  return privateJson({ phone }, 200, browserIdCookies(caller))
}

/**
 * Sends a code to the account's own phone; after a refusal by a limit the last code sent to this browser may still be
 * valid.
 */
export async function sendReauthenticationCode(
  caller: Caller,
  path: string,
  step: string | undefined,
): Promise<Reauthentication> {
  const reply = await authenticatedCall(caller, path, () => sendForm(caller, sendCode, {}))
  if (!reply.ok) return { showsCodeField: step === 'code' || hasCode(reply.data), problem: problemOf(reply) }
  return { showsCodeField: true, wait: durationText(reply.data.resend_in) }
}

/** The state after a code was refused. */
export function refusedCode(reply: Extract<Reply<unknown>, { ok: false }>, code: string): Reauthentication {
  return { showsCodeField: true, code, problem: problemOf(reply) }
}
