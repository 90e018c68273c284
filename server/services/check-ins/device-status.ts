import type { staffDeviceStates } from '#server/contract/staff/events.ts'
import type { StoredDevice } from '#server/db/check-ins/kiosk-devices.ts'

/** States of a check-in device: its code awaits it, it is paired, or it was revoked. */
export type DeviceState = (typeof staffDeviceStates)[number]

/** What a device still had to upload when it last reported. */
export type DeviceQueue = {
  count: number
  at: Date
  /** Whether it may have changed since, unseen: the device was revoked after it had reported. */
  isOutdated: boolean
}

/** Status of a check-in device. */
export type DeviceStatus = {
  state: DeviceState
  lastSeenAt: Date | undefined
  lastUploadAt: Date | undefined
  /** Undefined for a device that never reported one. */
  queue: DeviceQueue | undefined
  /** How far its clock is ahead, in seconds, where it matters. */
  clockAheadSeconds: number | undefined
}

/** Offset of a device's clock that is worth mentioning, in seconds. */
const notableOffset = 300

/** Derives the status of a device from what is stored of it. */
export function deviceStatus(device: StoredDevice): DeviceStatus {
  const { revokedAt, pairedAt, lastSeenAt, lastUploadAt, clockAheadSeconds } = device
  const isNotable = clockAheadSeconds !== null && Math.abs(clockAheadSeconds) >= notableOffset
  return {
    state: revokedAt !== null ? 'revoked' : pairedAt === null ? 'waiting' : 'paired',
    lastSeenAt: lastSeenAt ?? undefined,
    lastUploadAt: lastUploadAt ?? undefined,
    queue: queueOf(device),
    clockAheadSeconds: isNotable ? clockAheadSeconds : undefined,
  }
}

function queueOf({ waiting, lastSeenAt, revokedAt }: StoredDevice): DeviceQueue | undefined {
  if (waiting === null || lastSeenAt === null) return undefined
  return { count: waiting, at: lastSeenAt, isOutdated: revokedAt !== null && lastSeenAt < revokedAt }
}
