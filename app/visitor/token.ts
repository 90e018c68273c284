import { parseCookie } from 'cookie'

/** Name of the session cookie: HttpOnly, SameSite=Lax, Secure behind HTTPS. */
export const tokenCookie = 'token'

/** The session token of a request's cookie; undefined when there is none or it cannot be one. */
export function tokenOf(request: Request): string | undefined {
  const token = parseCookie(request.headers.get('cookie') ?? '')[tokenCookie]
  return token !== undefined && /^[\w.~-]{16,200}$/.test(token) ? token : undefined
}
