import type { ActionFunctionArgs } from '@remix-run/node'
import { privateRedirect } from '#app/city/redirects.ts'
import { comparePath } from '#app/paths.ts'
import { toggleCompare } from '#app/toggles/toggle-compare.server.ts'

/** `GET /compare/toggle/` is no page. */
export function loader() {
  return privateRedirect(comparePath())
}

/** `POST /compare/toggle/`: the compare toggle, from any page; at an address of its own, as that of favourites. */
export function action({ context, request }: ActionFunctionArgs) {
  return toggleCompare({ context, request })
}

export { sendToggle as clientAction } from '#app/toggles/toggle-outcome.ts'
