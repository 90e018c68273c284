import type { ActionFunctionArgs } from '@remix-run/node'
import { logout } from '#server/contract/login.ts'
import { apiFor } from '#app/api/client.server.ts'
import { cityOf } from '#app/city/position-cookie.ts'
import { privateRedirect } from '#app/city/redirects.ts'
import { forgetBookings } from '#app/order/booked-cookie.server.ts'
import { homePath, personalPath } from '#app/paths.ts'
import { redirectWithFlash } from '#app/visitor/private-page.server.ts'
import { closeSession } from '#app/cookies/session-cookie.server.ts'
import { tokenOf } from '#app/cookies/token.ts'

/** `GET /logout/` changes nothing: it redirects to the page with the button. */
export function loader() {
  return privateRedirect(personalPath())
}

/** `POST /logout/`: ends the session on the server and in this browser, and clears the browser's cache of pages. */
export async function action({ context, request }: ActionFunctionArgs) {
  if (tokenOf(request) !== undefined) {
    // When the session has ended already, or the API is away, this browser is logged out all the same.
    await apiFor({ context, request })(logout, {}).catch((error: unknown) =>
      context.reportError?.(error, request),
    )
  }
  const answer = await redirectWithFlash({ context, request }, homePath(cityOf(request)), {
    message: '已退出登录',
    cookies: [...closeSession({ context, request }), ...forgetBookings({ context, request })],
  })
  answer.headers.set('clear-site-data', '"cache"')
  return answer
}
