import { normalPhone } from '#server/contract/phone-number.ts'
import { seal, unseal } from '../device/seal.ts'
import type { KioskDatabase, Refused, Waiting } from './database.ts'

/** What was typed or scanned, and how staff recognise it; it lies sealed on the device. */
export type Submitted = {
  /** Masked name and phone tail, for the screens of staff. */
  label: string
  name?: string
  phone?: string
  ticket?: string
  organisation?: string
  consent_checkin?: boolean
}

/** This device was unpaired in another tab: its key is gone, and nothing sealed with it could be read again. */
export class Unpaired extends Error {}

/**
 * Keeps a check-in until the server has it; resolves when it is on the disk. @throws DOMException when full, Unpaired
 * when the device's key is gone.
 */
export async function addWaiting(
  database: KioskDatabase,
  key: CryptoKey,
  facts: Omit<Waiting, 'about'>,
  submitted: Submitted,
): Promise<Waiting> {
  const waiting = { ...facts, about: await seal(key, submitted) }
  const change = database.transaction(['settings', 'queue', 'arrivals'], 'readwrite', {
    durability: 'strict',
  })
  const [settings] = await change.objectStore('settings').getAll(undefined, 1)
  if (settings?.key === undefined) {
    change.abort()
    await change.done.catch(() => undefined)
    throw new Unpaired('this device was unpaired')
  }
  await change.objectStore('queue').add(waiting)
  if (facts.person !== undefined) {
    const arrival = { eventId: facts.eventId, person: facts.person, at: facts.at }
    await change.objectStore('arrivals').put(arrival, arrivalKey(arrival))
  }
  await change.done
  return waiting
}

function arrivalKey({ eventId, person }: { eventId: number; person: number }): string {
  return `${eventId}/${person}`
}

/** What waits, oldest first, at most `limit`. */
export function oldestWaiting(database: KioskDatabase, limit: number): Promise<Waiting[]> {
  return database.getAllFromIndex('queue', 'at', undefined, limit)
}

/** How many wait. */
export function countWaiting(database: KioskDatabase): Promise<number> {
  return database.count('queue')
}

/** What was typed for a check-in; undefined when it was sealed by another key. */
export async function submittedOf(
  key: CryptoKey,
  { about }: Pick<Waiting, 'about'>,
): Promise<Submitted | undefined> {
  try {
    return await unseal<Submitted>(key, about)
  } catch {
    return undefined
  }
}

/** A walk-in of the same name and phone that still waits; undefined when there is none. */
export async function sameWalkIn(
  database: KioskDatabase,
  key: CryptoKey,
  { eventId, kind, name, phone }: Pick<Waiting, 'eventId' | 'kind'> & { name: string; phone: string },
): Promise<Waiting | undefined> {
  const digits = (text: string) => normalPhone(text) ?? text
  for (const waiting of await database.getAllFromIndex('queue', 'at')) {
    if (waiting.person !== undefined || waiting.eventId !== eventId || waiting.kind !== kind) continue
    const typed = await submittedOf(key, waiting)
    if (typed?.name === name && digits(typed.phone ?? '') === digits(phone)) return waiting
  }
  return undefined
}

/** Forgets that a guest is in by this device, unless the check-in still waits; for one that was undone elsewhere. */
export async function dropArrivals(
  database: KioskDatabase,
  eventId: number,
  people: readonly number[],
): Promise<void> {
  const change = database.transaction(['queue', 'arrivals'], 'readwrite')
  const queued = await change.objectStore('queue').getAll()
  const waiting = new Set(queued.flatMap(({ person }) => person ?? []))
  for (const person of people) {
    if (!waiting.has(person)) await change.objectStore('arrivals').delete(arrivalKey({ eventId, person }))
  }
  await change.done
}

/** The server has it, or with `refusal` will never take it: off the queue, kept for staff when it was refused. */
export async function settle(
  database: KioskDatabase,
  { person, ...facts }: Waiting,
  refusal?: string,
): Promise<void> {
  const change = database.transaction(['queue', 'refused', 'arrivals'], 'readwrite')
  await change.objectStore('queue').delete(facts.nonce)
  if (refusal !== undefined) {
    await change.objectStore('refused').put({ ...facts, message: refusal })
    if (person !== undefined) {
      await change.objectStore('arrivals').delete(arrivalKey({ eventId: facts.eventId, person }))
    }
  }
  await change.done
}

/** Who of an event is in already by this device, by id on the list, with the time in ms. */
export async function arrivalsOf(database: KioskDatabase, eventId: number): Promise<Map<number, number>> {
  const all = await database.getAll('arrivals')
  return new Map(all.filter((each) => each.eventId === eventId).map(({ person, at }) => [person, at]))
}

/** Refusals that staff have not put away, newest first. */
export async function openRefusals(database: KioskDatabase): Promise<Refused[]> {
  return (await database.getAllFromIndex('refused', 'at')).toReversed()
}

/** Puts a refusal away. */
export function dropRefusal(database: KioskDatabase, nonce: string): Promise<void> {
  return database.delete('refused', nonce)
}
