import type { LoaderFunctionArgs } from '@remix-run/node'
import { setCookie, thirtyDays } from '#app/cookies.server.ts'

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Detects browsers without scripts: a one-pixel picture in the page's noscript element sets the cookie `nojs`. */
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
