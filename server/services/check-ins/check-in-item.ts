import type { z } from 'zod'
import type { CheckInState, ClockFault, RefusalReason, RetryReason } from '#server/contract/check-in-words.ts'
import type { checkInItem } from '#server/contract/checkins.ts'
import type { DatabaseConnection } from '#server/db/connect.ts'
import type { StoredDevice } from '#server/db/check-ins/kiosk-devices.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

/** What checking guests in needs. */
export type CheckInNeeds = { database: DatabaseConnection; personal: PersonalData; siteName: string }

/** One check-in as parsed. */
export type CheckInItem = z.output<typeof checkInItem>

/** Who sends check-ins, and when. */
export type CheckInSender = {
  /** The paired device; undefined for a browser without pairing. */
  device: StoredDevice | undefined
  address: string | undefined
  now: Date
  /** How far the device's clock is ahead, in ms, if it said what time it has. */
  aheadMs: number | undefined
}

/** What became of one check-in; `fields` with `invalid_input`. */
export type CheckedIn =
  | {
      state: Extract<CheckInState, 'checked_in' | 'duplicate'>
      id: string
      firstAt: Date
      /** When this one came; the same as `firstAt` for the first. */
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
