import {
  checkInClosesAfterMs,
  checkInOpensBeforeMs,
  type ClockFault,
} from '#server/contract/check-ins/check-in-rules.ts'

const minuteMs = 60_000
/** Tolerated offset of a device's clock, in ms. */
const clockLeewayMs = 5 * minuteMs
/** How long before an event guests may arrive, exhibitors the day before, in ms. */
const earliestBeforeMs = { parent: 4 * 60 * minuteMs, exhibitor: 24 * 60 * minuteMs } as const

type Noted = {
  kind: 'parent' | 'exhibitor'
  /** Time of the check-in by the device's clock. */
  at: Date
  receivedAt: Date
  event: { startsAt: Date; endsAt: Date }
  /** Offset of the device's clock when it sent, in ms, if it sent its time. */
  aheadMs: number | undefined
  /** Time of the pairing, by the server's clock. */
  pairedAt: Date | null
}

/**
 * Determines the time of a paired device's check-in, and the fault of its clock. A known offset is corrected; a time in
 * the future, or at which the event had no check-in, is replaced by the time of receipt.
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
  // Check-in may open earlier than guests are expected: a check-in received at once is plausible all the same.
  if (time > receivedAt.getTime() - clockLeewayMs) return undefined
  if (pairedAt && time < pairedAt.getTime() - clockLeewayMs) return 'behind'
  if (time < event.startsAt.getTime() - earliestBeforeMs[kind]) return 'behind'
  return time >= event.endsAt.getTime() + checkInClosesAfterMs ? 'ahead' : undefined
}
