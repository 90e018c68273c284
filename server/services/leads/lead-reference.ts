import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const signs = 10

/** A new number for a request: 10 signs of Crockford's base32, 50 random bits. */
export function makeReference(): string {
  return Array.from(randomBytes(signs), (byte) => alphabet[byte % alphabet.length]).join('')
}
