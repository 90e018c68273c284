import type { ActionFunctionArgs } from '@remix-run/node'
import { logout } from '#server/contract/accounts/login.ts'
import { apiFor } from '#app/api/client.server.ts'
import { reportFailure } from '#app/api/errors.ts'
import { cityOf } from '#app/city/position-cookie.ts'
import { privateRedirect } from '#app/city/redirects.ts'
import { forgetLogin } from '#app/accounts/forget-browser.server.ts'
import { homePath, personalPath } from '#app/paths.ts'
import { redirectWithFlash } from '#app/visitor/private-page.server.ts'
import { tokenOf } from '#app/cookies/token.ts'

/** `GET /logout/` changes nothing: it redirects to the page with the button. */
export function loader() {
  return privateRedirect(personalPath())
}

/** `POST /logout/`: ends the session on the server and in this browser, and clears the browser's cache of pages. */
export async function action({ context, request }: ActionFunctionArgs) {
  const caller = { context, request }
  if (tokenOf(caller) !== undefined) {
    // When the session has ended already, or the API is away, this browser is logged out all the same.
    await apiFor(caller)(logout, {}).catch((error: unknown) => reportFailure(caller, error))
  }
  const answer = await redirectWithFlash(caller, homePath(cityOf(request)), {
    message: '已退出登录',
    cookies: forgetLogin(caller),
  })
  answer.headers.set('clear-site-data', '"cache"')
  return answer
}
