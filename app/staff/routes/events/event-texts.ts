import type { CheckInPhase } from '#server/contract/check-ins/check-in-rules.ts'
import type { guestStates } from '#server/contract/staff/guests.ts'

/** What pages call the states of a guest list. */
export const guestStateNames: Readonly<Record<(typeof guestStates)[number], string>> = {
  expected: '还没到',
  arrived: '已签到',
  void: '入场码已作废',
}

/** Where an event's check-in stands. */
export const phaseNames: Readonly<Record<CheckInPhase, string>> = {
  early: '签到还没开始',
  open: '可以签到',
  over: '签到已结束',
}

/** A moment's clock in China with seconds, `10:32:05`, which shows that a page was read anew. */
export function clockText(moment: string): string {
  return new Date(Date.parse(moment) + 8 * 3_600_000).toISOString().slice(11, 19)
}
