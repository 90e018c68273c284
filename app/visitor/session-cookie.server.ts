import { stringifySetCookie } from 'cookie'
import type { AppLoadContext } from '#app/load-context.ts'
import { tokenCookie } from './token.ts'

type Caller = { context: AppLoadContext; request: Request }

/** The Set-Cookie text that opens a session in this browser until `expires`; Secure behind HTTPS. */
export function openSession(caller: Caller, token: string, expires: Date): string {
  return stringifySetCookie({ ...facts(caller), value: token, expires })
}

/** The Set-Cookie text that logs this browser out. */
export function closeSession(caller: Caller): string {
  return stringifySetCookie({ ...facts(caller), value: '', maxAge: 0 })
}

function facts({ context, request }: Caller) {
  const secure = new URL(context.publicOrigin ?? request.url).protocol === 'https:'
  return { name: tokenCookie, path: '/', httpOnly: true, sameSite: 'lax', secure } as const
}
