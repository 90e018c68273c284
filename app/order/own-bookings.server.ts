import { listBookings } from '#server/contract/account.ts'
import { apiFor } from '#app/api/client.server.ts'
import { NotLoggedInError } from '#app/api/errors.ts'
import { tokenOf } from '#app/cookies/token.ts'
import type { Caller } from '#app/load-context.ts'
import type { OwnBooking } from '#app/visitor/known-visitor.ts'
import { isRenderedForVisitor } from '#app/visitor/rendered-for-visitor.ts'

/**
 * The visitor's bookings of open days to come; empty without a valid session, undefined when the API cannot be reached.
 */
export async function ownBookings(caller: Caller): Promise<OwnBooking[] | undefined> {
  if (tokenOf(caller.request) === undefined) return []
  try {
    const reply = await apiFor(caller)(listBookings, {}, { city: 'all' })
    return reply.ok
      ? reply.data.map(({ open_day_id: openDayId, reference }) => ({ openDayId, reference }))
      : undefined
  } catch (error) {
    if (error instanceof NotLoggedInError) return []
    caller.context.reportError?.(error, caller.request)
    return undefined
  }
}

/** The bookings on a page that is rendered for its visitor; empty on pages that are the same for everybody. */
export async function renderedBookings(caller: Caller): Promise<OwnBooking[]> {
  return isRenderedForVisitor(caller.request) ? ((await ownBookings(caller)) ?? []) : []
}
