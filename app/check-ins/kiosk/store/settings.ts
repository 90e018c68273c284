import { generateKey } from '../device/encryption.ts'
import type { KioskDatabase, Settings } from './database.ts'

const record = 'kiosk'

/** The stored settings; parts that were never written are absent. */
export async function readSettings(database: KioskDatabase): Promise<Partial<Settings>> {
  return (await database.get('settings', record)) ?? {}
}

/** Updates some settings. @throws DOMException when the device has no space. */
export async function writeSettings(database: KioskDatabase, parts: Partial<Settings>): Promise<void> {
  const transaction = database.transaction('settings', 'readwrite')
  await transaction.store.put({ ...(await transaction.store.get(record)), ...parts }, record)
  await transaction.done
}

/**
 * Deletes the pairing, the key, the lists and the refusals in one transaction; with queued check-ins nothing is deleted.
 * Resolves to whether it was.
 */
export async function clearDevice(database: KioskDatabase): Promise<boolean> {
  const transaction = database.transaction(['settings', 'queue', 'refused', 'lists', 'arrivals'], 'readwrite')
  const isEmpty = (await transaction.objectStore('queue').count()) === 0
  if (isEmpty) {
    for (const name of ['settings', 'refused', 'lists', 'arrivals'] as const) {
      await transaction.objectStore(name).clear()
    }
  }
  await transaction.done
  return isEmpty
}

/** The key that encrypts names and phones on this device, created at the first need; the same in all tabs. */
export async function readOrCreateKey(database: KioskDatabase): Promise<CryptoKey> {
  const { key: known } = await readSettings(database)
  if (known !== undefined) return known
  // Generated before the transaction, which would end while it awaits anything but the database.
  const generated = await generateKey()
  const transaction = database.transaction('settings', 'readwrite')
  const settings = (await transaction.store.get(record)) ?? {}
  // Another tab may have stored one meanwhile: the first stays.
  if (settings.key === undefined) await transaction.store.put({ ...settings, key: generated }, record)
  await transaction.done
  return settings.key ?? generated
}
