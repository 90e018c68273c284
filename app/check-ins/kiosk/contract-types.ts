import type { z } from 'zod'
import type { sendCheckIns } from '#server/contract/check-ins/checkins.ts'
import type { DataOf } from '#server/contract/endpoint.ts'
import type {
  getKioskState,
  kioskGuest,
  listKioskGuests,
  pairKiosk,
  undoKioskCheckIn,
  unpairKiosk,
} from '#server/contract/check-ins/kiosk.ts'

/** A guest on the list of the device's event. */
export type Guest = z.output<typeof kioskGuest>
/** State of the event and of this device. */
export type EventState = DataOf<typeof getKioskState>
/** One page of the guest list, or of its changes. */
export type ListPage = DataOf<typeof listKioskGuests>
/** The result of pairing: token, device and event. */
export type Pairing = DataOf<typeof pairKiosk>
/** The event that a device is paired for. */
export type EventItem = Pairing['event']
/** The server's result of one check-in of a batch. */
export type CheckInResult = Extract<DataOf<typeof sendCheckIns>, readonly unknown[]>[number]
/** The confirmation of an unpairing and of an undone check-in. */
export type Confirmation = DataOf<typeof unpairKiosk> & DataOf<typeof undoKioskCheckIn>
