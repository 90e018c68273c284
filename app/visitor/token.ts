import { parseCookie } from 'cookie'

/** Name of the session cookie over plain HTTP; behind HTTPS one of an older version of the site is still read. */
export const plainTokenCookie = 'token'
/** Name of the session cookie behind HTTPS: browsers take it from this very host alone. */
export const hostTokenCookie = '__Host-token'
/** The cookies that may hold a session's token, the one that counts first. */
export const tokenCookies = [hostTokenCookie, plainTokenCookie] as const

/** The session token of a request's cookie; undefined when there is none or it cannot be one. */
export function tokenOf(request: Request): string | undefined {
  const cookies = parseCookie(request.headers.get('cookie') ?? '')
  return tokenCookies
    .map((name) => cookies[name])
    .find((token) => token !== undefined && /^[\w.~-]{16,200}$/.test(token))
}

/** A request to the same address with the same headers by the owner of this token, or by nobody. */
export function requestAs(token: string | undefined, { headers: given, url }: Request): Request {
  const headers = new Headers(given)
  const isToken = (cookie: string) => tokenCookies.some((name) => cookie.startsWith(`${name}=`))
  const others = (given.get('cookie') ?? '')
    .split(/;\s*/)
    .filter((cookie) => cookie !== '' && !isToken(cookie))
  const own = token === undefined ? [] : [`${plainTokenCookie}=${encodeURIComponent(token)}`]
  headers.set('cookie', [...own, ...others].join('; '))
  return new Request(url, { headers })
}
