import { cookiesOf } from '#app/cookies.server.ts'

/** Name of the session cookie over plain HTTP; behind HTTPS one of an older version of the site is still read. */
export const plainTokenCookie = 'token'
/** Name of the session cookie behind HTTPS: browsers take it from this very host alone. */
export const hostTokenCookie = '__Host-token'
/** The cookies that may hold a session's token, the one that counts first. */
export const tokenCookies = [hostTokenCookie, plainTokenCookie] as const

/** The session token of a request's cookie; undefined when there is none or it cannot be one. */
export function tokenOf(request: Request): string | undefined {
  const cookies = cookiesOf(request)
  return tokenCookies.map((name) => cookies[name]).find((token) => token !== undefined && isToken(token))
}

/** Whether a text has the form of a session token. */
export function isToken(text: string): boolean {
  return /^[\w.~-]{16,200}$/.test(text)
}
