import { contactPhone } from '#server/contract/phone-number.ts'
import { encryptJson, decryptJson } from '../device/encryption.ts'
import { isRecord } from '../response-guards.ts'
import type { KioskDatabase, RefusedCheckIn, QueuedCheckIn } from './database.ts'

/** What was typed or scanned, with a label for staff; stored encrypted. */
export type CheckInDetails = {
  /** Masked name and phone tail, for the screens of staff. */
  label: string
  name?: string
  phone?: string
  ticket?: string
  organisation?: string
  consent_checkin?: boolean
}

/** The device was unpaired in another tab: its key is deleted, and nothing encrypted with it could be read again. */
export class UnpairedError extends Error {}

/**
 * Adds a check-in to the queue; resolves when it is on the disk. @throws DOMException when the device has no space,
 * UnpairedError when its key is deleted.
 */
export async function enqueue(
  database: KioskDatabase,
  key: CryptoKey,
  facts: Omit<QueuedCheckIn, 'about'>,
  submitted: CheckInDetails,
): Promise<QueuedCheckIn> {
  const waiting = { ...facts, about: await encryptJson(key, submitted) }
  const transaction = database.transaction(['settings', 'queue', 'arrivals'], 'readwrite', {
    durability: 'strict',
  })
  const [settings] = await transaction.objectStore('settings').getAll(undefined, 1)
  if (settings?.key === undefined) {
    transaction.abort()
    await transaction.done.catch(() => undefined)
    throw new UnpairedError('this device was unpaired')
  }
  await transaction.objectStore('queue').add(waiting)
  if (facts.person !== undefined) {
    const arrival = { eventId: facts.eventId, person: facts.person, at: facts.at }
    await transaction.objectStore('arrivals').put(arrival, arrivalKey(arrival))
  }
  await transaction.done
  return waiting
}

function arrivalKey({ eventId, person }: { eventId: number; person: number }): string {
  return `${eventId}/${person}`
}

/** Queued check-ins, oldest first, at most `limit`. */
export function oldestQueued(database: KioskDatabase, limit: number): Promise<QueuedCheckIn[]> {
  return database.getAllFromIndex('queue', 'at', undefined, limit)
}

/** Number of queued check-ins. */
export function countQueued(database: KioskDatabase): Promise<number> {
  return database.count('queue')
}

/** Decrypts what was typed or scanned; undefined when it was encrypted with another key. */
export async function decryptDetails(
  key: CryptoKey,
  { about }: Pick<QueuedCheckIn, 'about'>,
): Promise<CheckInDetails | undefined> {
  try {
    const details = await decryptJson(key, about)
    return isCheckInDetails(details) ? details : undefined
  } catch {
    return undefined
  }
}

function isCheckInDetails(value: unknown): value is CheckInDetails {
  return isRecord(value) && typeof value['label'] === 'string'
}

/** A queued walk-in of the same name and phone; undefined when there is none. */
export async function findQueuedWalkIn(
  database: KioskDatabase,
  key: CryptoKey,
  { eventId, kind, name, phone }: Pick<QueuedCheckIn, 'eventId' | 'kind'> & { name: string; phone: string },
): Promise<QueuedCheckIn | undefined> {
  const digits = (text: string) => contactPhone(text) ?? text
  for (const waiting of await database.getAllFromIndex('queue', 'at')) {
    if (waiting.person !== undefined || waiting.eventId !== eventId || waiting.kind !== kind) continue
    const typed = await decryptDetails(key, waiting)
    if (typed?.name === name && digits(typed.phone ?? '') === digits(phone)) return waiting
  }
  return undefined
}

/** Removes arrivals whose check-in was undone elsewhere, except guests whose check-in is still queued. */
export async function removeArrivals(
  database: KioskDatabase,
  eventId: number,
  people: readonly number[],
): Promise<void> {
  const transaction = database.transaction(['queue', 'arrivals'], 'readwrite')
  const queued = await transaction.objectStore('queue').getAll()
  const waiting = new Set(queued.flatMap(({ person }) => person ?? []))
  for (const person of people) {
    if (!waiting.has(person))
      await transaction.objectStore('arrivals').delete(arrivalKey({ eventId, person }))
  }
  await transaction.done
}

/** Removes an acknowledged check-in from the queue; a refused one is stored with its message for staff. */
export async function acknowledge(
  database: KioskDatabase,
  { person, ...facts }: QueuedCheckIn,
  refusal?: string,
): Promise<void> {
  const transaction = database.transaction(['queue', 'refused', 'arrivals'], 'readwrite')
  await transaction.objectStore('queue').delete(facts.nonce)
  if (refusal !== undefined) {
    await transaction.objectStore('refused').put({ ...facts, message: refusal })
    if (person !== undefined) {
      await transaction.objectStore('arrivals').delete(arrivalKey({ eventId: facts.eventId, person }))
    }
  }
  await transaction.done
}

/** Guests of an event that this device checked in: time in ms by the guest's id. */
export async function arrivalsOf(database: KioskDatabase, eventId: number): Promise<Map<number, number>> {
  const all = await database.getAll('arrivals')
  return new Map(all.filter((each) => each.eventId === eventId).map(({ person, at }) => [person, at]))
}

/** Refused check-ins that staff have not dismissed, newest first. */
export async function listRefusals(database: KioskDatabase): Promise<RefusedCheckIn[]> {
  return (await database.getAllFromIndex('refused', 'at')).toReversed()
}

/** Removes a refused check-in. */
export function dismissRefusal(database: KioskDatabase, nonce: string): Promise<void> {
  return database.delete('refused', nonce)
}
