import type { z } from 'zod'
import type { Endpoint } from '#server/contract/endpoint.ts'
import { sendForm, type FormFields, type Reply } from '#app/api/client.server.ts'
import { NotLoggedInError } from '#app/api/errors.ts'
import { tokenOf } from '#app/cookies/token.ts'
import type { Caller } from '#app/load-context.ts'

type Sent<Data> = {
  reply: Reply<Data>
  /** Whether the browser's session had ended, so that the form was sent without it. */
  isLoginEnded: boolean
}

/**
 * Sends a form that needs no login: with the session of the browser, and when that has ended, without it. `fieldsFor`
 * gives the fields by the token that they are sent with.
 */
export async function sendWithOrWithoutLogin<Data extends z.ZodType>(
  caller: Caller,
  endpoint: Endpoint<z.ZodObject, Data>,
  fieldsFor: (token: string | undefined) => FormFields,
): Promise<Sent<z.output<Data>>> {
  try {
    const reply = await sendForm(caller, endpoint, fieldsFor(tokenOf(caller)))
    return { reply, isLoginEnded: false }
  } catch (error) {
    if (!(error instanceof NotLoggedInError)) throw error
    const reply = await sendForm({ ...caller, token: null }, endpoint, fieldsFor(undefined))
    return { reply, isLoginEnded: true }
  }
}
