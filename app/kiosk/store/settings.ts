import { makeKey } from '../device/seal.ts'
import type { KioskDatabase, Settings } from './database.ts'

const record = 'kiosk'

/** What is remembered; parts that were never written are absent. */
export async function readSettings(database: KioskDatabase): Promise<Partial<Settings>> {
  return (await database.get('settings', record)) ?? {}
}

/** Writes some parts and leaves the others. @throws DOMException when the device is full. */
export async function writeSettings(database: KioskDatabase, parts: Partial<Settings>): Promise<void> {
  const change = database.transaction('settings', 'readwrite')
  await change.store.put({ ...(await change.store.get(record)), ...parts }, record)
  await change.done
}

/**
 * Forgets the device, its key, its list and what was refused, all or nothing: with a queue nothing is forgotten. Resolves
 * to whether it was.
 */
export async function forgetDevice(database: KioskDatabase): Promise<boolean> {
  const change = database.transaction(['settings', 'queue', 'refused', 'lists', 'arrivals'], 'readwrite')
  const isEmpty = (await change.objectStore('queue').count()) === 0
  if (isEmpty) {
    for (const name of ['settings', 'refused', 'lists', 'arrivals'] as const) {
      await change.objectStore(name).clear()
    }
  }
  await change.done
  return isEmpty
}

/** The key that seals names and phones on this device, made at the first need; the same in all tabs. */
export async function deviceKey(database: KioskDatabase): Promise<CryptoKey> {
  const { key: known } = await readSettings(database)
  if (known !== undefined) return known
  // Made before the transaction, which would end while it waits for anything but the database.
  const made = await makeKey()
  const change = database.transaction('settings', 'readwrite')
  const settings = (await change.store.get(record)) ?? {}
  // Another tab may have made one meanwhile: the first stays.
  if (settings.key === undefined) await change.store.put({ ...settings, key: made }, record)
  await change.done
  return settings.key ?? made
}
