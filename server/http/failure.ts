import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { codes } from '#server/contract/codes.ts'
import { describeFailure, isUnavailable } from '#server/db/failure.ts'
import { ApiError } from './api-error.ts'

/**
 * The refusal of anything that a handler threw. What nobody expected is logged under a reference id, the only thing
 * about it that leaves the process.
 */
export function refusalOf(error: unknown, request: Request, log: Logger): ApiError {
  if (error instanceof ApiError) return error
  const reference = randomBytes(6).toString('hex')
  const path = new URL(request.url).pathname
  const details = { reference, method: request.method, path, failure: describeFailure(error) }
  if (isUnavailable(error)) {
    log.warn(details, 'the database is not available')
    return new ApiError(codes.notNow, { data: { reference }, headers: { 'retry-after': '5' } })
  }
  log.error(details, 'a call of the API failed')
  return new ApiError(codes.internal, { data: { reference } })
}
