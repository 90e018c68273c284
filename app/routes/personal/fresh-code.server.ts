import { sendCode } from '#server/contract/login.ts'
import { sendForm, type Reply } from '#app/api/client.server.ts'
import { problemOf, type FormProblem } from '#app/forms/form-problem.ts'
import type { AppLoadContext } from '#app/load-context.ts'
import { orNotNow, ownCall, waitIn } from '#app/visitor/own-call.server.ts'

type Caller = { context: AppLoadContext; request: Request }

/** How far the proof by a fresh code has come: whether the code's field is shown, what went wrong, when to ask again. */
export type FreshCode = {
  asked: boolean
  sent?: boolean
  code?: string
  problem?: FormProblem
  wait?: string
}

/** Sends a code to the account's own phone; after a refusal by the limit an earlier code may still be typed. */
export async function sendFreshCode(caller: Caller, path: string): Promise<FreshCode> {
  const reply = await ownCall(caller, path, () => orNotNow(sendForm(caller, sendCode, {})))
  const wait = waitIn(reply.data)
  const waiting = wait === undefined ? {} : { wait }
  if (reply.ok) return { asked: true, sent: true, ...waiting }
  const problem = problemOf(reply)
  return { asked: problem.status === 429, problem, ...waiting }
}

/** What the page shows after a code was refused. */
export function refusedCode(reply: Extract<Reply<unknown>, { ok: false }>, code: string): FreshCode {
  const wait = waitIn(reply.data)
  return { asked: true, code, problem: problemOf(reply), ...(wait === undefined ? {} : { wait }) }
}
