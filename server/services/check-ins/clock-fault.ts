import {
  checkInClosesAfterMs,
  checkInOpensBeforeMs,
  type ClockFault,
} from '#server/contract/check-in-words.ts'

const minuteMs = 60_000
/** A clock may be off by this much, in ms. */
export const clockLeewayMs = 5 * minuteMs
/** Guests come this long before an event at the earliest, exhibitors the day before, in ms. */
const earliestBeforeMs = { parent: 4 * 60 * minuteMs, exhibitor: 24 * 60 * minuteMs } as const

type Noted = {
  kind: 'parent' | 'exhibitor'
  /** When the device says it was. */
  at: Date
  receivedAt: Date
  event: { startsAt: Date; endsAt: Date }
  /** How far the device's clock was ahead when it sent, in ms, if it said so. */
  aheadMs: number | undefined
  /** When the device was paired, by the server's clock. */
  pairedAt: Date | null
}

/**
 * When a check-in of a paired device is taken to have been, and what is wrong with the device's clock. A clock that is
 * known to be wrong is corrected; a time that is still to come, or at which the event had no check-in, is not believed:
 * the time of receipt stands for it.
 */
export function timeOfCheckIn(noted: Noted): { at: Date; clock: ClockFault | undefined } {
  const { at, receivedAt, event, aheadMs = 0 } = noted
  const corrected = at.getTime() - (Math.abs(aheadMs) > clockLeewayMs ? aheadMs : 0)
  const isPossible =
    corrected <= receivedAt.getTime() + clockLeewayMs &&
    corrected >= event.startsAt.getTime() - checkInOpensBeforeMs &&
    corrected < event.endsAt.getTime() + checkInClosesAfterMs
  return { at: isPossible ? new Date(corrected) : receivedAt, clock: faultOf(noted) }
}

function faultOf({ kind, at, receivedAt, event, aheadMs, pairedAt }: Noted): ClockFault | undefined {
  if (aheadMs !== undefined && Math.abs(aheadMs) > clockLeewayMs) return aheadMs > 0 ? 'ahead' : 'behind'
  const time = at.getTime()
  if (time > receivedAt.getTime() + clockLeewayMs) return 'ahead'
  // Check-in may be open earlier than guests are expected: what comes in at once is true all the same.
  if (time > receivedAt.getTime() - clockLeewayMs) return undefined
  if (pairedAt && time < pairedAt.getTime() - clockLeewayMs) return 'behind'
  if (time < event.startsAt.getTime() - earliestBeforeMs[kind]) return 'behind'
  return time >= event.endsAt.getTime() + checkInClosesAfterMs ? 'ahead' : undefined
}
