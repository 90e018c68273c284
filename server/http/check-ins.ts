import { codes } from '#server/contract/codes.ts'
import { getCheckIn, sendCheckIns } from '#server/contract/checkins.ts'
import { ApiError } from './api-error.ts'
import { serve } from './serve.ts'

/** Check-ins of guests. */
export function checkInEndpoints() {
  const closed = () => Promise.reject(new ApiError(codes.notFound))
  return [serve(getCheckIn, closed, { keepForMs: 0 }), serve(sendCheckIns, closed, { keepForMs: 0 })]
}
