import { isRouteErrorResponse } from '@remix-run/react'
import type { AppLoadContext } from '#app/load-context.ts'

type HandlerArgs = { request: Request; context: AppLoadContext }

/**
 * Reports an unexpected error of a loader, an action or a render to the log; the visitor sees the request id only. A status
 * that a loader or an action threw is an answer, which Remix hands over from routes without a component only; so is
 * Remix's own refusal of a request, such as 405 for a form posted to a page that has none.
 */
export function handleError(error: unknown, { request, context }: HandlerArgs): void {
  if (request.signal.aborted || isAnswer(error)) return
  if (context.reportError) context.reportError(error, request)
  else console.error(error)
}

/** Whether a route threw a status with data, or Remix refused the request: its own statuses carry an error. */
function isAnswer(error: unknown): boolean {
  return (
    isRouteErrorResponse(error) && (error.status < 500 || !('error' in error && error.error !== undefined))
  )
}
