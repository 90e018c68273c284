import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '#server/db/connect.ts'
import { findLeadToTell } from '#server/db/outbox.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import { createUpstreams, failureOfStatus, type Upstreams } from '#server/services/upstream.ts'
import type { CrmConfig } from './crm-config.ts'
import type { JobHandler } from './work-outbox.ts'

const limitMs = 3000
const payload = z.object({ id: z.int() })

type Needs = {
  db: Database
  personal: PersonalData
  now: () => Date
  crm: CrmConfig
  upstreams?: Upstreams | undefined
}

/**
 * Tells a lead to the CRM: one POST of JSON, signed as `sha256=` HMAC of time and body, its reference as the
 * idempotency key, since it may arrive more than once. Rejects unless the CRM answers 2xx within 3 s; the
 * outbox tries again, so a call is made once. One that is away holds no job for longer than it takes to know that.
 */
export function tellCrm({ db, personal, now, crm, upstreams = createUpstreams() }: Needs): JobHandler {
  const system = upstreams.to({ system: 'crm', timeLimitMs: limitMs })
  return async (given, signal) => {
    const found = await findLeadToTell(db, payload.parse(given).id)
    if (found === undefined) return
    const body = JSON.stringify(inClearWords(found, personal))
    const timestamp = String(Math.floor(now().getTime() / 1000))
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': found.lead.reference,
      'x-timestamp': timestamp,
      'x-signature': `sha256=${signatureOf(crm.secret, timestamp, body)}`,
    }
    await system(
      async (inTime) => {
        const response = await fetch(crm.url, {
          method: 'POST',
          body,
          headers,
          redirect: 'error',
          signal: inTime,
        })
        if (!response.ok) throw failureOfStatus(response.status, `the CRM answered ${response.status}`)
      },
      { signal },
    )
  }
}

function signatureOf(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
}

type Found = NonNullable<Awaited<ReturnType<typeof findLeadToTell>>>

/** Values that are absent are left out of the JSON. */
function inClearWords({ lead, school, openDay, consents }: Found, personal: PersonalData): object {
  const open = (sealed: string | null) => (sealed === null ? undefined : personal.open(sealed))
  return {
    reference: lead.reference,
    order_type: lead.orderType,
    state: lead.state,
    name: open(lead.nameCipher),
    phone: open(lead.phoneCipher),
    message: open(lead.messageCipher),
    city_code: lead.cityCode,
    stage: lead.stage ?? undefined,
    grade: lead.grade ?? undefined,
    source: lead.source ?? undefined,
    created_at: lead.createdAt.toISOString(),
    verified_at: lead.verifiedAt?.toISOString(),
    school: school ?? undefined,
    open_day: openDay
      ? { id: openDay.id, title: openDay.title, starts_at: openDay.startsAt.toISOString() }
      : undefined,
    consents: consents.map(({ purpose, textVersion, givenAt }) => ({
      purpose,
      text_version: textVersion,
      given_at: givenAt.toISOString(),
    })),
  }
}
