import type { KioskDatabase, StaffPin } from './database.ts'
import { readSettings, writeSettings } from './settings.ts'

/** What a PIN of the staff has to look like. */
export const pinPattern = /^\d{4,8}$/

const rounds = 100_000
/** After so many wrong ones in a row nobody may try for a while, in ms. */
const triesAtOnce = 5
const pauseMs = 60_000

/** A PIN as it is kept: a salted PBKDF2 of it. */
export async function sealPin(pin: string): Promise<StaffPin> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  return { salt, hash: await hashOf(pin, salt), wrong: 0, until: 0 }
}

/** Sets the PIN of the staff on this device, or with undefined takes it away. */
export async function setPin(database: KioskDatabase, pin: string | undefined): Promise<void> {
  await writeSettings(database, { pin: pin === undefined ? undefined : await sealPin(pin) })
}

/** Whether this device asks for a PIN. */
export async function hasPin(database: KioskDatabase): Promise<boolean> {
  return (await readSettings(database)).pin !== undefined
}

/** Tries a PIN: `wait` after too many wrong ones, until a minute has passed. Works without a network. */
export async function tryPin(
  database: KioskDatabase,
  typed: string,
  now: number,
): Promise<'right' | 'wrong' | 'wait'> {
  const { pin } = await readSettings(database)
  if (pin === undefined) return 'right'
  // A clock that was put back must not lock the staff out for longer.
  if (pin.until > now && pin.until - now <= pauseMs) return 'wait'
  const isRight = isSame(await hashOf(typed, pin.salt), pin.hash)
  const wrong = isRight ? 0 : pin.wrong + 1
  const isLast = wrong >= triesAtOnce
  await writeSettings(database, {
    pin: { ...pin, wrong: isLast ? 0 : wrong, until: isLast ? now + pauseMs : 0 },
  })
  return isRight ? 'right' : 'wrong'
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
