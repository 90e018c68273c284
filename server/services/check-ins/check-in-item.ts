import type { z } from 'zod'
import type {
  CheckInState,
  ClockFault,
  RefusalReason,
  RetryReason,
} from '#server/contract/check-ins/check-in-rules.ts'
import type { checkInItem } from '#server/contract/check-ins/checkins.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import type { StoredDevice } from '#server/db/check-ins/kiosk-devices.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

/** Dependencies of check-in. */
export type CheckInNeeds = { database: DatabaseConnection; personal: PersonalData; siteName: string }

/** One check-in, parsed. */
export type CheckInItem = z.output<typeof checkInItem>

/** The sender of check-ins and the time. */
export type CheckInSender = {
  /** The paired device; undefined for a browser without pairing. */
  device: StoredDevice | undefined
  address: string | undefined
  now: Date
  /** Offset of the device's clock in ms, if the device sent its time. */
  aheadMs: number | undefined
}

/** The result of one check-in; `fields` with `invalid_input`. */
export type CheckedIn =
  | {
      state: Extract<CheckInState, 'checked_in' | 'duplicate'>
      id: string
      firstAt: Date
      /** Time of this submission; equal to `firstAt` for the first. */
      at: Date
      conflict: boolean
      clock: ClockFault | undefined
      firstDevice?: string | undefined
      walkIn?: boolean
      /** Masked. */
      name?: string
      partySize?: number
    }
  | { state: 'refused'; reason: RefusalReason; fields?: Record<string, string> | undefined }
  | { state: 'retry'; reason: RetryReason }
