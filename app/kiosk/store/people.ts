import { seal, unseal } from '../device/seal.ts'
import type { Guest } from '../sync/api.ts'
import type { KeptList, KioskDatabase } from './database.ts'

/** A list with its guests in clear words: in memory only. */
export type OpenList = Omit<KeptList, 'people'> & { people: readonly Guest[] }

/** Keeps a list, sealed. @throws DOMException when the device is full. */
export async function keepList(
  database: KioskDatabase,
  key: CryptoKey,
  { people, ...facts }: OpenList,
): Promise<void> {
  await database.put('lists', { ...facts, people: await seal(key, people) })
}

/** The list of an event in clear words; undefined when there is none, or none that this key opens. */
export async function openList(
  database: KioskDatabase,
  key: CryptoKey,
  eventId: number,
): Promise<OpenList | undefined> {
  const kept = await database.get('lists', eventId)
  if (kept === undefined) return undefined
  try {
    return { ...kept, people: await unseal<Guest[]>(key, kept.people) }
  } catch {
    return undefined
  }
}

/** Wipes the lists whose time is over, with who came to their events; `now` in ms. */
export async function wipeOldLists(database: KioskDatabase, now: number): Promise<void> {
  for (const { eventId, wipeAt } of await database.getAll('lists')) {
    if (wipeAt <= now) await wipeList(database, eventId)
  }
}

/** Wipes the list of an event, with who came. */
export async function wipeList(database: KioskDatabase, eventId: number): Promise<void> {
  const change = database.transaction(['lists', 'arrivals'], 'readwrite')
  await change.objectStore('lists').delete(eventId)
  const arrivals = change.objectStore('arrivals')
  for (const key of await arrivals.getAllKeys()) {
    if (key.startsWith(`${eventId}/`)) await arrivals.delete(key)
  }
  await change.done
}
