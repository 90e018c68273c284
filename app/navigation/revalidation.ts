import type { ShouldRevalidateFunction } from '@remix-run/react'
import { cityOfPath } from '#app/city/city-of-path.ts'
import { withoutModal } from '#app/navigation/modal-address.ts'
import type { RootData } from '#app/root-data.ts'

type ShownRoot = Pick<RootData, 'city' | 'flash'>

/** The root's current data: `shouldRevalidate` receives URLs only. */
let shownRoot: ShownRoot | undefined

/** Sets the root's current data. */
export function setShownRoot(root: ShownRoot | undefined): void {
  shownRoot = root
}

/** Whether a change is a plain GET navigation to another URL; everything else revalidates. */
function isPlainNavigation({
  currentUrl,
  nextUrl,
  formMethod,
}: Parameters<ShouldRevalidateFunction>[0]): boolean {
  return formMethod === undefined && currentUrl.href !== nextUrl.href
}

/**
 * `shouldRevalidate` of the root: its data changes with the city that the next URL names, and when a flash message
 * was read.
 */
export const shouldRevalidateRoot: ShouldRevalidateFunction = (change) => {
  if (!isPlainNavigation(change)) return change.defaultShouldRevalidate
  const named = cityOfPath(change.nextUrl.pathname)
  return (
    shownRoot === undefined ||
    shownRoot.flash !== undefined ||
    (named !== undefined && named.code !== shownRoot.city.code)
  )
}

/** Whether a modal opens or closes, and nothing else changes. */
export function onlyModalChanges({ currentUrl, nextUrl }: Parameters<ShouldRevalidateFunction>[0]): boolean {
  const pageOf = ({ pathname, searchParams }: URL) => `${pathname}?${withoutModal(searchParams).toString()}`
  return currentUrl.href !== nextUrl.href && pageOf(currentUrl) === pageOf(nextUrl)
}

/** `shouldRevalidate` of pages: not while a modal opens or closes. */
export const shouldRevalidatePage: ShouldRevalidateFunction = (change) =>
  !onlyModalChanges(change) && change.defaultShouldRevalidate

/** `shouldRevalidate` of the layout, which loads modal forms only. */
export const shouldRevalidateLayout: ShouldRevalidateFunction = (change) =>
  isPlainNavigation(change)
    ? change.currentUrl.searchParams.has('modal') || change.nextUrl.searchParams.has('modal')
    : change.defaultShouldRevalidate
