import { z } from 'zod'
import type { Database } from '#server/db/connect.ts'
import { findNoticeToSend, markSmsSent } from '#server/db/open-days/open-day-notices.ts'
import { chinaDayAndClock } from '#server/services/china-time.ts'
import type { JobHandler } from '#server/services/outbox/outbox-worker.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import type { SendMessage } from '#server/services/sms/sms-message.ts'
import { SmsFailure } from '#server/services/sms/sms-failure.ts'
import { openDayName } from './open-day-name.ts'

type Needs = { db: Database; personal: PersonalData; now: () => Date; send: SendMessage }

const payload = z.object({ notice: z.int() })

/**
 * Outbox handler that sends one notice about an open day by SMS. Not sent when a later notice or a call replaced it; a
 * number that receives no messages is left to a call.
 */
export function smsNoticeHandler({ db, personal, now, send }: Needs): JobHandler {
  return async (given) => {
    const id = payload.parse(given).notice
    const found = await findNoticeToSend(db, id, now())
    if (found === undefined || found.kind === 'reinstated' || found.phoneCipher === null) return
    const { kind, startsAt, bookedFor } = found
    const at = kind === 'moved' ? startsAt : (bookedFor ?? startsAt)
    const values = { name: openDayName(found), time: chinaDayAndClock(at) }
    try {
      await send(personal.decrypt(found.phoneCipher), { template: kind, values })
    } catch (error) {
      if (error instanceof SmsFailure && error.kind === 'phone') return
      throw error
    }
    await markSmsSent(db, id, now())
  }
}
