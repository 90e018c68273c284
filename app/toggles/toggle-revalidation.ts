import type { ShouldRevalidateFunction } from '@remix-run/react'
import { shouldRevalidatePage } from '#app/navigation/revalidation.ts'
import { toggleComparePath, toggleFavouritePath } from '#app/paths.ts'

const toggles = new Set([toggleFavouritePath, toggleComparePath])
const likes = /^\/school\/\d+\/(?:news|graduates)\/\d+\/$/

/** Whether a change is a toggle submitted by a fetcher: its outcome contains everything that it changed. */
export function isToggleSubmission({
  formAction,
  actionResult,
}: Parameters<ShouldRevalidateFunction>[0]): boolean {
  if (formAction === undefined || actionResult === undefined) return false
  const path = formAction.replace(/[?#].*/, '')
  return toggles.has(path) || likes.test(path)
}

/** `shouldRevalidate` of pages with toggles: not after a toggle. */
export const shouldRevalidateUnlessToggled: ShouldRevalidateFunction = (change) =>
  !isToggleSubmission(change) && shouldRevalidatePage(change)
