import { createHash, randomBytes } from 'node:crypto'

/** A new session's token: 256 bits as 43 signs of base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** How a token stands in the table: its SHA-256 in hexadecimal. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
