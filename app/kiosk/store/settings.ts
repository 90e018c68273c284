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

/** Forgets the device, its key and all the rest. */
export function dropSettings(database: KioskDatabase): Promise<void> {
  return database.clear('settings')
}

/** The key that seals names and phones on this device, made at the first need. */
export async function deviceKey(database: KioskDatabase): Promise<CryptoKey> {
  const { key: known } = await readSettings(database)
  if (known !== undefined) return known
  const key = await makeKey()
  await writeSettings(database, { key })
  return key
}
