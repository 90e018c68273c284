import { redirect, type ActionFunctionArgs } from '@remix-run/node'
import { staffLogout } from '#server/contract/staff/login.ts'
import { loadIfLoggedIn } from '../../access/staff-api.server.ts'
import { closeStaffSession, cookieHeaders } from '../../access/staff-cookie.server.ts'
import { loginPath, todayPath } from '../../paths.ts'

/** `/staff/logout/` is no page. */
export function loader() {
  return redirect(todayPath)
}

/** Ends the session; the browser forgets it also when the API cannot be reached. */
export async function action({ context, request }: ActionFunctionArgs) {
  const caller = { context, request }
  await loadIfLoggedIn(caller, staffLogout)
  return redirect(loginPath(), { status: 303, headers: cookieHeaders(closeStaffSession(caller)) })
}
