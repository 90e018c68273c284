import type { ClockFault } from '#server/contract/check-in-words.ts'

const minuteMs = 60_000
/** A clock may be off by this much, in ms. */
export const clockLeewayMs = 5 * minuteMs
/** Guests come this long before an event at the earliest, exhibitors the day before, in ms. */
const earliestBeforeMs = { parent: 4 * 60 * minuteMs, exhibitor: 24 * 60 * minuteMs } as const
const latestAfterMs = 6 * 60 * minuteMs

type Noted = {
  kind: 'parent' | 'exhibitor'
  /** When the device says it was. */
  at: Date
  receivedAt: Date
  event: { startsAt: Date; endsAt: Date }
  /** How far the device's clock was ahead when it sent, in ms, if it said so. */
  aheadMs: number | undefined
  /** When the device was paired, by the server's clock. */
  pairedAt: Date | null | undefined
}

/** Whether a device's time can be true: not after its receipt, not before its pairing, not far from the event. */
export function clockFaultOf({
  kind,
  at,
  receivedAt,
  event,
  aheadMs,
  pairedAt,
}: Noted): ClockFault | undefined {
  if (aheadMs !== undefined && Math.abs(aheadMs) > clockLeewayMs) return aheadMs > 0 ? 'ahead' : 'behind'
  const time = at.getTime()
  if (time > receivedAt.getTime() + clockLeewayMs) return 'ahead'
  if (pairedAt && time < pairedAt.getTime() - clockLeewayMs) return 'behind'
  if (time < event.startsAt.getTime() - earliestBeforeMs[kind]) return 'behind'
  return time > event.endsAt.getTime() + latestAfterMs ? 'ahead' : undefined
}
