import { parseSetCookie } from 'cookie'
import { markerCookie } from '#app/cookies/marker-cookie.ts'
import { closeSession } from '#app/cookies/session-cookie.server.ts'
import type { Caller } from '#app/load-context.ts'
import { isRootData } from '#app/root-data.ts'
import { sessionOf } from './session-of.server.ts'

/** What loaders returned for a page, and the headers of its document. */
type LoadedPage = { status: number; headers: Headers; loaderData: Record<string, unknown> }

/**
 * Verifies the session of a page that is rendered for its visitor, after its loaders ran: they may have learned it from
 * calls of their own. When it has ended the page is that of somebody logged out, and its cookies are deleted. Resolves to
 * whether it changed the page's data. Does nothing on pages that are the same for everybody.
 */
export async function verifySession(
  caller: Caller,
  { status, headers, loaderData }: LoadedPage,
): Promise<boolean> {
  const { root } = loaderData
  if (!isRootData(root) || root.visitor === undefined) return false
  // An error page of an API that is away does not wait for another call.
  if (status >= 500 && caller.context.sessionAnswers === undefined) return false
  if ((await sessionOf(caller)) !== 'ended') return false
  const { favourites: _favourites, ...visitor } = root.visitor
  loaderData['root'] = { ...root, visitor: { ...visitor, isLoggedIn: false } }
  replaceCookies(headers, closeSession(caller))
  return true
}

/** Sets cookies in place of those of the same names, and of a marker for the session. */
function replaceCookies(headers: Headers, cookies: readonly string[]): void {
  const names = new Set([...cookies.map(nameOf), markerCookie])
  const others = headers.getSetCookie().filter((cookie) => !names.has(nameOf(cookie)))
  headers.delete('set-cookie')
  for (const cookie of [...others, ...cookies]) headers.append('set-cookie', cookie)
}

function nameOf(cookie: string): string {
  return parseSetCookie(cookie).name
}
