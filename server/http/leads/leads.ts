import { cancelClue, ownPhone, sendClue } from '#server/contract/leads/clue.ts'
import type { OrderType } from '#server/contract/catalogue/order-types.ts'
import { codes } from '#server/contract/codes.ts'
import { sendJointClue } from '#server/contract/leads/joint-clue.ts'
import { findAccountPhone } from '#server/db/accounts/accounts.ts'
import { addressLimit } from '#server/services/leads/lead-limits.ts'
import { cancelByPhone } from '#server/services/leads/end-request.ts'
import { noSeatMessages, statusMessage } from '#server/services/leads/lead-messages.ts'
import { readStatus } from '#server/services/leads/read-request.ts'
import { jointFaults, leadsOf } from '#server/services/leads/joint-leads.ts'
import {
  submitLead,
  submitLeads,
  type ReceivedLead,
  type RefusedLead,
} from '#server/services/leads/submit-lead.ts'
import { createCodeVerifier } from '#server/services/accounts/verify-code.ts'
import { createNetworkRateLimiter } from '#server/services/limits/rate-limiter.ts'
import { ApiError, invalidFields, tooMany } from '../api-error.ts'
import { codeClientOf } from '../accounts/code-client.ts'
import type { ApiDependencies } from '../dependencies.ts'
import type { Visitor } from '../accounts/read-visitor.ts'
import { idempotencyKeyOf } from '../idempotency-key.ts'
import { endedOrThrow } from './requests.ts'
import { serve } from '../serve.ts'

/** Endpoints that submit leads and bookings, and cancel them without an account. */
export function clueEndpoints(dependencies: ApiDependencies) {
  const { database, personal, siteName, now, onRefused, smsNoticeKinds: sms = new Set() } = dependencies
  const perAddress = createNetworkRateLimiter(dependencies, addressLimit)
  const verifyCode = createCodeVerifier(dependencies)
  const leadNeeds = { database, personal, siteName, sms, perAddress, verifyCode, onRefused }

  const phoneOf = async (typed: string, visitor: Visitor | undefined): Promise<string> => {
    if (typed !== ownPhone) return typed
    const stored = visitor && (await findAccountPhone(database.db, visitor.id))
    if (stored === undefined) throw invalidFields({ phone: '登录已过期，请填写电话' })
    return personal.decrypt(stored)
  }

  type Sent = { phone: string; key?: string | undefined }
  type Call = { request: Request; address: string | undefined; recognise: () => Promise<Visitor | undefined> }
  /** What was sent with the phone and the key that hold, and who sent it. */
  const sentBy = async <Input extends Sent>(input: Input, { request, address, recognise }: Call) => {
    const visitor = await recognise()
    const key = idempotencyKeyOf(request) ?? input.key
    const client = codeClientOf({ request, address })
    return {
      sender: { visitorId: visitor?.id, address, client, now: now() },
      sent: { ...input, phone: await phoneOf(input.phone, visitor), key },
    }
  }
  const answerOf = async (
    { reference, access, state, isRepeated }: ReceivedLead,
    type: OrderType,
    at: Date,
  ) => {
    // A lead that was just stored stands; one that is repeated may have ended.
    const status = isRepeated ? await readStatus(database, access, at) : undefined
    const stands = state === 'waiting' ? 'waiting' : 'submitted'
    return { reference, access, state, msg: statusMessage(status ?? stands, type) }
  }

  return [
    serve(sendClue, async ({ input, ...call }) => {
      const { sent, sender } = await sentBy(input, call)
      const submitted = await submitLead(leadNeeds, sent, sender)
      if (submitted.kind !== 'received') throw refusalOf(submitted)
      return answerOf(submitted, input.order_type, sender.now)
    }),
    serve(sendJointClue, async ({ input, ...call }) => {
      const { sent, sender } = await sentBy(input, call)
      const leads = leadsOf(sent)
      const submitted = await submitLeads(leadNeeds, leads, sender)
      if ('faults' in submitted) throw invalidFields(jointFaults(submitted.faults))
      if ('refused' in submitted) {
        const { at, refused } = submitted
        if (refused.kind !== 'faults') throw refusalOf(refused, { school_id: leads[at]?.school_id })
        throw invalidFields(jointFaults(leads.map((_lead, nth) => (nth === at ? refused.faults : undefined))))
      }
      const requests = submitted.received.map(async (received, at) => {
        const { order_type: type = 'order', school_id = 0 } = leads[at] ?? {}
        return { ...(await answerOf(received, type, sender.now)), school_id }
      })
      return { requests: await Promise.all(requests) }
    }),
    serve(cancelClue, async ({ input, ...call }) => {
      const ended = await cancelByPhone(leadNeeds, {
        ...input,
        client: codeClientOf(call),
        now: now(),
        sms,
      })
      return { ...endedOrThrow(ended), access: ended.kind === 'ended' ? ended.access : undefined }
    }),
  ]
}

/** The refusal of a lead that was not stored; `more`: which one of several it was. */
function refusalOf(refused: RefusedLead, more: { school_id?: number | undefined } = {}): ApiError {
  if (refused.kind === 'faults') return invalidFields(refused.faults)
  if (refused.kind === 'too-many') return tooMany(refused.retryAfter)
  if (refused.kind === 'key-taken') {
    return new ApiError(codes.conflict, { message: '这份表单已经提交过其他内容，请核对后重新提交' })
  }
  const { state } = refused
  return new ApiError(codes.conflict, { message: noSeatMessages[state], data: { state, ...more } })
}
