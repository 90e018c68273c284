import { createHmac, timingSafeEqual } from 'node:crypto'
import { parseCookie } from 'cookie'
import { runtimeOf } from '#app/api/standalone-fallback.server.ts'
import type { Caller } from '#app/load-context.ts'
import { setCookie } from './set-cookie.server.ts'

/** The Set-Cookie text of a value that this site alone can have written; it counts for so many seconds. */
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

/** The value of a request's signed cookie; undefined when there is none, it is over, or somebody else wrote it. */
export async function readSigned(caller: Caller, name: string): Promise<unknown> {
  const given = signedIn(caller.request, name)
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

/** Whether a request brings such a cookie, whoever wrote it. */
export function hasSigned(request: Request, name: string): boolean {
  return signedIn(request, name) !== undefined
}

/** The Set-Cookie text that takes a signed cookie away. */
export function clearSigned(caller: Caller, name: string): string {
  return setCookie(caller, { name, value: '', maxAge: 0, httpOnly: true })
}

function signedIn(request: Request, name: string): string | undefined {
  return parseCookie(request.headers.get('cookie') ?? '')[name]
}

function signature(secret: string, name: string, body: string): string {
  return createHmac('sha256', secret).update(`${name}\0${body}`).digest('base64url')
}
