import type { MessagedBooking } from '#server/db/open-days/booking-messages.ts'
import type { SmsBudget } from '#server/services/accounts/sms-budget.ts'

const hourMs = 3_600_000

/** Daily bound on messages of a kind to one phone, verified or not. */
const maxPerPhone = { verified: 10, unverified: 3 }

/** A message of the last day. */
type MadeMessage = Pick<MessagedBooking, 'phoneHash' | 'isVerified'> & { at: Date }

/** Those bookings that the budget allows a message now, after the messages of the last day. */
export function withinBudget(
  bookings: readonly MessagedBooking[],
  lastDay: readonly MadeMessage[],
  { budget, now }: { budget: SmsBudget; now: Date },
): MessagedBooking[] {
  const made = [...lastDay]
  return bookings.filter((booking) => {
    if (!isWithin(budget, made, booking, now)) return false
    made.push({ ...booking, at: now })
    return true
  })
}

/** Whether the budget of the last day allows one more message. */
function isWithin(
  budget: SmsBudget,
  made: readonly MadeMessage[],
  booking: MessagedBooking,
  now: Date,
): boolean {
  const hour = made.filter(({ at }) => at.getTime() > now.getTime() - hourMs)
  const toPhone = made.filter(({ phoneHash }) => phoneHash === booking.phoneHash)
  if (hour.length >= budget.hour || made.length >= budget.day) return false
  if (booking.isVerified) return toPhone.length < maxPerPhone.verified
  const unverified = (messages: readonly MadeMessage[]) =>
    messages.filter((message) => !message.isVerified).length
  return (
    toPhone.length < maxPerPhone.unverified &&
    unverified(hour) < budget.newPhonesHour &&
    unverified(made) < budget.newPhonesDay
  )
}
