import { listBookings } from '#server/contract/accounts/account.ts'
import { apiFor } from '#app/api/client.server.ts'
import { NotLoggedInError, reportFailure } from '#app/api/errors.ts'
import { tokenOf } from '#app/cookies/token.ts'
import type { Caller } from '#app/load-context.ts'
import type { OwnBooking } from '#app/visitor/known-visitor.ts'
import { isRenderedForVisitor } from '#app/visitor/rendered-for-visitor.ts'
import { bookedTokens } from '#app/cookies/booked-cookie.server.ts'
import { findLead } from './load-lead.server.ts'

/**
 * The visitor's bookings of open days to come, and places on waiting lists: those of the account, and those that
 * this browser sent; undefined when the API cannot be reached.
 */
export async function ownBookings(caller: Caller): Promise<OwnBooking[] | undefined> {
  try {
    const found = await Promise.all([
      bookingsOfAccount(caller),
      ...bookedTokens(caller.request).map((access) => bookingOf(caller, access)),
    ])
    return found.flat()
  } catch (error) {
    reportFailure(caller, error)
    return undefined
  }
}

/** The bookings on a page that is rendered for its visitor; empty on pages that are the same for everybody. */
export async function renderedBookings(caller: Caller): Promise<OwnBooking[]> {
  return isRenderedForVisitor(caller.request) ? ((await ownBookings(caller)) ?? []) : []
}

async function bookingsOfAccount(caller: Caller): Promise<OwnBooking[]> {
  if (tokenOf(caller) === undefined) return []
  try {
    const reply = await apiFor(caller)(listBookings, {}, { city: 'all' })
    return reply.ok
      ? reply.data.map(({ open_day_id: openDayId, reference, waiting }) => ({
          openDayId,
          lead: reference,
          ...(waiting && { isWaiting: waiting }),
        }))
      : []
  } catch (error) {
    if (error instanceof NotLoggedInError) return []
    throw error
  }
}

/** The booking that an access token opens, while it stands. */
async function bookingOf(caller: Caller, access: string): Promise<OwnBooking[]> {
  const found = await findLead(caller, { access })
  if (found?.open_day === undefined) return []
  const own = { openDayId: found.open_day.id, lead: access }
  if (found.status === 'booked') return [own]
  return found.status === 'waiting' ? [{ ...own, isWaiting: true }] : []
}
