import { randomBytes } from 'node:crypto'
import { createReadableStreamFromReadable, type EntryContext } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { contentSecurityPolicy, cachedSecurityPolicy } from './content-security-policy.ts'
import { DocumentContext } from './remix/document-context.ts'
import { handleError } from './remix/handle-error.server.ts'
import { prepareDocument } from './remix/prepare-document.server.ts'
import { withoutPadding, renderToBuffer } from './remix/strip-padding.server.ts'
import { withoutStreamStyle } from './remix/stream-style.server.ts'
import { withoutNonce } from './cached-page.server.ts'
import type { AppLoadContext } from './load-context.ts'
import { structuredDataOf } from './seo/structured/page-description.server.ts'
import { dayText } from './ui/text/format.ts'
import { isLite } from './visitor/browser-support.ts'
import { isSentWhole } from './visitor/sent-whole.server.ts'
import { verifySession } from './visitor/verify-session.server.ts'

/** Redirects to the address with a trailing slash under hosts that do not; our own process redirects before Remix. */
function redirectToSlash(request: Request, status: number): Response | undefined {
  const { pathname, search } = new URL(request.url)
  if (status !== 200 || request.method === 'POST' || pathname.endsWith('/')) return undefined
  return new Response(null, { status: 301, headers: { location: `${pathname}/${search}` } })
}

export { handleError }
export { handleDataRequest } from './data-request.server.ts'
export { cacheablePageOf, isCacheable } from './cached-page.server.ts'

/** How long deferred data may take before its boundary shows an error, in ms; also bounds turbo-stream's timers. */
export const streamTimeout = 12_000
/** How long the shell waits for deferred data, in ms. */
const shellWaitMs = 50
/** How often that wait is repeated while no call of the API is pending, on a busy machine. */
const maxShellWaits = 20

/**
 * Renders a document: streams it after 50 ms, or sends it whole to crawlers, browsers without scripts and the page
 * cache.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  context: AppLoadContext,
): Promise<Response> {
  const slashed = redirectToSlash(request, status)
  if (slashed) return slashed
  const isForCache = context.isForCache === true
  const nonce = randomBytes(18).toString('base64')
  // Search engines get no lite pages, and lite pages spare every byte.
  const structured = status === 200 && !isLite(request) ? structuredDataOf(context, request) : []
  headers.set('content-type', 'text/html; charset=utf-8')
  // The development server adds scripts and styles of its own, without a nonce.
  if (!import.meta.env.DEV && !isForCache)
    headers.set('content-security-policy', contentSecurityPolicy(nonce))
  if (status === 503 && !headers.has('retry-after')) headers.set('retry-after', '10')
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache, no-transform')
  const whole = isSentWhole({ context, request })
  const verify = (loaderData: Record<string, unknown>) =>
    verifySession({ context, request }, { status, headers, loaderData })
  const { css, bootstrap, ...prepared } = await prepareDocument(remix, verify)
  const day = dayText(new Date().toISOString())
  const facts = { nonce, css, reference: context.requestId ?? '', day, structured, bootstrap }
  const page = (
    <DocumentContext.Provider value={facts}>
      <RemixServer context={prepared.remix} url={request.url} nonce={nonce} />
    </DocumentContext.Provider>
  )
  const report = (error: unknown) => handleError(error, { request, context })
  return render(page, { nonce, isForCache, whole, status, headers, report, isWaiting: context.isWaiting })
}

type Options = {
  nonce: string
  /** Whether the document is cached: its policy names inline parts by hash instead of nonce. */
  isForCache: boolean
  whole: boolean
  status: number
  headers: Headers
  report: (error: unknown) => void
  isWaiting: (() => boolean) | undefined
}

function render(
  page: React.ReactElement,
  { nonce, isForCache, whole, status, headers, report, isWaiting = () => true }: Options,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let complete = false
    let sent = false
    let wait: NodeJS.Timeout | undefined
    const send = () => {
      if (sent) return
      sent = true
      clearTimeout(wait)
      const body = complete
        ? renderToBuffer(pipe).then((rendered) => {
            const html = withoutStreamStyle(rendered)
            return finished(isForCache ? toCachedDocument(html, nonce, headers) : html, headers)
          })
        : Promise.resolve(createReadableStreamFromReadable(pipe(withoutPadding())))
      body.then((sendable) => resolve(new Response(sendable, { status, headers })), reject)
    }
    // While no call of the API is pending the rest renders soon: sending it whole costs less than a stream.
    const sendWhenDue = (waits: number) => {
      if (isWaiting() || waits === maxShellWaits) send()
      else wait = setTimeout(sendWhenDue, shellWaitMs, waits + 1)
    }
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onShellReady() {
        if (!whole) wait = setTimeout(sendWhenDue, shellWaitMs, 1)
      },
      onAllReady() {
        clearTimeout(kill)
        complete = true
        send()
      },
      onShellError(error) {
        clearTimeout(kill)
        reject(error instanceof Error ? error : new Error(String(error)))
      },
      onError(error) {
        // The error boundary of the part shows; the rest of the page and its status stay.
        report(error)
      },
    })
    const kill = setTimeout(abort, streamTimeout + 1000)
  })
}

/** A complete page is one buffer with a length: cheaper to send and to compress than a stream. */
function finished(body: Buffer, headers: Headers): Uint8Array<ArrayBuffer> {
  headers.set('content-length', String(body.length))
  return new Uint8Array(body)
}

/** Makes a rendered document cacheable: without nonce, its policy by hashes. */
function toCachedDocument(body: Buffer, nonce: string, headers: Headers): Buffer {
  const { html, scripts, styles } = withoutNonce(body.toString(), nonce)
  headers.set('content-security-policy', cachedSecurityPolicy({ scripts, styles }))
  return Buffer.from(html)
}
