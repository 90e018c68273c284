import type { Caller } from '#app/load-context.ts'
import { markerCookies } from '#app/cookies/marker-cookie.server.ts'
import { cookiesOf, oneDay, setCookie } from '#app/cookies.server.ts'
import { isId } from '#app/require-id.ts'

/** Capacity of the compare basket. */
export const basketSize = 20
/** The most schools that are compared side by side. */
export const maxCompared = 6

const name = 'compare'
const lifeSeconds = 180 * oneDay

/** The school ids in the compare basket cookie, in the order they were added; empty for an invalid cookie. */
export function readBasket(request: Request): number[] {
  const value = cookiesOf(request)[name] ?? ''
  return schoolIds([value]).slice(0, basketSize)
}

/** The Set-Cookie values that store the basket for half a year, or delete an empty one. */
export function basketCookies(caller: Caller, ids: readonly number[]): string[] {
  return [
    setCookie(caller, {
      name,
      value: ids.slice(0, basketSize).join('.'),
      httpOnly: true,
      maxAge: ids.length === 0 ? 0 : lifeSeconds,
    }),
    ...markerCookies(caller, { basket: ids.length > 0 }),
  ]
}

/** Parses ids from texts such as `3,1,2`, each once, in order; anything else is left out. */
export function schoolIds(texts: readonly string[]): number[] {
  const ids = texts.flatMap((text) => text.split(/[,.]/)).filter(isId)
  return [...new Set(ids.map(Number))]
}
