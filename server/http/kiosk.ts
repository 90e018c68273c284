import { codes } from '#server/contract/codes.ts'
import { getKioskState, listKioskGuests, pairKiosk, unpairKiosk } from '#server/contract/kiosk.ts'
import { ApiError } from './api-error.ts'
import { serve } from './serve.ts'

/** Devices of the staff. */
export function kioskEndpoints() {
  const closed = () => Promise.reject(new ApiError(codes.notFound))
  return [
    serve(getKioskState, closed, { keepForMs: 0 }),
    serve(listKioskGuests, closed, { keepForMs: 0 }),
    serve(pairKiosk, closed, { keepForMs: 0 }),
    serve(unpairKiosk, closed, { keepForMs: 0 }),
  ]
}
