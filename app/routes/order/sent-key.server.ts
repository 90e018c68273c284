import type { Caller } from '#app/load-context.ts'
import { cookiesOf, oneDay, setCookie } from '#app/cookies.server.ts'
import { orderFormPath } from '#app/paths.ts'

const name = 'sent'
const keyForm = /^[\w-]{8,64}$/

/** The idempotency key of the lead that this browser submitted last; undefined without one in 24 hours. */
export function lastSentKey(request: Request): string | undefined {
  const key = cookiesOf(request)[name]
  return key !== undefined && keyForm.test(key) ? key : undefined
}

/** The Set-Cookie values that store the key of a submitted lead. The key is random and identifies nobody. */
export function rememberSentKey(caller: Caller, key: string | undefined): string[] {
  if (key === undefined || !keyForm.test(key)) return []
  return [setCookie(caller, { name, value: key, maxAge: oneDay, httpOnly: true, path: orderFormPath })]
}
