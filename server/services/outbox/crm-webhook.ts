import { createHmac } from 'node:crypto'
import { createUpstreams, failureOfStatus, type Upstreams } from '#server/services/upstream.ts'
import type { CrmConfig } from './crm-config.ts'

const limitMs = 3000

/** One message with its idempotency key, since it may be delivered more than once. */
type CrmMessage = { idempotencyKey: string; body: object }

/**
 * Client of the CRM's webhook: a POST of JSON per message, signed with `sha256=` HMAC of time and body. `makeMessage`
 * runs just before the call; undefined skips it. Rejects unless the CRM responds 2xx within 3 s; the outbox retries.
 */
export function crmWebhook(
  crm: CrmConfig,
  { now, upstreams = createUpstreams() }: { now: () => Date; upstreams?: Upstreams | undefined },
): (makeMessage: () => Promise<CrmMessage | undefined>, signal: AbortSignal) => Promise<void> {
  const system = upstreams.to({ system: 'crm', timeLimitMs: limitMs })
  return (makeMessage, signal) =>
    system(
      async (inTime) => {
        const message = await makeMessage()
        if (message === undefined) return
        const text = JSON.stringify(message.body)
        const timestamp = String(Math.floor(now().getTime() / 1000))
        const response = await fetch(crm.url, {
          method: 'POST',
          body: text,
          headers: {
            'content-type': 'application/json',
            'idempotency-key': message.idempotencyKey,
            'x-timestamp': timestamp,
            'x-signature': `sha256=${signatureOf(crm.secret, timestamp, text)}`,
          },
          redirect: 'error',
          signal: inTime,
        })
        if (!response.ok) throw failureOfStatus(response.status, `the CRM answered ${response.status}`)
      },
      { signal },
    )
}

function signatureOf(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
}
