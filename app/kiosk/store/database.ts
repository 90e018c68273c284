import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { CheckInKind } from '#server/contract/check-in-words.ts'
import type { LineMode } from '../device/line.ts'
import type { Sealed } from '../device/seal.ts'
import type { EventItem } from '../sync/api.ts'

/** One check-in that the server has not acknowledged. `about` holds what was typed or scanned, sealed. */
export type Waiting = {
  /** Made at the press, and carried by the first try and every retry. */
  nonce: string
  eventId: number
  kind: CheckInKind
  /** When it happened, in ms by this device's clock. */
  at: number
  /** Id of the guest on the list; absent for tickets and people who are not on it. */
  person?: number
  about: Sealed
}

/** A check-in that the server will never take, kept until staff have seen to it. */
export type Refused = Omit<Waiting, 'person'> & { message: string }

/** The list of the device's event as it lies on this device; `people` is sealed. */
export type KeptList = {
  eventId: number
  /** What the next call asks for the changes since. */
  version: number
  /** Guests expected, revoked ones left out. */
  total: number
  downloadedAt: number
  /** When it is to be wiped, in ms. */
  wipeAt: number
  people: Sealed
}

/** Who is in by this device: the event, the guest's id on its list, and since when in ms. */
export type Arrival = { eventId: number; person: number; at: number }

/** This device as the server knows it, and the event it was paired for. */
export type Device = { token: string; name: string; event: EventItem }

/** The PIN of the staff, salted and hashed, with the wrong tries in a row and until when nobody may try, in ms. */
export type StaffPin = {
  salt: Uint8Array<ArrayBuffer>
  hash: ArrayBuffer
  wrong: number
  until: number
}

/** What a kiosk remembers over restarts. */
export type Settings = {
  device: Device
  /** Seals names and phones; no script can take it out of the browser. */
  key: CryptoKey
  mode: LineMode
  /** How far the server's clock is ahead, in ms. */
  offset: number
  /** When the server last answered, in ms of this device's clock. */
  lastSync: number
  /** Absent: anybody may open the panel of the staff. */
  pin: StaffPin | undefined
}

interface KioskSchema extends DBSchema {
  /** One record of all parts. */
  settings: { key: string; value: Partial<Settings> }
  queue: { key: string; value: Waiting; indexes: { at: number } }
  refused: { key: string; value: Refused; indexes: { at: number } }
  lists: { key: number; value: KeptList }
  arrivals: { key: string; value: Arrival }
}

/** The kiosk's own database in this browser; all its pages share it. */
export type KioskDatabase = IDBPDatabase<KioskSchema>

/** Opens it, and makes it at the first time. @throws DOMException where the browser keeps nothing. */
export function openKioskDatabase(): Promise<KioskDatabase> {
  return openDB<KioskSchema>('kiosk', 1, {
    upgrade(database) {
      database.createObjectStore('settings')
      database.createObjectStore('queue', { keyPath: 'nonce' }).createIndex('at', 'at')
      database.createObjectStore('refused', { keyPath: 'nonce' }).createIndex('at', 'at')
      database.createObjectStore('lists', { keyPath: 'eventId' })
      database.createObjectStore('arrivals')
    },
  })
}

/** Whether a write failed because the device has no room left. */
export function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}
