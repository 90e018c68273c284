import { parseCookie, stringifySetCookie } from 'cookie'
import { z } from 'zod'

const flash = z.object({
  message: z.string().max(200),
  /** A school that was just taken out of the favourites and can be put back. */
  undo: z.int().positive().optional(),
})

/** A message of one page for the next, read once. */
export type Flash = z.output<typeof flash>

const cookie = { name: 'flash', path: '/', httpOnly: true, sameSite: 'lax' } as const

/** The Set-Cookie text that hands a message to the next page. */
export function flashCookie(message: Flash): string {
  return stringifySetCookie({ ...cookie, value: JSON.stringify(message), maxAge: 60 })
}

/** The message that the last page left; undefined when there is none. */
export function readFlash(request: Request): Flash | undefined {
  const value = parseCookie(request.headers.get('cookie') ?? '').flash
  if (value === undefined) return undefined
  try {
    return flash.safeParse(JSON.parse(value)).data
  } catch {
    return undefined
  }
}

/** The Set-Cookie text that takes a read message away. */
export function clearFlash(): string {
  return stringifySetCookie({ ...cookie, value: '', maxAge: 0 })
}
