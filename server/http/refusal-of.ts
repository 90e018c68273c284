import type { Logger } from 'pino'
import { codes } from '#server/contract/codes.ts'
import { describeFailure, isUnavailable } from '#server/db/failure.ts'
import { newRequestId, requestIdOf } from '#server/logging/request-id.ts'
import { ApiError } from './api-error.ts'

/**
 * Converts anything a handler threw into a refusal. Unexpected errors are logged under the request's id, which is all
 * that the client gets of them; `route` is the path's pattern, since a path may contain a reference.
 */
export function refusalOf(
  error: unknown,
  { request, route, log }: { request: Request; route: string; log: Logger },
): ApiError {
  if (error instanceof ApiError) return error
  const requestId = requestIdOf(request) ?? newRequestId()
  const details = { requestId, method: request.method, route, failure: describeFailure(error) }
  if (isUnavailable(error)) {
    log.warn(details, 'the database is not available')
    return new ApiError(codes.notNow, { data: { reference: requestId }, headers: { 'retry-after': '5' } })
  }
  log.error(details, 'a call of the API failed')
  return new ApiError(codes.internal, { data: { reference: requestId } })
}
