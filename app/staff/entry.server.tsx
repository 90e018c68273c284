import { randomBytes } from 'node:crypto'
import type { EntryContext } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { contentSecurityPolicy } from '#app/content-security-policy.ts'
import type { AppLoadContext } from '#app/load-context.ts'
import { handleError } from '#app/remix/handle-error.server.ts'
import { renderToBuffer } from '#app/remix/strip-padding.server.ts'
import { NonceContext } from './parts/nonce.ts'

export { handleError }

/** How long a page may take, in ms. */
export const streamTimeout = 12_000

/** Renders a whole document: pages of the area have no deferred parts, which would need scripts. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const nonce = randomBytes(18).toString('base64')
  const page = (
    <NonceContext.Provider value={nonce}>
      <RemixServer context={remix} url={request.url} nonce={nonce} />
    </NonceContext.Provider>
  )
  const html = await render(page, nonce, (error) => handleError(error, { request, context }))
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('content-length', String(html.length))
  // Previews are framed. The development server adds scripts and styles of its own, without a nonce.
  if (!import.meta.env.DEV) headers.set('content-security-policy', contentSecurityPolicy(nonce, "'self'"))
  return new Response(new Uint8Array(html), { status, headers })
}

function render(page: React.ReactElement, nonce: string, report: (error: unknown) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady() {
        clearTimeout(limit)
        renderToBuffer(pipe).then(resolve, reject)
      },
      onShellError(error) {
        clearTimeout(limit)
        reject(error instanceof Error ? error : new Error(String(error)))
      },
      onError: report,
    })
    const limit = setTimeout(abort, streamTimeout + 1000)
  })
}
