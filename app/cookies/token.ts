import { cookiesOf } from '#app/cookies.server.ts'

/** Name of the session cookie over plain HTTP; behind HTTPS one of an older version is still read. */
export const plainTokenCookie = 'token'
/** Name of the session cookie behind HTTPS; browsers accept it from this host only. */
export const hostTokenCookie = '__Host-token'
/** Cookies that may hold the session token, in order of precedence. */
export const tokenCookies = [hostTokenCookie, plainTokenCookie] as const

/** The session token of a request's cookies; undefined without a well-formed one. */
export function tokenOf(request: Request): string | undefined {
  const cookies = cookiesOf(request)
  return tokenCookies.map((name) => cookies[name]).find((token) => token !== undefined && isToken(token))
}

/** Whether a text is a well-formed session token. */
export function isToken(text: string): boolean {
  return /^[\w.~-]{16,200}$/.test(text)
}
