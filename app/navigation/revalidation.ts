import type { ShouldRevalidateFunction } from '@remix-run/react'
import { cityOfPath } from '#app/city/city-of-path.ts'
import { withoutModal } from '#app/dialogs/modal-address.ts'
import type { RootData } from '#app/root-data.ts'

type ShownRoot = Pick<RootData, 'city' | 'flash'>

/** The root's data as it is shown: the router tells `shouldRevalidate` of addresses only. */
let shownRoot: ShownRoot | undefined

/** Notes the root's data that is shown now. */
export function setShownRoot(root: ShownRoot | undefined): void {
  shownRoot = root
}

/** Whether a navigation only reads, and leads to another address: all else asks for everything anew. */
function isPlainNavigation({
  currentUrl,
  nextUrl,
  formMethod,
}: Parameters<ShouldRevalidateFunction>[0]): boolean {
  return formMethod === undefined && currentUrl.href !== nextUrl.href
}

/**
 * What the root knows stays true from page to page, but for the city, which the next address may name, and a message that
 * has been read.
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

/** Whether a form over the page opens or closes, and nothing else changes. */
export function onlyModalChanges({ currentUrl, nextUrl }: Parameters<ShouldRevalidateFunction>[0]): boolean {
  const pageOf = ({ pathname, searchParams }: URL) => `${pathname}?${withoutModal(searchParams).toString()}`
  return currentUrl.href !== nextUrl.href && pageOf(currentUrl) === pageOf(nextUrl)
}

/** A page stays as it is while a form over it opens and closes. */
export const shouldRevalidatePage: ShouldRevalidateFunction = (change) =>
  !onlyModalChanges(change) && change.defaultShouldRevalidate

/** The layout holds the form over a page and nothing else. */
export const shouldRevalidateLayout: ShouldRevalidateFunction = (change) =>
  isPlainNavigation(change)
    ? change.currentUrl.searchParams.has('modal') || change.nextUrl.searchParams.has('modal')
    : change.defaultShouldRevalidate
