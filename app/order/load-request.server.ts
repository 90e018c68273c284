import { cancelRequest, cancelRequestByAccess, getOwnRequest, getRequest } from '#server/contract/account.ts'
import { accessToken, reference as referenceSchema } from '#server/contract/clue.ts'
import { codes } from '#server/contract/codes.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import { apiFor, sendForm } from '#app/api/client.server.ts'
import { NotLoggedInError } from '#app/api/errors.ts'
import { unwrapOrThrow } from '#app/api/unwrap-or-throw.ts'
import type { Caller } from '#app/load-context.ts'
import { notFound } from '#app/require-id.ts'
import { tokenOf } from '#app/visitor/token.ts'

/** A request as somebody sees it who proved to own it. */
export type OwnRequest = DataOf<typeof getRequest>

/** What an address names a request by: its access token, or its reference. */
export type RequestName = { access: string } | { reference: string }

/** Reads the name of a request in an address; anything else is an unknown page: throws 404. */
export function requestNameOf(given: string | undefined): RequestName {
  const access = accessToken.safeParse(given)
  if (access.success) return { access: access.data }
  const reference = referenceSchema.safeParse(given)
  if (reference.success) return { reference: reference.data }
  throw unknown()
}

/**
 * The request that an address names, for whoever has its access token or is logged in to an account that owns it.
 * Undefined for anybody else, whether the request exists or not.
 */
export async function findOwnRequest(caller: Caller, name: RequestName): Promise<OwnRequest | undefined> {
  if ('reference' in name && tokenOf(caller.request) === undefined) return undefined
  try {
    const reply =
      'access' in name
        ? await apiFor({ ...caller, token: null })(getRequest, { access: name.access })
        : await apiFor(caller)(getOwnRequest, { reference: name.reference })
    return !reply.ok && reply.code === codes.notFound ? undefined : unwrapOrThrow(reply)
  } catch (error) {
    if (error instanceof NotLoggedInError) return undefined
    throw error
  }
}

/** The same where nothing else is to be seen: throws 404. */
export async function requireOwnRequest(caller: Caller, name: RequestName): Promise<OwnRequest> {
  const found = await findOwnRequest(caller, name)
  if (found === undefined) throw unknown()
  return found
}

/** Takes back a request by what proves that it is one's own. */
export function cancelOwnRequest(caller: Caller, name: RequestName) {
  return 'access' in name
    ? sendForm({ ...caller, token: null }, cancelRequestByAccess, { access: name.access })
    : sendForm(caller, cancelRequest, { reference: name.reference })
}

function unknown() {
  return notFound('没有这次申请，或者这个网址不能打开它。')
}
