import type { z } from 'zod'
import {
  arrivalText,
  clockFaultMessages,
  refusalMessages,
  retryMessages,
  type CheckInKind,
  type RefusalReason,
} from '#server/contract/check-ins/check-in-rules.ts'
import type { checkInResult } from '#server/contract/check-ins/checkins.ts'
import { codes, type Code } from '#server/contract/codes.ts'
import type { CheckedIn } from '#server/services/check-ins/check-in-item.ts'
import { ApiError } from '../api-error.ts'

type Result = z.input<typeof checkInResult>

/** Codes of reasons that are not a conflict. */
const codeByReason: ReadonlyMap<RefusalReason, Code> = new Map<RefusalReason, Code>([
  ['invalid_input', codes.invalidInput],
  ['invalid_ticket', codes.invalidInput],
  ['unknown_ticket', codes.invalidInput],
  ['not_registered', codes.invalidInput],
  ['unknown_event', codes.notFound],
])
/** The form field that a reason concerns. */
const fieldByReason: ReadonlyMap<RefusalReason, string> = new Map<RefusalReason, string>([
  ['invalid_ticket', 'ticket'],
  ['unknown_ticket', 'ticket'],
  ['wrong_event', 'ticket'],
  ['wrong_kind', 'ticket'],
  ['revoked_ticket', 'ticket'],
  ['not_registered', 'phone'],
])
const successMessages: Readonly<Record<CheckInKind, string>> = {
  parent: '签到成功，欢迎参加活动',
  exhibitor: '签到成功，欢迎参展',
}

/** The contract's result of one check-in. */
export function resultOf(done: CheckedIn, kind: CheckInKind): Result {
  if (done.state === 'retry') {
    const code = done.reason === 'too_many' ? codes.tooMany : codes.notNow
    return { ...done, code, msg: retryMessages[done.reason] }
  }
  if (done.state === 'refused') {
    const { state, reason } = done
    const field = fieldByReason.get(reason)
    const fields = done.fields ?? (field === undefined ? undefined : { [field]: refusalMessages[reason] })
    const msg = (done.fields && Object.values(done.fields)[0]) ?? refusalMessages[reason]
    return { state, reason, fields, code: codeByReason.get(reason) ?? codes.conflict, msg }
  }
  const { firstAt, firstDevice, walkIn, partySize, clock, conflict, name, id, state } = done
  return {
    id,
    state,
    first_at: firstAt.toISOString(),
    first_device: firstDevice,
    conflict,
    clock,
    walk_in: walkIn,
    name,
    party_size: partySize,
    code: codes.success,
    msg: messageOf(done, kind),
  }
}

/** The result of a check-in sent alone; a refusal becomes a refusal of the envelope. */
export function resultAlone(done: CheckedIn, kind: CheckInKind): Result {
  const result = resultOf(done, kind)
  if (done.state === 'checked_in' || done.state === 'duplicate') return result
  const { state, reason, fields, msg: message } = result
  throw new ApiError(done.state === 'refused' ? refusalCode(done.reason) : codes.notNow, {
    message,
    data: { state, reason, ...(fields === undefined ? {} : { fields }) },
  })
}

function refusalCode(reason: RefusalReason): Code {
  return codeByReason.get(reason) ?? codes.conflict
}

function messageOf(done: Extract<CheckedIn, { id: string }>, kind: CheckInKind): string {
  if (done.state === 'duplicate') {
    const time = arrivalText(done.firstAt, done.at)
    return done.conflict ? `已在另一台设备签到 ${time}` : `已签到 ${time}`
  }
  return done.clock === undefined ? successMessages[kind] : clockFaultMessages[done.clock]
}
