import { z } from 'zod'
import { orderTypes } from '#server/contract/catalogue/order-types.ts'
import type { Database } from '#server/db/connect.ts'
import { addLeadNotification, mayNotify, takeNewLeads } from '#server/db/leads/lead-notifications.ts'
import { orderTypeNames } from '#server/contract/catalogue/order-types.ts'
import type { JobHandler } from '#server/services/outbox/outbox-worker.ts'
import { createUpstreams, failureOfStatus, RefusedError, type Upstreams } from '#server/services/upstream.ts'
import type { NotifyConfig } from './notify-config.ts'

const limitMs = 3000
const mostReferences = 20

/** Creates one notification job of all new leads, unless the last one is younger than the configured interval. */
export async function makeNotification(db: Database, config: NotifyConfig, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await mayNotify(tx, new Date(now.getTime() - config.everyMinutes * 60_000)))) return
    const found = await takeNewLeads(tx, now)
    if (found !== undefined) await addLeadNotification(tx, found, now)
  })
}

const payload = z.object({
  leads: z.array(z.object({ reference: z.string(), orderType: z.string() })).min(1),
  waiting: z.int(),
})
/** Response of the 企业微信 and 钉钉 robots, which refuse with status 200 too. */
const robotAnswer = z.object({ errcode: z.int(), errmsg: z.string().catch('') })

type Options = {
  upstreams?: Upstreams | undefined
  /** The address where staff read the leads; undefined while the staff area is off. */
  staffPage?: () => Promise<string | undefined>
}

/** Posts a notification as a text message in the format of 企业微信 and 钉钉 robots. */
export function notificationHandler(
  config: NotifyConfig,
  { upstreams = createUpstreams(), staffPage = async () => undefined }: Options = {},
): JobHandler {
  const system = upstreams.to({ system: 'lead-notify', timeLimitMs: limitMs })
  return async (given, signal) => {
    const content = notificationText(payload.parse(given), await staffPage())
    await system(
      async (inTime) => {
        const response = await fetch(config.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ msgtype: 'text', text: { content } }),
          redirect: 'error',
          signal: inTime,
        })
        if (!response.ok) throw failureOfStatus(response.status, `the robot answered ${response.status}`)
        const answer = robotAnswer.safeParse(await response.json().catch(() => undefined))
        if (answer.success && answer.data.errcode !== 0) {
          throw new RefusedError(`the robot answered errcode ${answer.data.errcode}`)
        }
      },
      { signal },
    )
  }
}

function notificationText(
  { leads, waiting }: z.output<typeof payload>,
  staffPage: string | undefined,
): string {
  const counts = orderTypes
    .map((type) => ({ type, count: leads.filter(({ orderType }) => orderType === type).length }))
    .filter(({ count }) => count > 0)
    .map(({ type, count }) => `${orderTypeNames[type]} ${count}`)
  const references = leads.slice(0, mostReferences).map(({ reference }) => reference)
  const more = leads.length > mostReferences ? ' 等' : ''
  return [
    `新申请 ${leads.length} 份：${counts.join('，')}`,
    `编号：${references.join(' ')}${more}`,
    `等待联系的一共 ${waiting} 份`,
    ...(staffPage === undefined ? [] : [staffPage]),
  ].join('\n')
}
