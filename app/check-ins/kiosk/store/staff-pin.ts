import type { KioskDatabase, StaffPin } from './database.ts'
import { readSettings, writeSettings } from './settings.ts'

/** Format of the staff PIN. */
export const pinPattern = /^\d{4,8}$/

const rounds = 100_000
/** Wrong attempts in a row until the PIN is locked, and for how long, in ms. */
const maxAttempts = 5
const lockMs = 60_000

/** Hashes a PIN for storage: salted PBKDF2. */
export async function hashPin(pin: string): Promise<StaffPin> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  return { salt, hash: await hashOf(pin, salt), wrong: 0, until: 0 }
}

/** Sets the staff PIN of this device, or with undefined removes it. */
export async function setPin(database: KioskDatabase, pin: string | undefined): Promise<void> {
  await writeSettings(database, { pin: pin === undefined ? undefined : await hashPin(pin) })
}

/** Whether this device has a staff PIN. */
export async function hasPin(database: KioskDatabase): Promise<boolean> {
  return (await readSettings(database)).pin !== undefined
}

/** Verifies a PIN, offline too; `locked` for a minute after too many wrong attempts. */
export async function verifyPin(
  database: KioskDatabase,
  typed: string,
  now: number,
): Promise<'correct' | 'wrong' | 'locked'> {
  const { pin } = await readSettings(database)
  if (pin === undefined) return 'correct'
  // A clock that was set back must not extend the lock.
  if (pin.until > now && pin.until - now <= lockMs) return 'locked'
  const isCorrect = isSame(await hashOf(typed, pin.salt), pin.hash)
  const wrong = isCorrect ? 0 : pin.wrong + 1
  const isLast = wrong >= maxAttempts
  await writeSettings(database, {
    pin: { ...pin, wrong: isLast ? 0 : wrong, until: isLast ? now + lockMs : 0 },
  })
  return isCorrect ? 'correct' : 'wrong'
}

async function hashOf(pin: string, salt: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, [
    'deriveBits',
  ])
  return crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds }, key, 256)
}

function isSame(one: ArrayBuffer, other: ArrayBuffer): boolean {
  const [first, second] = [new Uint8Array(one), new Uint8Array(other)]
  return first.length === second.length && first.every((byte, at) => byte === second[at])
}
