import { redirect } from '@remix-run/node'
import type { Reply } from '#app/api/client.server.ts'
import { movedSchoolOf } from '#app/api/unwrap-or-throw.ts'
import { pagePathOf } from '#app/page-path.ts'

/** Throws the permanent redirect from an address of a school that was merged to the same one of the school that stays. */
export function redirectToMergedSchool(reply: Reply<unknown>, request: Request): void {
  const target = movedSchoolOf(reply)
  if (target === undefined) return
  const path = pagePathOf(request).replace(/^\/school\/\d+/, `/school/${target}`)
  throw redirect(path + new URL(request.url).search, 301)
}
