import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { CheckInKind } from '#server/contract/check-ins/check-in-rules.ts'
import type { ConnectionMode } from '../device/connection.ts'
import type { EncryptedJson } from '../device/encryption.ts'
import type { EventItem } from '../contract-types.ts'

/** A check-in that the server has not acknowledged. `about` holds what was typed or scanned, encrypted. */
export type QueuedCheckIn = {
  /** Idempotency key, the same in every attempt. */
  nonce: string
  eventId: number
  kind: CheckInKind
  /** Time of the check-in, in ms by this device's clock. */
  at: number
  /** Id of the guest on the list; absent for tickets and people who are not on it. */
  person?: number
  about: EncryptedJson
}

/** A check-in that the server refused, stored until staff dismiss it. */
export type RefusedCheckIn = Omit<QueuedCheckIn, 'person'> & { message: string }

/** The guest list of the device's event as stored; `people` is encrypted. */
export type StoredList = {
  eventId: number
  /** Version from which the next call asks for changes. */
  version: number
  /** Guests expected, revoked ones left out. */
  total: number
  downloadedAt: number
  /** End of its retention, in ms. */
  wipeAt: number
  people: EncryptedJson
}

/** A guest checked in by this device: event, id on its list, and time in ms. */
export type Arrival = { eventId: number; person: number; at: number }

/** This device's pairing: token, name and event. */
export type Device = { token: string; name: string; event: EventItem }

/** The staff PIN, salted and hashed, with the wrong attempts in a row and the end of the lock in ms. */
export type StaffPin = {
  salt: Uint8Array<ArrayBuffer>
  hash: ArrayBuffer
  wrong: number
  until: number
}

/** Settings that survive a restart. */
export type Settings = {
  device: Device
  /** Encrypts names and phones; not extractable by scripts. */
  key: CryptoKey
  mode: ConnectionMode
  /** Offset of the server's clock, in ms. */
  offset: number
  /** Time of the server's last response, in ms by this device's clock. */
  lastSync: number
  /** Absent: the staff panel opens without a PIN. */
  pin: StaffPin | undefined
}

interface KioskSchema extends DBSchema {
  /** One record of all parts. */
  settings: { key: string; value: Partial<Settings> }
  queue: { key: string; value: QueuedCheckIn; indexes: { at: number } }
  refused: { key: string; value: RefusedCheckIn; indexes: { at: number } }
  lists: { key: number; value: StoredList }
  arrivals: { key: string; value: Arrival }
}

/** The kiosk's IndexedDB database; all its pages share it. */
export type KioskDatabase = IDBPDatabase<KioskSchema>

/** Opens the database, and creates it at the first time. @throws DOMException where the browser stores nothing. */
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

/** Whether a write failed because the device has no space left. */
export function isQuotaExceeded(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}
