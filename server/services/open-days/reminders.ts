import { z } from 'zod'
import type { DatabaseConnection } from '#server/db/connect.ts'
import {
  addBookingMessages,
  findBookingToMessage,
  findMessagesMade,
} from '#server/db/open-days/booking-messages.ts'
import { findBookingsToRemind, lockReminders, reminderKind } from '#server/db/open-days/reminders.ts'
import { chinaDay, chinaDayAndClock, startOfChinaDay } from '#server/services/china-time.ts'
import type { SmsBudget } from '#server/services/accounts/sms-budget.ts'
import { accessTokenOf } from '#server/services/leads/access-token.ts'
import type { JobHandler } from '#server/services/outbox/outbox-worker.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { reminderTime } from '#server/services/reminder-time.ts'
import type { SendMessage } from '#server/services/sms/sms-message.ts'
import { SmsFailure } from '#server/services/sms/sms-failure.ts'
import { withinBudget } from './message-budget.ts'
import { openDayName } from './open-day-name.ts'

const dayMs = 86_400_000

/**
 * Queues the reminder of each booking of an open day that begins tomorrow in China, from 10:00 until 20:00 there: once for a
 * booking and a time at which the open day begins. Whoever booked, was given a seat or got a notice of the open day
 * since 10:00 is sent none: that was today's message. The budget equals that of login codes but is counted apart, so that
 * reminders use up neither codes nor entrance codes; what is above it waits for the next hour, until 20:00. Resolves with
 * the number queued.
 */
export async function makeReminders(
  { db }: DatabaseConnection,
  { now, budget }: { now: Date; budget: SmsBudget },
): Promise<number> {
  const begins = startOfChinaDay(chinaDay(new Date(now.getTime() + dayMs)))
  if (!isTimeToRemind(begins, now)) return 0
  const ends = new Date(begins.getTime() + dayMs)
  return db.transaction(async (tx) => {
    await lockReminders(tx)
    const waiting = await findBookingsToRemind(tx, { begins, ends, since: reminderTime(begins).from })
    if (waiting.length === 0) return 0
    const made = await findMessagesMade(tx, reminderKind, new Date(now.getTime() - dayMs))
    const bookings = withinBudget(waiting, made, { budget, now })
    const payloads = bookings.map(({ requestId, startsAt }) => ({
      request: requestId,
      starts_at: startsAt.toISOString(),
    }))
    await addBookingMessages(tx, reminderKind, { payloads, now })
    return bookings.length
  })
}

function isTimeToRemind(startsAt: Date, now: Date): boolean {
  const { from, until } = reminderTime(startsAt)
  return from <= now && now < until
}

type Needs = { database: DatabaseConnection; personal: PersonalData; now: () => Date; send: SendMessage }

const payload = z.object({ request: z.int(), starts_at: z.coerce.date() })

/**
 * Outbox handler that sends one reminder with the access token that opens and cancels the booking. Not sent from 20:00
 * on, for a cancelled booking, of an open day that was moved or called off meanwhile, or to a number that receives no
 * messages.
 */
export function reminderHandler({ database, personal, now, send }: Needs): JobHandler {
  return async (given) => {
    const { request, starts_at: startsAt } = payload.parse(given)
    if (!isTimeToRemind(startsAt, now())) return
    const booking = await database.db.transaction(async (tx) => {
      const found = await findBookingToMessage(tx, request, now())
      if (found === undefined || found.startsAt.getTime() !== startsAt.getTime()) return undefined
      return { ...found, access: await accessTokenOf(tx, personal, found) }
    })
    if (booking === undefined || booking.phoneCipher === null) return
    const values = {
      name: openDayName(booking),
      time: chinaDayAndClock(booking.startsAt),
      access: booking.access,
    }
    try {
      await send(personal.decrypt(booking.phoneCipher), { template: 'reminder', values })
    } catch (error) {
      if (!(error instanceof SmsFailure) || error.kind !== 'phone') throw error
    }
  }
}
