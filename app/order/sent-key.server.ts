import { parseCookie, stringifySetCookie } from 'cookie'
import type { AppLoadContext } from '#app/load-context.ts'

type Caller = { context: AppLoadContext; request: Request }

const name = 'sent'
const lifeSeconds = 24 * 60 * 60
const keyForm = /^[\w-]{8,64}$/

/** The idempotency key of the request that this browser sent last; undefined for none within 24 hours. */
export function lastSentKey(request: Request): string | undefined {
  const key = parseCookie(request.headers.get('cookie') ?? '')[name]
  return key !== undefined && keyForm.test(key) ? key : undefined
}

/** The Set-Cookie texts that remember the key of a request just sent. The key says nothing of who sent it. */
export function rememberSentKey({ context, request }: Caller, key: string | undefined): string[] {
  if (key === undefined || !keyForm.test(key)) return []
  const secure = new URL(context.publicOrigin ?? request.url).protocol === 'https:'
  const facts = { path: '/order/', httpOnly: true, sameSite: 'lax', secure } as const
  return [stringifySetCookie({ ...facts, name, value: key, maxAge: lifeSeconds })]
}
