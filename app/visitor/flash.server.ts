import { z } from 'zod'
import type { Caller } from '#app/load-context.ts'
import { deleteCookie } from '#app/cookies.server.ts'
import { hasSigned, readSigned, setSigned } from '../cookies/signed-cookie.server.ts'

const flash = z.object({
  message: z.string().max(200),
  /** The form that takes the change back: its action, the schools that it adds again, and the path of the next page. */
  undo: z.object({ action: z.string(), id: z.string(), back: z.string() }).optional(),
})

/** A flash message: set by one page, shown once by the next. */
export type Flash = z.output<typeof flash>

const name = 'flash'
const lifeSeconds = 60

/** The Set-Cookie value of a flash message, signed so that only this site can write one. */
export function flashCookie(caller: Caller, message: Flash): Promise<string> {
  return setSigned(caller, name, message, lifeSeconds)
}

/** The flash message of a request; undefined without a valid one. */
export async function readFlash(caller: Caller): Promise<Flash | undefined> {
  return flash.safeParse(await readSigned(caller, name)).data
}

/** The Set-Cookie values that delete the flash message, also an invalid one; empty without one. */
export function clearFlash(caller: Caller): string[] {
  return hasSigned(caller.request, name) ? [deleteCookie(caller, name)] : []
}
