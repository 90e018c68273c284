import { encryptJson, decryptJson } from '../device/encryption.ts'
import { isGuest } from '../response-guards.ts'
import type { Guest } from '../contract-types.ts'
import type { StoredList, KioskDatabase } from './database.ts'

/** A guest list, decrypted; held in memory only. */
export type GuestList = Omit<StoredList, 'people'> & { people: readonly Guest[] }

/** Stores a list encrypted. @throws DOMException when the device has no space. */
export async function saveList(
  database: KioskDatabase,
  key: CryptoKey,
  { people, ...facts }: GuestList,
): Promise<void> {
  await database.put('lists', { ...facts, people: await encryptJson(key, people) })
}

/** Reads and decrypts the list of an event; undefined when there is none, or none of this key. */
export async function readList(
  database: KioskDatabase,
  key: CryptoKey,
  eventId: number,
): Promise<GuestList | undefined> {
  const stored = await database.get('lists', eventId)
  if (stored === undefined) return undefined
  try {
    const people = await decryptJson(key, stored.people)
    return Array.isArray(people) && people.every(isGuest) ? { ...stored, people } : undefined
  } catch {
    return undefined
  }
}

/** Deletes the lists whose retention has ended, with their arrivals; `now` in ms. */
export async function deleteExpiredLists(database: KioskDatabase, now: number): Promise<void> {
  for (const { eventId, wipeAt } of await database.getAll('lists')) {
    if (wipeAt <= now) await deleteList(database, eventId)
  }
}

/** Deletes the list of an event with its arrivals. */
export async function deleteList(database: KioskDatabase, eventId: number): Promise<void> {
  const transaction = database.transaction(['lists', 'arrivals'], 'readwrite')
  await transaction.objectStore('lists').delete(eventId)
  const arrivals = transaction.objectStore('arrivals')
  for (const key of await arrivals.getAllKeys()) {
    if (key.startsWith(`${eventId}/`)) await arrivals.delete(key)
  }
  await transaction.done
}
