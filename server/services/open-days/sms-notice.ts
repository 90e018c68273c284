import { z } from 'zod'
import type { Database } from '#server/db/connect.ts'
import { addSmsNotices, findNoticeToSend, markSmsSent } from '#server/db/open-days/notice-messages.ts'
import { type NoticeKind } from '#server/db/open-days/open-day-notices.ts'
import { messageTime } from '#server/db/open-days/quiet-hours.ts'
import { chinaDayAndClock } from '#server/services/china-time.ts'
import type { JobHandler } from '#server/services/outbox/outbox-worker.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import type { SendMessage, SmsMessage } from '#server/services/sms/sms-message.ts'
import { SmsFailure } from '#server/services/sms/sms-failure.ts'
import { openDayName } from './open-day-name.ts'

type Found = NonNullable<Awaited<ReturnType<typeof findNoticeToSend>>>

type Needs = { db: Database; personal: PersonalData; now: () => Date; send: SendMessage }

const payload = z.object({ notice: z.int() })

/**
 * Outbox handler that sends one notice about an open day by SMS. Not sent when a later notice or a call replaced it; a
 * number that receives no messages is left to a call, and so is another place: the message says the time. At night a new job
 * for the morning takes its place.
 */
export function smsNoticeHandler({ db, personal, now, send }: Needs): JobHandler {
  return async (given) => {
    const id = payload.parse(given).notice
    const found = await findNoticeToSend(db, id, now())
    if (found === undefined || found.phoneCipher === null) return
    if (found.kind === 'reinstated') return
    if (messageTime(now(), [found.startsAt, found.bookedFor, ...found.noticeTimes]) > now()) {
      await addSmsNotices(db, [id], now())
      return
    }
    const kind = found.kind === 'relocated' ? 'moved' : found.kind
    const message = messageOf({ ...found, kind }, personal)
    try {
      await send(personal.decrypt(found.phoneCipher), message)
    } catch (error) {
      if (error instanceof SmsFailure && error.kind === 'phone') return
      throw error
    }
    if (found.kind !== 'relocated') await markSmsSent(db, id, now())
  }
}

/** The message of a notice; whoever waits for a seat reads so behind the open day's name. */
function messageOf(
  found: Found & { kind: Exclude<NoticeKind, 'reinstated' | 'relocated'> },
  personal: PersonalData,
): SmsMessage {
  const { kind, startsAt, bookedFor, isWaiting, accessCipher } = found
  const name = openDayName(found)
  if (kind === 'seat' || kind === 'removed') {
    const access = accessCipher === null ? '' : personal.decrypt(accessCipher)
    return { template: kind, values: { name, time: chinaDayAndClock(startsAt), access } }
  }
  const at = kind === 'moved' ? startsAt : (bookedFor ?? startsAt)
  return {
    template: kind,
    values: { name: isWaiting ? `${name}（候补）` : name, time: chinaDayAndClock(at) },
  }
}
