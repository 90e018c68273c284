import { buildId } from '#app/remix/build-id.ts'

/** How many reports one page sends at most. */
const most = 5
const reported = new Set<string>()

/** Tells the operator's log of errors in this page's scripts: the message, the page's path and the build, nothing else. */
export function reportErrors(): void {
  window.addEventListener('error', ({ error, message }) => report(error ?? message))
  window.addEventListener('unhandledrejection', (event) => {
    // An answer that leads elsewhere: Remix throws it, and takes it up itself once the styles of the page are there.
    if (event.reason instanceof Response) event.preventDefault()
    else report(event.reason)
  })
}

function report(reason: unknown): void {
  const message = (reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason)).slice(
    0,
    300,
  )
  if (reported.size >= most || reported.has(message) || !('fetch' in window)) return
  reported.add(message)
  const fields = {
    message,
    path: window.location.pathname.slice(0, 300),
    build: buildId(),
  }
  void import('./browser-client.ts').then(
    ({ callApi }) => callApi({ method: 'POST', path: '/api/client-errors', fields, read: () => true }),
    () => undefined,
  )
}
