import { z } from 'zod'
import type { DatabaseConnection } from '#server/db/connect.ts'
import {
  addBookingMessages,
  findBookingToMessage,
  findMessagesMade,
} from '#server/db/open-days/booking-messages.ts'
import {
  findBookingsToMessage,
  lockTicketMessages,
  ticketMessageKind,
} from '#server/db/open-days/ticket-messages.ts'
import { chinaDayAndClock } from '#server/services/china-time.ts'
import type { SmsBudget } from '#server/services/accounts/sms-budget.ts'
import { accessTokenOf } from '#server/services/leads/access-token.ts'
import type { JobHandler } from '#server/services/outbox/outbox-worker.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import type { SendMessage } from '#server/services/sms/sms-message.ts'
import { SmsFailure } from '#server/services/sms/sms-failure.ts'
import { readTickets } from '#server/services/check-ins/own-tickets.ts'
import { withinBudget } from './message-budget.ts'
import { openDayName } from './open-day-name.ts'

const dayMs = 86_400_000

/**
 * Creates the periodic job that queues the entrance code of each booking of the last day, once. Its budget equals that
 * of login codes but is counted apart, so that bookings never use up codes. Resolves with the number queued.
 */
export function makeTicketMessages(
  { db }: DatabaseConnection,
  { now, budget }: { now: Date; budget: SmsBudget },
): Promise<number> {
  return db.transaction(async (tx) => {
    await lockTicketMessages(tx)
    const since = new Date(now.getTime() - dayMs)
    const waiting = await findBookingsToMessage(tx, { since, now })
    if (waiting.length === 0) return 0
    const made = await findMessagesMade(tx, ticketMessageKind, since)
    const bookings = withinBudget(waiting, made, { budget, now })
    const payloads = bookings.map(({ requestId }) => ({ request: requestId }))
    await addBookingMessages(tx, ticketMessageKind, { payloads, now })
    return bookings.length
  })
}

type Needs = { database: DatabaseConnection; personal: PersonalData; now: () => Date; send: SendMessage }

const payload = z.object({ request: z.int() })

/**
 * Outbox handler that sends a booking's entrance code, and the access token that opens and cancels it, to the booking's
 * phone. Not sent for a cancelled booking, without a ticket, or to a number that receives no messages.
 */
export function ticketMessageHandler({ database, personal, now, send }: Needs): JobHandler {
  return async (given) => {
    const id = payload.parse(given).request
    const booking = await database.db.transaction(async (tx) => {
      const found = await findBookingToMessage(tx, id, now())
      return found && { ...found, access: await accessTokenOf(tx, personal, found) }
    })
    if (booking === undefined || booking.phoneCipher === null) return
    const owner = { clueId: booking.id, isVerified: booking.isVerified }
    const [ticket] = await readTickets({ database, personal }, owner, now())
    if (ticket === undefined) return
    const values = {
      name: openDayName(booking),
      time: chinaDayAndClock(booking.startsAt),
      ticket: ticket.code,
      access: booking.access,
    }
    try {
      await send(personal.decrypt(booking.phoneCipher), { template: 'ticket', values })
    } catch (error) {
      if (!(error instanceof SmsFailure) || error.kind !== 'phone') throw error
    }
  }
}
