import type { ShouldRevalidateFunction } from '@remix-run/react'
import { cityOfPath } from '#app/city/city-of-path.ts'
import { withoutModal } from '#app/navigation/modal-address.ts'
import { loginPath, orderFormPath, toggleComparePath, toggleFavouritePath } from '#app/paths.ts'
import type { RootData } from '#app/root-data.ts'

type ShownRoot = Pick<RootData, 'city' | 'flash'>

/** The root's current data: `shouldRevalidate` receives URLs only. */
let shownRoot: ShownRoot | undefined

/** Sets the root's current data. */
export function setShownRoot(root: ShownRoot | undefined): void {
  shownRoot = root
}

type Change = Parameters<ShouldRevalidateFunction>[0]

/**
 * Actions of fetchers that change visitor state only: the toggles, likes, and the login in a dialog; and the lead form in
 * a dialog, which stays until its confirmation is loaded.
 */
const visitorActions = new Set([toggleFavouritePath, toggleComparePath, loginPath(), orderFormPath])
const likes = /^\/school\/\d+\/(?:news|graduates)\/\d+\/$/

/**
 * Whether data may differ from what is shown: after each action, but not after those that change visitor state only,
 * since public pages are the same for everybody. An action that ends while another page loads is handed to the rules
 * with that navigation, which it replaces.
 */
function mayDiffer({ currentUrl, nextUrl, formAction = '', defaultShouldRevalidate }: Change): boolean {
  if (currentUrl.href !== nextUrl.href) return true
  const path = formAction.replace(/[?#].*/, '')
  return defaultShouldRevalidate && !visitorActions.has(path) && !likes.test(path)
}

/** Whether a change is a plain GET navigation to another URL. */
function isPlainNavigation({ currentUrl, nextUrl, formMethod }: Change): boolean {
  return formMethod === undefined && currentUrl.href !== nextUrl.href
}

/**
 * `shouldRevalidate` of the root: its data changes with the city that the next URL names, and when a flash message
 * was read.
 */
export const shouldRevalidateRoot: ShouldRevalidateFunction = (change) => {
  if (!isPlainNavigation(change)) return mayDiffer(change)
  const named = cityOfPath(change.nextUrl.pathname)
  return (
    shownRoot === undefined ||
    shownRoot.flash !== undefined ||
    (named !== undefined && named.code !== shownRoot.city.code)
  )
}

/** Whether a modal opens or closes, and nothing else changes. */
function onlyModalChanges({ currentUrl, nextUrl }: Change): boolean {
  const pageOf = ({ pathname, searchParams }: URL) => `${pathname}?${withoutModal(searchParams).toString()}`
  return currentUrl.href !== nextUrl.href && pageOf(currentUrl) === pageOf(nextUrl)
}

/** `shouldRevalidate` of public pages: not while a modal opens or closes, and not for what one visitor changes. */
export const shouldRevalidatePage: ShouldRevalidateFunction = (change) =>
  !onlyModalChanges(change) && mayDiffer(change)

/** `shouldRevalidate` of the layout, which loads modal forms only. */
export const shouldRevalidateLayout: ShouldRevalidateFunction = (change) =>
  isPlainNavigation(change)
    ? change.currentUrl.searchParams.has('modal') || change.nextUrl.searchParams.has('modal')
    : mayDiffer(change)
