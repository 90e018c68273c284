import { leadFieldNames } from '#server/contract/catalogue/lead-fields.ts'
import { pick, wordOf } from '#server/contract/catalogue/typed-records.ts'
import { withoutNulls } from '#server/db/without-nulls.ts'
import { z } from 'zod'
import { orderTypes } from '#server/contract/catalogue/order-types.ts'
import { callerText } from '#server/contract/leads/recipient.ts'
import type { Database } from '#server/db/connect.ts'
import {
  crmEvents,
  crmJobKinds,
  findLeadForEvent,
  findLeadToSend,
  markCrmSent,
} from '#server/db/leads/crm-events.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'
import type { Upstreams } from '#server/services/upstream.ts'
import type { CrmConfig } from './crm-config.ts'
import { crmWebhook } from './crm-webhook.ts'
import type { JobHandler } from './outbox-worker.ts'

type Post = ReturnType<typeof crmWebhook>
type Needs = {
  db: Database
  personal: PersonalData
  now: () => Date
  crm: CrmConfig
  upstreams?: Upstreams | undefined
}

/** Outbox handlers of the CRM's jobs, by kind: new leads, and later events of delivered ones. */
export function crmHandlers(needs: Needs): Map<string, JobHandler> {
  const post = crmWebhook(needs.crm, needs)
  return new Map([
    [crmJobKinds.lead, leadHandler(needs, post)],
    [crmJobKinds.event, eventHandler(needs, post)],
  ])
}

const leadPayload = z.object({ id: z.int() })

/** Delivers a whole lead, with its reference as the idempotency key; a lead cancelled meanwhile is not delivered. */
function leadHandler({ db, personal, now }: Needs, post: Post): JobHandler {
  return (payload, signal) => {
    const { id } = leadPayload.parse(payload)
    const makeMessage = async () => {
      // Read after it is marked as sent: a cancellation from now on creates an event.
      const found = (await markCrmSent(db, id, now())) ? await findLeadToSend(db, id) : undefined
      return found && { idempotencyKey: found.lead.reference, body: leadBody(found, personal) }
    }
    return post(makeMessage, signal)
  }
}

const eventPayload = z.object({
  id: z.int(),
  event: z.enum(crmEvents),
  at: z.iso.datetime(),
  /** Why a lead was deleted. */
  reason: z.string().optional(),
  /** Purpose of the withdrawn consent. */
  purpose: z.string().optional(),
  /** Number of the notice about an open day. */
  notice: z.int().optional(),
})

/** Delivers an event of a lead: without name, phone or message, and for a deleted one only the reference. */
function eventHandler({ db }: Needs, post: Post): JobHandler {
  return async (payload, signal) => {
    const { id, event, at, reason, purpose, notice } = eventPayload.parse(payload)
    const found = await findLeadForEvent(db, id)
    if (found === undefined || (found.lead.anonymisedAt !== null && event !== 'deleted')) return
    const { reference, orderType, state } = found.lead
    const idempotencyKey = [reference, event, purpose, notice].filter((part) => part !== undefined).join(':')
    const details = event === 'deleted' ? {} : { order_type: orderType, state, ...placeAndConsents(found) }
    await post(
      async () => ({ idempotencyKey, body: { event, reference, at, reason, purpose, ...details } }),
      signal,
    )
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof findLeadToSend>>>

/** Absent values are left out of the JSON. */
function leadBody(
  { lead, school, recipient, recipientKind, ...found }: Found,
  personal: PersonalData,
): object {
  const open = (encrypted: string | null) => (encrypted === null ? undefined : personal.decrypt(encrypted))
  return {
    event: 'received',
    reference: lead.reference,
    order_type: lead.orderType,
    state: lead.state,
    name: open(lead.nameCipher),
    phone: open(lead.phoneCipher),
    message: open(lead.messageCipher),
    city_code: lead.cityCode,
    stage: lead.stage ?? undefined,
    grade: lead.grade ?? undefined,
    ...withoutNulls(pick(lead, leadFieldNames)),
    source: lead.source ?? undefined,
    duplicate_of: lead.duplicateOf ?? undefined,
    created_at: lead.createdAt.toISOString(),
    verified_at: lead.verifiedAt?.toISOString(),
    school: school ?? undefined,
    recipient: recipient ?? undefined,
    recipient_kind: recipientKind ?? undefined,
    caller: callerOf({ lead, school, recipient, recipientKind }),
    ...placeAndConsents(found),
  }
}

/** Who calls the family, in the words that it was promised in. */
function callerOf({
  lead: { orderType: slug },
  school,
  recipient: name,
  recipientKind: kind,
}: Pick<Found, 'lead' | 'school' | 'recipient' | 'recipientKind'>): string | undefined {
  if (name === null || kind === null) return undefined
  return callerText({ orderType: wordOf(orderTypes, slug), recipient: { kind, name }, school: school?.name })
}

function placeAndConsents({ openDay, consents }: Pick<Found, 'openDay' | 'consents'>): object {
  return {
    open_day: openDay
      ? {
          id: openDay.id,
          title: openDay.title,
          starts_at: openDay.startsAt.toISOString(),
          place: openDay.place ?? undefined,
        }
      : undefined,
    consents: consents.map(({ purpose, textVersion, givenAt }) => ({
      purpose,
      text_version: textVersion,
      given_at: givenAt.toISOString(),
    })),
  }
}
