import { randomInt } from 'node:crypto'
import type { Database } from '#server/db/connect.ts'
import { offerDevice, pairDevice, type StoredDevice } from '#server/db/check-ins/kiosk-devices.ts'
import { hashOfToken, newToken } from '#server/services/accounts/token.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

type Needs = { db: Database; personal: PersonalData }

/** Validity of a pairing code in ms; it works once. */
export const pairingCodeMs = 15 * 60_000

/** Creates a code of 8 digits that pairs one device of an event; undefined when the name is in use. */
export async function createPairingCode(
  { db, personal }: Needs,
  { eventId, name, now }: { eventId: number; name: string; now: Date },
): Promise<{ code: string; device: StoredDevice } | undefined> {
  const code = String(randomInt(100_000_000)).padStart(8, '0')
  const device = await offerDevice(db, {
    eventId,
    name,
    codeHash: personal.blindIndex('pairing', code),
    codeExpiresAt: new Date(now.getTime() + pairingCodeMs),
    now,
  })
  return device && { code, device }
}

/** Redeems a pairing code for a device token; undefined for an invalid code. */
export async function redeemPairingCode(
  { db, personal }: Needs,
  { code, now }: { code: string; now: Date },
): Promise<{ token: string; device: StoredDevice } | undefined> {
  const token = newToken()
  const codeHash = personal.blindIndex('pairing', code)
  const device = await pairDevice(db, { codeHash, tokenHash: hashOfToken(token), now })
  return device && { token, device }
}
