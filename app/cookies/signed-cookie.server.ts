import { createHmac, timingSafeEqual } from 'node:crypto'
import { runtimeOf } from '#app/standalone-fallback.server.ts'
import type { Caller } from '#app/load-context.ts'
import { cookiesOf, setCookie } from '#app/cookies.server.ts'

/** The Set-Cookie value of a signed cookie, valid for `lifeSeconds`. */
export async function setSigned(
  caller: Caller,
  name: string,
  value: object,
  lifeSeconds: number,
): Promise<string> {
  const { pageSecret } = await runtimeOf(caller.context)
  const until = Date.now() + lifeSeconds * 1000
  const body = Buffer.from(JSON.stringify({ ...value, until })).toString('base64url')
  const signed = `${body}.${signature(pageSecret, name, body)}`
  return setCookie(caller, { name, value: signed, maxAge: lifeSeconds, httpOnly: true })
}

/** The value of a signed cookie; undefined when it is absent, expired or its signature is wrong. */
export async function readSigned(caller: Caller, name: string): Promise<unknown> {
  const given = cookiesOf(caller.request)[name]
  if (given === undefined) return undefined
  const [body = '', signed = ''] = given.split('.')
  const { pageSecret } = await runtimeOf(caller.context)
  const expected = Buffer.from(signature(pageSecret, name, body))
  const shown = Buffer.from(signed)
  if (shown.length !== expected.length || !timingSafeEqual(shown, expected)) return undefined
  const value: unknown = JSON.parse(Buffer.from(body, 'base64url').toString())
  const isOver =
    typeof value !== 'object' || value === null || !('until' in value) || !(Number(value.until) > Date.now())
  return isOver ? undefined : value
}

/** Whether a request has a cookie of this name, valid or not. */
export function hasSigned(request: Request, name: string): boolean {
  return cookiesOf(request)[name] !== undefined
}

function signature(secret: string, name: string, body: string): string {
  return createHmac('sha256', secret).update(`${name}\0${body}`).digest('base64url')
}
