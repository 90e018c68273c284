import { randomInt } from 'node:crypto'
import { hashOfToken } from '#server/services/accounts/token.ts'

const codes = 10
const codeLength = 16
/** Without letters and digits that look alike. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Generates ten recovery codes of 80 bits, as they are shown once: `ABCD-EFGH-JKMN-PQRS`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codes }, () =>
    Array.from({ length: codeLength }, (_, at) => {
      const character = alphabet[randomInt(alphabet.length)] ?? ''
      return at > 0 && at % 4 === 0 ? `-${character}` : character
    }).join(''),
  )
}

/** Hash by which a recovery code is stored: SHA-256 of it without hyphens. */
export function hashOfRecoveryCode(code: string): string {
  return hashOfToken(code.replaceAll('-', ''))
}
