import type { Location } from '@remix-run/react'
import { loadPageModules } from '#app/remix/page-modules.ts'
import { needsDocument, pageKeyOf } from './client-side-urls.ts'
import { hasUnsavedInput, isReloadAllowed } from './document-load.ts'

/** The arguments of a blocker function of the router. */
export type NavigationChange = { currentLocation: Location; nextLocation: Location; historyAction: string }

/** Why the router cannot follow a navigation at once. */
export type BlockReason =
  | { kind: 'offline' }
  /** The next or the current page must be loaded as a document. */
  | { kind: 'document' }
  /** A newer build is deployed: the next page is loaded as a document, which brings it. */
  | { kind: 'newer-build' }
  /** Module files of the page are still loading; Remix itself reloads the current page when one is missing. */
  | { kind: 'files'; loaded: Promise<unknown> }

/** The reason to block a navigation; undefined for none. */
export function blockReasonOf(change: NavigationChange, isNewerBuild: boolean): BlockReason | undefined {
  const { currentLocation, nextLocation, historyAction } = change
  if (pageKeyOf(currentLocation) === pageKeyOf(nextLocation)) return undefined
  if (!navigator.onLine) return { kind: 'offline' }
  // Back and Forward have changed the address already, so a full load would load the requested page.
  if (historyAction === 'POP') return undefined
  const paths = [currentLocation.pathname, nextLocation.pathname]
  if (paths.some(needsDocument)) return { kind: 'document' }
  if (isNewerBuild && isReloadAllowed() && !hasUnsavedInput()) return { kind: 'newer-build' }
  const modules = loadPageModules(nextLocation.pathname)
  return modules && { kind: 'files', loaded: modules }
}
