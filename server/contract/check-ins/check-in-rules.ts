import type { Term } from '../vocabulary.ts'

/** Kinds of guests: a family, or an exhibitor. */
export const checkInKinds = ['parent', 'exhibitor'] as const
export type CheckInKind = (typeof checkInKinds)[number]

/** The kinds of guests with their labels. */
export const guestKinds = [
  { slug: 'parent', label: '家长' },
  { slug: 'exhibitor', label: '参展方' },
] as const satisfies readonly Term<CheckInKind>[]

/** Where guests of a list come from, with what staff call that. */
export const guestSources = [
  { slug: 'booking', label: '预约' },
  { slug: 'import', label: '名单' },
  { slug: 'walk_in', label: '现场登记' },
] as const satisfies readonly Term[]

/** The label of a kind of guests. */
export function guestKindLabel(kind: CheckInKind): string {
  return guestKinds.find(({ slug }) => slug === kind)?.label ?? kind
}

/** Phases of an event's check-in: before it opens, while it is open, after it closed. */
export const checkInPhases = ['early', 'open', 'over'] as const
export type CheckInPhase = (typeof checkInPhases)[number]

const hourMs = 3_600_000
/** Check-in opens this long before an event starts, in ms: exhibitors build up the day before. */
export const checkInOpensBeforeMs = 24 * hourMs
/** Check-in closes this long after an event ends, in ms; what a paired device collected until then may come later. */
export const checkInClosesAfterMs = 6 * hourMs
/** How long after an event devices may upload their queue, in ms. */
export const uploadUntilAfterMs = 30 * 24 * hourMs
/** How long after an event devices keep its guest list, in ms; their queue stays until it is uploaded. */
export const listWipedAfterMs = 12 * hourMs

/** The phase of an event's check-in at a time. */
export function checkInPhaseOf(event: { startsAt: Date; endsAt: Date }, now: Date): CheckInPhase {
  if (now.getTime() < event.startsAt.getTime() - checkInOpensBeforeMs) return 'early'
  return now.getTime() < event.endsAt.getTime() + checkInClosesAfterMs ? 'open' : 'over'
}

/** Time of a check-in in China: `09:41`, with its date (`11月23日 09:41`) on another day than `now`. */
export function arrivalText(at: Date, now: Date): string {
  const text = inChina(at)
  const time = text.slice(11, 16)
  if (text.slice(0, 10) === inChina(now).slice(0, 10)) return time
  return `${Number(text.slice(5, 7))}月${Number(text.slice(8, 10))}日 ${time}`
}

/** A time in China in ISO 8601 format; China has no summer time. */
function inChina(moment: Date): string {
  return new Date(moment.getTime() + 8 * hourMs).toISOString()
}

/**
 * States of a check-in's result. `checked_in` and `duplicate` are successes; `refused` is final; `retry` means that the
 * same should be sent again later.
 */
export const checkInStates = ['checked_in', 'duplicate', 'refused', 'retry'] as const
export type CheckInState = (typeof checkInStates)[number]

/**
 * What is said of the time of a check-in: the device's clock was `ahead` of the server's, or far `behind` the event; or it
 * has the time of its `receipt`, whatever time a client without pairing named.
 */
export const clockFaults = ['ahead', 'behind', 'receipt'] as const
export type ClockFault = (typeof clockFaults)[number]

/** Messages about a time that was not used; the check-in itself counts. */
export const clockFaultMessages: Readonly<Record<ClockFault, string>> = {
  ahead: '签到已保存。这台设备的时间比服务器快，请校准系统时间',
  behind: '签到已保存。这台设备的时间与活动时间相差太大，请校准系统时间',
  receipt: '签到已保存，时间是收到的时间',
}

/** Final reasons for refusing a check-in, or a call of a device. */
export const refusalReasons = [
  'invalid_input',
  'nonce_taken',
  'unknown_event',
  'event_not_open',
  'event_over',
  'other_event',
  'wrong_event',
  'wrong_kind',
  'invalid_ticket',
  'unknown_ticket',
  'revoked_ticket',
  'not_registered',
  'undone',
  'no_device',
  'unknown_device',
  'revoked_device',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** Messages of the reasons for staff; `invalid_input` also has messages of its fields. */
export const refusalMessages: Readonly<Record<RefusalReason, string>> = {
  invalid_input: '填写的内容不正确',
  nonce_taken: '内容和刚才提交的不一样，请核对后再签一次',
  unknown_event: '没有找到这场活动',
  event_not_open: '这场活动还没有开始签到',
  event_over: '这场活动的签到已经结束',
  other_event: '这台设备配对的是另一场活动',
  wrong_event: '这个入场码是另一场活动的',
  wrong_kind: '这个入场码不能在这个入口签到，请换参展方或家长入口',
  invalid_ticket: '入场码不正确',
  unknown_ticket: '没有找到这个入场码',
  revoked_ticket: '这个入场码已作废',
  not_registered: '名单里没有这个姓名和手机号，请填写完整手机号',
  undone: '这次签到已由工作人员撤销',
  no_device: '这台设备还没有配对',
  unknown_device: '这台设备的配对已失效，请重新配对',
  revoked_device: '这台设备已被停用，请联系工作人员',
}

/** Reasons to send a check-in again. */
export const retryReasons = ['too_many', 'not_now'] as const
export type RetryReason = (typeof retryReasons)[number]

/** Messages of the reasons to send again. */
export const retryMessages: Readonly<Record<RetryReason, string>> = {
  too_many: '操作太频繁，请稍后再试',
  not_now: '服务暂时不可用，稍后会自动重试',
}

/** Check-ins in one batch, at most; the body may have 64 KiB. */
export const batchLimit = 100
