import { codes } from '#server/contract/codes.ts'
import { durationText } from '#server/contract/duration-text.ts'
import { apiFor, type Api, type Reply } from '#app/api/client.server.ts'
import { NotLoggedInError, TransportError } from '#app/api/errors.ts'
import type { Caller } from '#app/load-context.ts'
import { redirectToLogin } from './require-visitor.server.ts'
import { tokenOf } from '../cookies/token.ts'

/**
 * Calls the API for a form of a protected page; without a valid session throws the redirect to /login/ that returns
 * to `path`.
 */
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
 * Turns a transport error into a refusal with its message (specification section 8), so that a form keeps its input
 * and can be sent again.
 */
export async function orServiceUnavailable<Data>(reply: Promise<Reply<Data>>): Promise<Reply<Data>> {
  try {
    return await reply
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    return { ok: false, code: codes.notNow, message: error.message, data: undefined }
  }
}

/** Whether a refused request for a code says that an earlier code, sent for this browser, is still valid. */
export function hasCode(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'has_code' in data && data.has_code === true
}

/**
 * How long to wait before a retry, as text, from the data of a refusal or of a sent code; undefined when it says
 * none.
 */
export function waitIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const seconds: unknown = 'retry_after' in data ? data.retry_after : 'resend_in' in data ? data.resend_in : 0
  if (typeof seconds !== 'number' || seconds <= 0) return undefined
  return durationText(seconds)
}
