import { createHash, randomBytes } from 'node:crypto'

/** Generates a session token: 256 bits as 43 characters of base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Hash by which a token is stored: SHA-256 in hexadecimal. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
