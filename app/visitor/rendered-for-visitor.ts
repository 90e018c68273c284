import { cookiesOf } from '#app/cookies.server.ts'
import { isLite, runsNoScripts } from './browser-support.ts'
import { isPrivatePath } from './private-paths.ts'
import { isStandalonePage } from './standalone-pages.ts'

/**
 * Whether a page is rendered with visitor state (login, basket, favourites): for browsers that run no scripts of the
 * site, on private pages, and once after a plain form that left a message. For others public pages are the same for
 * everybody, and scripts load that state (visitor-state.tsx).
 */
export function isRenderedForVisitor(request: Request): boolean {
  return (
    isLite(request) ||
    runsNoScripts(request) ||
    isStandalonePage(request) ||
    isPrivatePath(new URL(request.url).pathname) ||
    cookiesOf(request)['flash'] !== undefined
  )
}
