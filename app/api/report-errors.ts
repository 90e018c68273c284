import { buildId } from '#app/remix/build-id.ts'

/** The most reports that one page sends. */
const maxReports = 5
const reported = new Set<string>()

/** Reports errors of page scripts to the server's log: message, path and build, nothing else. */
export function reportErrors(): void {
  window.addEventListener('error', ({ error, message }) => report(error ?? message))
  window.addEventListener('unhandledrejection', (event) => {
    // A redirect response: Remix throws it, and handles it itself once the styles of the page are loaded.
    if (event.reason instanceof Response) event.preventDefault()
    else report(event.reason)
  })
}

function report(reason: unknown): void {
  const message = (reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason)).slice(
    0,
    300,
  )
  if (reported.size >= maxReports || reported.has(message) || !('fetch' in window)) return
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
