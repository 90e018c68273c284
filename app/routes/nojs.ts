import type { LoaderFunctionArgs } from '@remix-run/node'
import { setCookie, thirtyDays } from '#app/cookies.server.ts'

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** The one-pixel picture of the page's noscript part: its request shows that this browser runs no scripts. */
export function loader({ context, request }: LoaderFunctionArgs): Response {
  return new Response(pixel, {
    headers: {
      'content-type': 'image/gif',
      'cache-control': 'no-store',
      'set-cookie': setCookie(
        { context, request },
        { name: 'nojs', value: '1', maxAge: thirtyDays, httpOnly: false },
      ),
    },
  })
}
