const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** The one-pixel picture of the page's noscript part: its request shows that this browser runs no scripts. */
export function loader(): Response {
  return new Response(pixel, {
    headers: {
      'content-type': 'image/gif',
      'cache-control': 'no-store',
      'set-cookie': 'nojs=1; Path=/; Max-Age=2592000; SameSite=Lax',
    },
  })
}
