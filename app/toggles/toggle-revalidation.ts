import type { ShouldRevalidateFunction } from '@remix-run/react'
import { shouldRevalidatePage } from '#app/navigation/revalidation.ts'
import { toggleComparePath, toggleFavouritePath } from '#app/paths.ts'

const toggles = new Set([toggleFavouritePath, toggleComparePath])
const likes = /^\/school\/\d+\/(?:news|graduates)\/\d+\/$/

/** Whether a change is a press of 收藏, 对比 or 点赞 by a fetcher: its outcome tells the page all that it changed. */
export function isToggleSubmission({
  formAction,
  actionResult,
}: Parameters<ShouldRevalidateFunction>[0]): boolean {
  if (formAction === undefined || actionResult === undefined) return false
  const path = formAction.replace(/[?#].*/, '')
  return toggles.has(path) || likes.test(path)
}

/** Of a page with such buttons: its loader is not asked again after a press. */
export const shouldRevalidateUnlessToggled: ShouldRevalidateFunction = (change) =>
  !isToggleSubmission(change) && shouldRevalidatePage(change)
