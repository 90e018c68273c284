import { data } from '@remix-run/node'
import type { Caller } from '#app/load-context.ts'

/** The visitor is not logged in: codes 1006, 1100 to 1103 and 1300 (specification section 8). */
export class NotLoggedInError extends Error {
  readonly code: number
  constructor(code: number) {
    super('没有登录')
    this.name = 'NotLoggedInError'
    this.code = code
  }
}

/**
 * A transport error: the API's response was no envelope. The message is its text, else 请求错误 (specification section
 * 8).
 */
export class TransportError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'TransportError'
  }
}

const transportFailures = new WeakSet<object>()

/** The route error response (500) that shows a transport error's message on the error page. */
export function transportErrorResponse(error: TransportError): object {
  const response = data({ message: error.message }, { status: 500 })
  transportFailures.add(response)
  return response
}

/** Whether what a loader threw is a transport error, itself or as its route error response. */
export function isTransportFailure(thrown: unknown): boolean {
  if (thrown instanceof TransportError) return true
  return typeof thrown === 'object' && thrown !== null && transportFailures.has(thrown)
}

/**
 * Reports the failure of something that a page does without. Not a transport error: the API client reported it, or the
 * API refused with 1503 and logged why.
 */
export function reportFailure({ context, request }: Caller, error: unknown): void {
  if (!isTransportFailure(error)) context.reportError?.(error, request)
}
