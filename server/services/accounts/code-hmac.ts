import type { PersonalData } from '#server/services/personal-data/personal-data.ts'

/** Purpose of a code: an account (login, export, deletion), a request of a phone without an account, or a staff login. */
export type CodePurpose = 'account' | 'clue' | 'staff'

/** HMAC of a code as stored, bound to its phone and purpose. */
export function codeHmac(
  personal: PersonalData,
  { phone, purpose, code }: { phone: string; purpose: CodePurpose; code: string },
): string {
  return personal.blindIndex('code', `${purpose} ${phone} ${code}`)
}
