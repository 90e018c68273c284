import { z } from 'zod'
import type { Database } from '#server/db/connect.ts'
import { findNoticeToSend, markSmsSent } from '#server/db/open-day-notices.ts'
import type { JobHandler } from '#server/services/outbox/work-outbox.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import type { SendNotice } from '#server/services/sms/send-sms.ts'
import { SmsFailure } from '#server/services/sms/sms-failure.ts'

type Needs = { db: Database; personal: PersonalData; now: () => Date; sendNotice: SendNotice }

const payload = z.object({ notice: z.int() })

/**
 * Sends one notice about an open day by SMS. One that was overtaken by a later notice or a call is not sent, and a number
 * that gets no messages is left to a call.
 */
export function smsNoticeHandler({ db, personal, now, sendNotice }: Needs): JobHandler {
  return async (given) => {
    const id = payload.parse(given).notice
    const found = await findNoticeToSend(db, id, now())
    if (found === undefined || found.kind === 'reinstated' || found.phoneCipher === null) return
    const { kind, title, school, startsAt, bookedFor } = found
    const name = school === null || title.includes(school) ? title : `${school}${title}`
    const at = kind === 'moved' ? startsAt : (bookedFor ?? startsAt)
    try {
      await sendNotice(personal.open(found.phoneCipher), kind, { name, time: timeText(at) })
    } catch (error) {
      if (error instanceof SmsFailure && error.kind === 'phone') return
      throw error
    }
    await markSmsSent(db, id, now())
  }
}

const format = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})

/** `12月5日 09:30`. */
function timeText(moment: Date): string {
  return format.format(moment)
}
