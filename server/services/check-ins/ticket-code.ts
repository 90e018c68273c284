import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const signs = 8

/** Generates a ticket code: 8 characters of Crockford's base32, 40 random bits. */
export function makeTicketCode(): string {
  return Array.from(randomBytes(signs), (byte) => alphabet[byte % alphabet.length]).join('')
}

/** Encodes the first `length` groups of 5 bits of a hexadecimal text. */
export function crockfordOfHex(hex: string, length: number): string {
  let bits = BigInt(`0x${hex}`) >> BigInt(hex.length * 4 - length * 5)
  let text = ''
  while (text.length < length) {
    text = `${alphabet[Number(bits & 31n)] ?? ''}${text}`
    bits >>= 5n
  }
  return text
}
