import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { isPrefetch, oneYear, setCookie } from '#app/cookies.server.ts'
import { referrerOf } from '#app/referrer.server.ts'

/** `/lite/?on=1` and `/lite/?on=0`: stores the choice of lite mode and redirects back. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const headers = new Headers({ 'cache-control': 'private, no-store' })
  if (!isPrefetch(request)) {
    const value = url.searchParams.get('on') === '0' ? '0' : '1'
    headers.append(
      'set-cookie',
      setCookie({ context, request }, { name: 'lite', value, maxAge: oneYear, httpOnly: false }),
    )
  }
  return redirect(pathBefore(request), { status: 302, headers })
}

/** Path and query of the page of this site that linked here; the home page when unknown. */
function pathBefore(request: Request): string {
  const { pathname = '/', search = '' } = referrerOf(request) ?? {}
  return pathname.startsWith('//') ? '/' : pathname + search
}
