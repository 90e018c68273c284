import type { Location } from '@remix-run/react'
import { loadPageModules } from '#app/remix/page-modules.ts'
import { needsDocument, pageKeyOf } from './client-side-urls.ts'
import { hasUnsavedInput, isReloadAllowed } from './document-load.ts'

/** What the router tells a blocker of a navigation. */
export type NavigationChange = { currentLocation: Location; nextLocation: Location; historyAction: string }

/** Why the router cannot follow a navigation at once. */
export type BlockReason =
  | { kind: 'offline' }
  /** The page is a document of its own, or the shown one is. */
  | { kind: 'document' }
  /** The site has a newer build, which comes with the next document. */
  | { kind: 'newer-build' }
  /** Files of the page are still to come; Remix reloads the shown page when one is missing. */
  | { kind: 'files'; loaded: Promise<unknown> }

/** What stands before a navigation; undefined for nothing. */
export function blockReasonOf(change: NavigationChange, isNewerBuild: boolean): BlockReason | undefined {
  const { currentLocation, nextLocation, historyAction } = change
  if (pageKeyOf(currentLocation) === pageKeyOf(nextLocation)) return undefined
  if (!navigator.onLine) return { kind: 'offline' }
  // The address has changed already: a load of the shown page is one of the page that is asked for.
  if (historyAction === 'POP') return undefined
  const paths = [currentLocation.pathname, nextLocation.pathname]
  if (paths.some(needsDocument)) return { kind: 'document' }
  if (isNewerBuild && isReloadAllowed() && !hasUnsavedInput()) return { kind: 'newer-build' }
  const modules = loadPageModules(nextLocation.pathname)
  return modules && { kind: 'files', loaded: modules }
}
