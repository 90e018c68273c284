import { isRouteErrorResponse } from '@remix-run/react'
import type { AppLoadContext } from '#app/load-context.ts'

type HandlerArgs = { request: Request; context: AppLoadContext }

/**
 * Reports an unexpected error of a loader, an action or a render to the log; the visitor sees the request id only. A status
 * that a loader or an action threw is an answer: Remix hands it over from routes without a component only.
 */
export function handleError(error: unknown, { request, context }: HandlerArgs): void {
  if (request.signal.aborted || isThrownStatus(error)) return
  if (context.reportError) context.reportError(error, request)
  else console.error(error)
}

/** Whether a route threw a status with data. Those of Remix itself, such as 405, carry an error. */
function isThrownStatus(error: unknown): boolean {
  return isRouteErrorResponse(error) && !('error' in error && error.error !== undefined)
}
