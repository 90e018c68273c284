import { data, redirect, type HeadersFunction } from '@remix-run/node'
import type { Caller } from '#app/load-context.ts'
import { flashCookie, type Flash } from './flash.server.ts'

/** Headers of responses with data of one visitor: never stored, no referrer to other sites. */
export const privateHeaders = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'same-origin',
} as const

/** Headers of pages that their secret address opens: no referrer at all. */
export const secretAddressHeaders = {
  ...privateHeaders,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const

/** The same for those with a form: without a referrer browsers send it without an Origin header, which the server requires. */
export const secretFormHeaders = { ...privateHeaders, 'x-robots-tag': 'noindex' } as const

/** The JSON response of a private page's loader or action; `cookies` are Set-Cookie values. */
export function privateJson<Value>(value: Value, status = 200, cookies: readonly string[] = []) {
  return data(value, { status, headers: withCookies(cookies) })
}

/**
 * As `privateJson`, for a route without a component: Remix leaves status and headers of `data()` out of its documents.
 */
export function privateJsonFile(value: object, cookies: readonly string[] = []): Response {
  return Response.json(value, { headers: withCookies(cookies) })
}

/**
 * `headers` of a public page whose form may be refused: those of the action, for a page with what was typed; else those
 * of its loader; else those of its layout, which may show a private form over it. Remix leaves all out of documents
 * without it.
 */
export const privateAfterAction: HeadersFunction = ({ actionHeaders, loaderHeaders, parentHeaders }) =>
  [actionHeaders, loaderHeaders].find((each) => each.has('cache-control')) ?? parentHeaders

type FlashRedirect = Omit<Flash, 'message'> & {
  message?: string | undefined
  cookies?: readonly string[]
}

/** Redirect after a successful form post: 303, with cookies and a flash message for the next page. */
export async function redirectWithFlash(
  caller: Caller,
  path: string,
  { message, cookies = [], ...undo }: FlashRedirect = {},
): Promise<Response> {
  const all = message === undefined ? cookies : [...cookies, await flashCookie(caller, { message, ...undo })]
  return redirect(path, { status: 303, headers: withCookies(all) })
}

function withCookies(cookies: readonly string[]): Headers {
  const headers = new Headers(privateHeaders)
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return headers
}
