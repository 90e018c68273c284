import { cookiesOf } from '#app/cookies.server.ts'
import { isLite, runsNoScripts } from './browser-support.ts'
import { isStandalonePage } from './standalone-pages.ts'

/**
 * Whether a page shows login state, basket and favourites as it comes from the server: in browsers that run no scripts of
 * the site, and once after a plain form that left a message. For all others public pages are the same for everybody, and
 * their scripts ask for that themselves (visitor-state.tsx).
 */
export function isRenderedForVisitor(request: Request): boolean {
  return (
    isLite(request) ||
    runsNoScripts(request) ||
    isStandalonePage(request) ||
    cookiesOf(request)['flash'] !== undefined
  )
}
