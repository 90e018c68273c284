import { parseCookie } from 'cookie'
import type { Caller } from '#app/load-context.ts'
import { setCookie } from '#app/visitor/set-cookie.server.ts'

const name = 'sent'
const lifeSeconds = 24 * 60 * 60
const keyForm = /^[\w-]{8,64}$/

/** The idempotency key of the request that this browser sent last; undefined for none within 24 hours. */
export function lastSentKey(request: Request): string | undefined {
  const key = parseCookie(request.headers.get('cookie') ?? '')[name]
  return key !== undefined && keyForm.test(key) ? key : undefined
}

/** The Set-Cookie texts that remember the key of a request just sent. The key says nothing of who sent it. */
export function rememberSentKey(caller: Caller, key: string | undefined): string[] {
  if (key === undefined || !keyForm.test(key)) return []
  return [setCookie(caller, { name, value: key, maxAge: lifeSeconds, httpOnly: true, path: '/order/' })]
}
