import { apiFor, type Api } from '#app/api/client.server.ts'
import { NotLoggedInError } from '#app/api/errors.ts'
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
  if (tokenOf(caller) === undefined) throw redirectToLogin(caller, path)
  try {
    return await work(apiFor(caller))
  } catch (error) {
    if (error instanceof NotLoggedInError) throw redirectToLogin(caller, path)
    throw error
  }
}
