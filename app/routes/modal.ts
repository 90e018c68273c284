import type { LoaderFunctionArgs } from '@remix-run/node'
import { loadModal } from '#app/order/load-modal.server.tsx'
import { privateHeaders } from '#app/visitor/private-page.server.ts'
import { safeReturnPath } from '#app/visitor/return-path.ts'

/** `/modal/?modal=…&from={path}`: the form that the page at `from` opens, as HTML alone; 404 for none. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<Response> {
  const { origin, searchParams } = new URL(request.url)
  const from = safeReturnPath(searchParams.get('from')) ?? '/'
  const page = new URL(from, origin)
  for (const [name, value] of searchParams) if (name !== 'from') page.searchParams.set(name, value)
  const asked = new Request(page, { headers: request.headers })
  const html = await loadModal({ context, request: asked })
  return new Response(html ?? '', {
    status: html === undefined ? 404 : 200,
    headers: {
      ...privateHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
    },
  })
}
