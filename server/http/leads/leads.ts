import { cancelClue, ownPhone, sendClue } from '#server/contract/leads/clue.ts'
import { codes } from '#server/contract/codes.ts'
import { findAccountPhone } from '#server/db/accounts/accounts.ts'
import { addressLimit } from '#server/services/leads/lead-limits.ts'
import { cancelByPhone } from '#server/services/leads/end-request.ts'
import { noSeatMessages, statusMessage } from '#server/services/leads/lead-messages.ts'
import { readStatus } from '#server/services/leads/read-request.ts'
import { submitLead, type Submitted } from '#server/services/leads/submit-lead.ts'
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

  return [
    serve(sendClue, async ({ input, request, address, recognise }) => {
      const visitor = await recognise()
      const key = idempotencyKeyOf(request) ?? input.key
      const client = codeClientOf({ request, address })
      const sender = { visitorId: visitor?.id, address, client, now: now() }
      const lead = { ...input, phone: await phoneOf(input.phone, visitor), key }
      const { reference, access, state, isRepeated } = storedOrThrow(
        await submitLead(leadNeeds, lead, sender),
      )
      // A lead that was just stored stands; one that is repeated may have ended.
      const status = isRepeated ? await readStatus(database, access, sender.now) : undefined
      const stands = state === 'waiting' ? 'waiting' : 'submitted'
      return { reference, access, state, msg: statusMessage(status ?? stands, input.order_type) }
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

/** The stored lead, or throws its refusal. */
function storedOrThrow(submitted: Submitted): Extract<Submitted, { kind: 'received' }> {
  if (submitted.kind === 'received') return submitted
  if (submitted.kind === 'faults') throw invalidFields(submitted.faults)
  if (submitted.kind === 'too-many') throw tooMany(submitted.retryAfter)
  if (submitted.kind === 'key-taken') {
    throw new ApiError(codes.conflict, { message: '这份表单已经提交过其他内容，请核对后重新提交' })
  }
  const { state } = submitted
  throw new ApiError(codes.conflict, { message: noSeatMessages[state], data: { state } })
}
