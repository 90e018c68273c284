import { sendCode } from '#server/contract/login.ts'
import { sendForm, type Reply } from '#app/api/client.server.ts'
import { problemOf, type FormProblem } from '#app/forms/form-problem.ts'
import type { Caller } from '#app/load-context.ts'
import {
  hasCode,
  orServiceUnavailable,
  authenticatedCall,
  waitIn,
} from '#app/visitor/authenticated-call.server.ts'

/** How far the proof by a fresh code has come: whether the code's field is shown, what went wrong, when to ask again. */
export type Reauthentication = {
  asked: boolean
  sent?: boolean
  code?: string
  problem?: FormProblem
  wait?: string
}

/** Sends a code to the account's own phone; after a refusal by a limit this browser's last code may still be typed. */
export async function sendReauthenticationCode(caller: Caller, path: string): Promise<Reauthentication> {
  const reply = await authenticatedCall(caller, path, () =>
    orServiceUnavailable(sendForm(caller, sendCode, {})),
  )
  if (!reply.ok) return { asked: hasCode(reply.data), problem: problemOf(reply) }
  const wait = waitIn(reply.data)
  return { asked: true, sent: true, ...(wait === undefined ? {} : { wait }) }
}

/** What the page shows after a code was refused. */
export function refusedCode(reply: Extract<Reply<unknown>, { ok: false }>, code: string): Reauthentication {
  const wait = waitIn(reply.data)
  return { asked: true, code, problem: problemOf(reply), ...(wait === undefined ? {} : { wait }) }
}
