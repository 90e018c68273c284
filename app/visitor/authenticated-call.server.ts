import { codes } from '#server/contract/codes.ts'
import { waitWords } from '#server/contract/wait-words.ts'
import { apiFor, type Api, type Reply } from '#app/api/client.server.ts'
import { NotLoggedInError, TransportError } from '#app/api/errors.ts'
import type { Caller } from '#app/load-context.ts'
import { redirectToLogin } from './require-visitor.server.ts'
import { tokenOf } from './token.ts'

/** Calls the API for a form of a guarded page; without a working token throws the redirect to /login/ that comes back to `path`. */
export async function authenticatedCall<Result>(
  caller: Caller,
  path: string,
  work: (api: Api) => Promise<Result>,
): Promise<Result> {
  if (tokenOf(caller.request) === undefined) throw redirectToLogin(caller, path)
  try {
    return await work(apiFor(caller))
  } catch (error) {
    if (error instanceof NotLoggedInError) throw redirectToLogin(caller, path)
    throw error
  }
}

/**
 * Turns an API that did not answer into a refusal with the words of the specification's section 8, so that a form keeps
 * what was typed and can be sent again.
 */
export async function orServiceUnavailable<Data>(reply: Promise<Reply<Data>>): Promise<Reply<Data>> {
  try {
    return await reply
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    return { ok: false, code: codes.notNow, message: error.message, data: undefined }
  }
}

/** Whether a refused request for a code says that an earlier one, asked for by this browser, still works. */
export function hasCode(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'has_code' in data && data.has_code === true
}

/** How long a refusal or a sent code asks to wait, in words; undefined when it names no time. */
export function waitIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const seconds: unknown = 'retry_after' in data ? data.retry_after : 'resend_in' in data ? data.resend_in : 0
  if (typeof seconds !== 'number' || seconds <= 0) return undefined
  return waitWords(seconds)
}
