import { redirect } from '@remix-run/node'
import type { Reply } from '#app/api/client.server.ts'
import { movedSchoolOf } from '#app/api/unwrap-or-throw.ts'

/** Throws the permanent redirect from an address of a school that was merged to the same one of the school that stays. */
export function leadToMergedSchool(reply: Reply<unknown>, request: Request): void {
  const target = movedSchoolOf(reply)
  if (target === undefined) return
  const { pathname, search } = new URL(request.url)
  const path = pathname.replace(/\.data$/, '').replace(/^\/school\/\d+/, `/school/${target}`)
  throw redirect(`${path.endsWith('/') ? path : `${path}/`}${search}`, 301)
}
