import type { ActionFunctionArgs } from '@remix-run/node'
import { privateRedirect } from '#app/city/redirects.ts'
import { favouritesPath } from '#app/paths.ts'
import { toggleFavourite } from '#app/toggles/toggle-favourite.server.ts'

/** `GET /mycollect/toggle/` is no page. */
export function loader() {
  return privateRedirect(favouritesPath)
}

/**
 * `POST /mycollect/toggle/`: the favourite toggle, from any page. It has an address of its own, because a fetcher
 * loads the modules of all routes of the address that it calls.
 */
export function action({ context, request }: ActionFunctionArgs) {
  return toggleFavourite({ context, request })
}

export { sendToggle as clientAction } from '#app/toggles/toggle-outcome.ts'

/** With a component the route renders documents, so that a failed plain form gets an error page. */
export default function ToggleFavourite() {
  return null
}
