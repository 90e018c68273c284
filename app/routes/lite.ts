import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { setCookie } from '#app/visitor/set-cookie.server.ts'

const oneYear = 365 * 24 * 60 * 60

/** `/lite/?on=1` and `/lite/?on=0`: keeps the choice of the lite page, and leads back to where the press was. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  const headers = new Headers({ 'cache-control': 'private, no-store' })
  if (!/prefetch|prerender/i.test(request.headers.get('sec-purpose') ?? '')) {
    const value = url.searchParams.get('on') === '0' ? '0' : '1'
    headers.append(
      'set-cookie',
      setCookie({ context, request }, { name: 'lite', value, maxAge: oneYear, httpOnly: false }),
    )
  }
  return redirect(pageBefore(request, url), { status: 302, headers })
}

/** The page of this site from which the press came; the home page when it is unknown. */
function pageBefore(request: Request, { host }: URL): string {
  const referrer = request.headers.get('referer') ?? ''
  if (!URL.canParse(referrer)) return '/'
  const { host: from, pathname, search } = new URL(referrer)
  return from === host && !pathname.startsWith('//') ? pathname + search : '/'
}
