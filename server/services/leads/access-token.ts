import { createHash, randomBytes } from 'node:crypto'
import { accessTokenLength } from '#server/contract/leads/clue.ts'
import { storeAccess } from '#server/db/leads/clues.ts'
import { findRequestForUpdate } from '#server/db/leads/requests.ts'
import type { DatabaseConnection, Transaction } from '#server/db/connect.ts'
import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Generates an access token of a request: 26 characters of Crockford's base32, 130 random bits. */
export function makeAccessToken(): string {
  return tokenOf(randomBytes(accessTokenLength))
}

function tokenOf(bytes: Buffer): string {
  return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')
}

/**
 * Gives the request of an access token another one, which only a key of the owner's form tells; a form that comes twice finds
 * what it did. Undefined for a token that opens nothing.
 */
export function replaceAccess(
  { database, personal }: { database: DatabaseConnection; personal: PersonalData },
  { access, key }: { access: string; key: string },
): Promise<string | undefined> {
  const token = accessTokenFrom(access, key)
  return database.db.transaction(async (tx) => {
    const found = await findRequestForUpdate(tx, { accessHash: hashOfAccess(access) })
    if (found !== undefined) await storeAccess(tx, found.id, accessColumns(personal, token))
    const replaced = found ?? (await findRequestForUpdate(tx, { accessHash: hashOfAccess(token) }))
    return replaced && token
  })
}

/** The access token that secret texts give: who knows them all, and nobody else, can compute it. */
export function accessTokenFrom(...secrets: readonly string[]): string {
  return tokenOf(createHash('sha256').update(secrets.join('\n')).digest().subarray(0, accessTokenLength))
}

/** Hash by which an access token is stored: SHA-256 in hexadecimal. */
export function hashOfAccess(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** The columns of a request's access token: encrypted and hashed. */
export function accessColumns(personal: PersonalData, token: string) {
  return { accessCipher: personal.encrypt(token), accessHash: hashOfAccess(token) }
}

/**
 * The access token of a stored request, for its verified owner; generated now for a request of an older version. Call
 * it under the lock of the phone, or on the locked row.
 */
export async function accessTokenOf(
  tx: Transaction,
  personal: PersonalData,
  { id, accessCipher }: { id: number; accessCipher: string | null },
): Promise<string> {
  if (accessCipher !== null) return personal.decrypt(accessCipher)
  const token = makeAccessToken()
  await storeAccess(tx, id, accessColumns(personal, token))
  return token
}
