import { data, redirect } from '@remix-run/node'
import type { Caller } from '#app/load-context.ts'
import { flashCookie } from './flash.server.ts'

/** Headers of every answer about one visitor: kept by nobody, named to no other site. */
export const privateHeaders = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'same-origin',
} as const

/** The same for pages whose address alone opens them: no page is told where its visitor came from. */
export const secretAddressHeaders = {
  ...privateHeaders,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
} as const

/** What a loader or action of a private page answers; `cookies` are Set-Cookie texts. */
export function privateJson<Value>(value: Value, status = 200, cookies: readonly string[] = []) {
  return data(value, { status, headers: withCookies(cookies) })
}

/** The way on after a form was taken: 303, with cookies and a message for the next page. */
export async function redirectWithFlash(
  caller: Caller,
  path: string,
  { message, cookies = [] }: { message?: string | undefined; cookies?: readonly string[] } = {},
): Promise<Response> {
  const all = message === undefined ? cookies : [...cookies, await flashCookie(caller, { message })]
  return redirect(path, { status: 303, headers: withCookies(all) })
}

function withCookies(cookies: readonly string[]): Headers {
  const headers = new Headers(privateHeaders)
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return headers
}
