import { z } from 'zod'
import type { Caller } from '#app/load-context.ts'
import { deleteCookie } from '#app/cookies.server.ts'
import { hasSigned, readSigned, setSigned } from './signed-cookie.server.ts'

const flash = z.object({
  message: z.string().max(200),
  /** A school that was just taken out of the favourites and can be put back. */
  undo: z.int().positive().optional(),
})

/** A message of one page for the next, read once. */
export type Flash = z.output<typeof flash>

const name = 'flash'
const lifeSeconds = 60

/** The Set-Cookie text that hands a message to the next page, signed: nobody else speaks as the site. */
export function flashCookie(caller: Caller, message: Flash): Promise<string> {
  return setSigned(caller, name, message, lifeSeconds)
}

/** The message that the last page left; undefined when there is none that this site wrote. */
export async function readFlash(caller: Caller): Promise<Flash | undefined> {
  return flash.safeParse(await readSigned(caller, name)).data
}

/** The Set-Cookie texts that take a read message away, and one that nobody here wrote; none without one. */
export function clearFlash(caller: Caller): string[] {
  return hasSigned(caller.request, name) ? [deleteCookie(caller, name)] : []
}
